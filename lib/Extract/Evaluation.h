//===- Evaluation.h - What else a statement does -----------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_EVALUATION_H
#define GIL_AUDIT_LIB_EXTRACT_EVALUATION_H

#include "TuContext.h"
#include "clang/AST/ParentMap.h"

namespace gilaudit {

/// \p Call is evaluated once whenever \p Root is, and before all else in it
/// that has an effect.
bool comesFirst(const clang::Expr *Call, const clang::Expr *Root,
                const clang::ParentMap &Up, const clang::ASTContext &Ctx);

/// All that \p S does, apart from calls of free functions, is to change local
/// variables.
bool changesLocalsOnly(const clang::Stmt *S);

/// True for a temporary with a destructor in \p S: it dies with the full
/// expression, whatever was made from it.
bool makesTemporary(const clang::Stmt *S);
/// Likewise, with or without a destructor; default arguments included.
bool materializes(const clang::Stmt *S);

} // namespace gilaudit

#endif
