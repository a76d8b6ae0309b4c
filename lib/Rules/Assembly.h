//===- Assembly.h - From raw findings to a report ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_RULES_ASSEMBLY_H
#define GIL_AUDIT_LIB_RULES_ASSEMBLY_H

#include "gil-audit/Rule.h"

namespace gilaudit {

/// Fills Fingerprint, Likeness and Content of all \p Findings, which are in
/// their final order, from the rule, the function's name and file (not
/// Content), and what is called or done there. Neither lines nor messages go
/// in; \p Keys are Subject and Sink of each.
void fillFingerprints(
    std::vector<Finding> &Findings,
    const std::vector<std::pair<std::string, std::string>> &Keys);

struct SuppressionInput {
  bool AllowWithoutReason = false;
  bool Partial = false; ///< Nothing is stale: AnalysisOptions::Partial.
  std::function<bool(llvm::StringRef)> RuleRuns;
};

/// A comment that is wrong or stale; its places are of the program.
struct CommentFinding {
  const RuleInfo *Rule;
  RawFinding Finding;
};

/// Sets Suppression of those of \p Raw that comments cover. Returns what is to
/// be said about the comments.
std::vector<CommentFinding> suppress(const Program &P,
                                     const SuppressionInput &In,
                                     std::vector<RawFinding> &Raw);

/// One group for each Finding::Group, sorted by id.
std::vector<Group> tellGroups(const Program &P,
                              const std::vector<Finding> &Findings);

/// takeMatrix() makes the Matrix.
Inventory takeInventory(const Solution &S);

/// A finding and where in the program it is: at several places if it is one of
/// a template.
struct LocatedFinding {
  const Finding *What = nullptr;
  int Function = -1; ///< -1: a binding, see Target.
  FixTarget Target;
};

/// Every binding against every kind of callback that it has to do with.
std::vector<MatrixRow> takeMatrix(const Solution &S,
                                  llvm::ArrayRef<LocatedFinding> Findings);

} // namespace gilaudit

#endif
