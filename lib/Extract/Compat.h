//===- Compat.h - Differences between LLVM 19 and 22 ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_COMPAT_H
#define GIL_AUDIT_LIB_EXTRACT_COMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Version.h"

namespace gilaudit::compat {

inline clang::QualType recordType(clang::ASTContext &Ctx,
                                  const clang::CXXRecordDecl *R) {
#if CLANG_VERSION_MAJOR >= 22
  return Ctx.getCanonicalTagType(R);
#else
  return Ctx.getRecordType(R);
#endif
}

} // namespace gilaudit::compat

#endif
