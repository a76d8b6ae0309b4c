//===- Keys.h - Object keys of expressions ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Actions.h for what keys look like. Keys also knows, for an expression
// that makes an object, where that object will live: the variable that it
// initialises, the field, the function's result, or a temporary.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_KEYS_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_KEYS_H

#include "TuContext.h"

namespace gilaudit {

class Keys {
public:
  Keys(TuContext &Tu, const clang::FunctionDecl *F) : Tu(Tu), F(F) {}

  /// The key of what \p E denotes; empty if it cannot be named.
  std::string of(const clang::Expr *E) const;
  std::string ofVar(const clang::VarDecl *V) const;
  /// What a parameter stands for inside the function.
  std::string ofParam(const clang::ParmVarDecl *P) const;
  /// What an argument is to the callee: for `&x` that is x.
  std::string ofArgument(const clang::Expr *Arg, clang::QualType Param) const;

  /// Says that the object made by \p E will live at \p Key.
  void place(const clang::Expr *E, const std::string &Key);
  /// Where the object made by \p E lives; empty if nobody said so.
  std::string destination(const clang::Expr *E) const;
  std::string temporary(const clang::CXXBindTemporaryExpr *E) const;

private:
  bool isOwn(const clang::VarDecl *V) const;

  TuContext &Tu;
  const clang::FunctionDecl *F;
  llvm::DenseMap<const clang::Expr *, std::string> Destinations;
};

/// The class template of a library class ("unique_ptr"), or "".
llvm::StringRef templateName(const clang::CXXRecordDecl *R);
/// Its type argument \p I (packs are opened); null if there is none.
clang::QualType typeArgument(const clang::CXXRecordDecl *R, unsigned I);
/// True for what PyEval_SaveThread and PyGILState_Ensure return.
bool isToken(clang::QualType T);
/// optional, unique_ptr, shared_ptr.
bool isHolderName(llvm::StringRef Name);

} // namespace gilaudit

#endif
