//===- FixSites.cpp - What a fix will need to know ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixSites.h"

using namespace clang;
using namespace gilaudit;

int FixSites::record(const FunctionDecl *F, const Expr *E) { return -1; }
