//===- Removal.h - Guards that go --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_REMOVAL_H
#define GIL_AUDIT_LIB_FIX_REMOVAL_H

#include "Placement.h"

namespace gilaudit {

/// Takes the guard variable that \p Guard declares out of the text, with the
/// lines of comment right before it, and the braces of a block that was there
/// for it alone. Returns those comments, a line each.
std::string removeGuard(Source &Text, const Body &B, const StatementFact &Guard,
                        FileChange &Change);

/// The statement of the guard variable that is constructed at \p Where; -1: it
/// is no variable, a token, or in a macro.
int guardStatement(const Body &B, const Loc &Where);

} // namespace gilaudit

#endif
