//===- Fix.h - From findings to guards ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GuardPlan of a Solution says which guards the findings ask for; Fix says
// where in the text each of them goes, in which form, and which of them only
// work together. Nothing is parsed and nothing is written here: a plan is text
// edits, still unformatted (Edit.h), and unproved (Proof.h).
//
// Guards form closures: a release, the acquires of the callbacks that it lets
// run without the GIL, and its siblings that take the same lock. A closure is
// planned as a whole or refused as a whole.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_FIX_H
#define GIL_AUDIT_FIX_H

#include "gil-audit/Edit.h"
#include "gil-audit/Finding.h"
#include "gil-audit/Solution.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gilaudit {

struct FixOptions {
  /// A line of comment at each new guard says why it is there.
  bool Comments = false;
  /// A C++ expression: the GIL is released only where it holds
  /// (--fix-style=conditional). Empty: always.
  std::string Condition;
  /// Acquires only, as if no release were engaged.
  bool OnlyAcquires = false;
  /// Which findings ask for a fix; their closures come whole. Empty: all.
  std::function<bool(const Finding &)> Seed;
  /// Closures that may not be planned (a proof failed), by id, with the reason.
  std::map<std::string, std::string> Rejected;
};

/// Guards that only work together.
struct Closure {
  /// The same for the same findings, whatever else there is.
  std::string Id;
  std::vector<unsigned> Findings;  ///< Indices into Report::Findings; sorted.
  std::vector<FileChange> Changes; ///< One a file, sorted; empty if refused.
  std::string Refused;             ///< Why there is no edit; empty: there is.
  unsigned Releases = 0;           ///< New guards, by kind. Two calls in one
  unsigned Acquires = 0;           ///< block share one.
  unsigned CallGuards = 0;
  unsigned Moved = 0; ///< Guards that were there and are moved or widened.
};

/// What is to be done about one finding.
struct FindingFix {
  int Closure = -1;   ///< Index into FixPlan::Closures; -1: none.
  std::string Reason; ///< Why there is no fix; empty: there is one.
  /// Where its own edits are: file and offset in the old text.
  std::vector<std::pair<std::string, unsigned>> Anchors;
};

struct FixPlan {
  std::vector<Closure> Closures;    ///< Sorted by their first finding. Of two
                                    ///< closures no two edits meet.
  std::vector<FindingFix> Findings; ///< One for each of Report::Findings.
};

/// Plans the fixes of \p R, which was made from \p S. \p Read gives the text of
/// the audited files; a file that cannot be read refuses its closures.
FixPlan planFixes(const Solution &S, const Report &R, const FixOptions &Options,
                  const FileReader &Read);

} // namespace gilaudit

#endif
