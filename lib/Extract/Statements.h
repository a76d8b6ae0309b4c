//===- Statements.h - Where in a body its events are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_STATEMENTS_H
#define GIL_AUDIT_LIB_EXTRACT_STATEMENTS_H

#include "TuContext.h"

namespace gilaudit {

/// Fills Statements, Body, ReturnsVoid, IsConstexpr and Names of \p Facts,
/// whose Events are complete, from \p F.
void describeBody(TuContext &Tu, const clang::FunctionDecl *F,
                  FunctionFacts &Facts);

/// The condition of an `if (...) return;` in \p F that asks whether the
/// interpreter is going away, as written, with its place; or an empty text.
std::pair<std::string, Loc> finalizationTest(TuContext &Tu,
                                             const clang::FunctionDecl *F);

} // namespace gilaudit

#endif
