//===- Judge.h - What speaks against a trial --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROOF_JUDGE_H
#define GIL_AUDIT_LIB_PROOF_JUDGE_H

#include "Blame.h"
#include "Trial.h"
#include <map>

namespace gilaudit {

/// Closure -> why it does not hold: what was seen first.
using Verdicts = std::map<unsigned, std::string>;

/// Which closures of \p Plan, applied as \p Files, break the units of \p T.
Verdicts judgeErrors(const ProofInput &In, const Trial &T, const Blame &B);

/// Compares the report before with the one after: findings that are not gone,
/// findings and unfollowed code that are new.
Verdicts judgeReports(const FixPlan &Plan, const Report &Before,
                      const Report &After, const Blame &B);

/// \p Second is the plan for the edited files. Whatever it would change, a
/// second run would change.
Verdicts judgeSecondPlan(const FixPlan &Second, const Blame &B);

} // namespace gilaudit

#endif
