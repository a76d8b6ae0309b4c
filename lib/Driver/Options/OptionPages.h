//===- OptionPages.h - Manual page and completions --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONPAGES_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONPAGES_H

#include "llvm/Support/Error.h"
#include <string>

namespace gilaudit {

/// Made from the table of options (OptionTable.h), so that they cannot lag behind:
/// "man" is gil-audit(1) in roff; "bash", "zsh" and "fish" complete options,
/// choices, subcommands and names of rules; "rules" is docs/rules.md. Other
/// names are errors.
llvm::Expected<std::string> optionPage(llvm::StringRef Name);

} // namespace gilaudit

#endif
