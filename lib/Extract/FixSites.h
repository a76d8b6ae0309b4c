//===- FixSites.h - What a fix will need to know ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_FIXSITES_H
#define GIL_AUDIT_LIB_EXTRACT_FIXSITES_H

#include "TuContext.h"

namespace gilaudit {

class FixSites {
public:
  explicit FixSites(TuContext &Tu) : Tu(Tu) {}

  /// Describes the place of \p E in \p F; the index into TUFacts::FixSites.
  int record(const clang::FunctionDecl *F, const clang::Expr *E);

private:
  TuContext &Tu;
  llvm::DenseMap<const clang::Expr *, int> Known;
};

} // namespace gilaudit

#endif
