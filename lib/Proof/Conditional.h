//===- Conditional.h - Releases that a condition engages --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROOF_CONDITIONAL_H
#define GIL_AUDIT_LIB_PROOF_CONDITIONAL_H

#include "gil-audit/Proof.h"

namespace gilaudit {

/// Tries what \p Scoped, the proof of the same fixes without their condition,
/// leaves open: with no release engaged, nothing may be found but the waits and
/// locks that the condition excuses; and the text with the condition compiles.
/// Returns the fixes with the condition, or none, with the reason.
llvm::Expected<ProvedFixes> proveCondition(const ProofInput &In,
                                           const FixOptions &Options,
                                           ProvedFixes Scoped, FileReader Read);

} // namespace gilaudit

#endif
