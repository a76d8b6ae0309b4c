//===- CommandFiles.h - Files that hold compile flags -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_COMMANDFILES_H
#define GIL_AUDIT_LIB_EXTRACT_COMMANDFILES_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gilaudit {

/// Puts the words of FILE in place of each @FILE, which is relative to
/// \p Directory. Fails on one that cannot be read; but module maps (.modmap),
/// which CMake has only after a build and of which nothing is kept, are left
/// out.
llvm::Error expandResponseFiles(std::vector<std::string> &Command,
                                llvm::StringRef Directory);

} // namespace gilaudit

#endif
