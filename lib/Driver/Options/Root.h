//===- Root.h - Which folder is the project ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_ROOT_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_ROOT_H

#include "Units/CompileUnits.h"
#include <set>

namespace gilaudit {

/// The root that the user gave. Fails where it is no folder.
llvm::Expected<std::string> givenRoot(const DriverOptions &O);

/// The top of the git work tree that \p File is in; empty: in none.
std::string gitTopLevel(llvm::StringRef File);

/// The nearest folder that has all \p Files below it; \p Files are absolute.
std::string commonAncestor(llvm::ArrayRef<std::string> Files);

/// The root of \p Files (absolute, never empty): the git top level of the
/// first, else the nearest common ancestor of all and of \p Headers. Headers
/// that share no more than the top folder with the files (/usr, /home, ...) are
/// somebody else's.
std::string rootOf(llvm::ArrayRef<std::string> Files,
                   const std::set<std::string> &Headers);

/// The root where the user gave none: that of the units and of the headers that
/// they include through non-system paths.
std::string findRoot(llvm::ArrayRef<CompileUnit> Units);

} // namespace gilaudit

#endif
