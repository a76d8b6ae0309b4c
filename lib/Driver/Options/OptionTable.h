//===- OptionTable.h - All options of the command line ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONTABLE_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONTABLE_H

#include "Options.h"

namespace gilaudit {

/// One option, as the parser, --help, the manual page and the completions have
/// it.
struct OptionSpec {
  llvm::StringRef Name; ///< Without dashes; one letter: a short option.
  llvm::StringRef
      Value; ///< Placeholder, "a|b" for a choice; empty: takes none.
  llvm::StringRef Help;
  llvm::Error (*Apply)(DriverOptions &O, llvm::StringRef Value);
};

llvm::ArrayRef<OptionSpec> optionTable();

struct SubcommandSpec {
  llvm::StringRef Name;
  Command What;
  llvm::StringRef Arguments, Help;
};

llvm::ArrayRef<SubcommandSpec> subcommands();

/// Null: there is none of this name.
const OptionSpec *findOption(llvm::StringRef Name);

/// The name as it is given: "-j", "--root".
std::string dashed(llvm::StringRef Name);

} // namespace gilaudit

#endif
