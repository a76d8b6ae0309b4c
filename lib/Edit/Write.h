//===- Write.h - All files or none ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EDIT_WRITE_H
#define GIL_AUDIT_LIB_EDIT_WRITE_H

#include "gil-audit/Edit.h"
#include "llvm/Support/FileSystem.h"

namespace gilaudit {

/// Gives a temporary file its final name. Tests let it fail.
using Renamer =
    llvm::function_ref<llvm::Error(llvm::sys::fs::TempFile &, llvm::StringRef)>;

/// writeEdited with another way to rename.
llvm::Error writeEdited(llvm::ArrayRef<EditedFile> Files, Renamer Rename);

} // namespace gilaudit

#endif
