//===- Root.h - Which folder is the project ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_ROOT_H
#define GIL_AUDIT_LIB_DRIVER_ROOT_H

#include "CompileUnits.h"

namespace gilaudit {

/// The top of the git work tree that \p File is in; empty: in none.
std::string gitTopLevel(llvm::StringRef File);

/// The nearest folder that has all \p Files below it; \p Files are absolute.
std::string commonAncestor(llvm::ArrayRef<std::string> Files);

/// The root where the user gave none: the git top level of the first unit, else
/// the nearest common ancestor of the units and of the headers that they include
/// through non-system paths. Headers that share no more than the top folder with
/// the units (/usr, /home, ...) are somebody else's.
std::string findRoot(llvm::ArrayRef<CompileUnit> Units);

} // namespace gilaudit

#endif
