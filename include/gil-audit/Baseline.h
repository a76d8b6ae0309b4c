//===- Baseline.h - Findings that are known ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A baseline is a text file of findings that were there before: those do not
// count. It is made to be kept under version control: one line a finding, all
// lines sorted, no line number in it.
//
//   gil-audit-baseline/1
//   scope lib/Bindings                  what was audited; none: everything
//   FILE: RULE FINGERPRINT CONTENT FUNCTION: MESSAGE
//
// Lines in any order and lines twice are taken, as merges make them. Empty
// lines and those that begin with '#' mean nothing.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_BASELINE_H
#define GIL_AUDIT_BASELINE_H

#include "gil-audit/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace gilaudit {

struct Baseline {
  std::vector<std::string> Scope;     ///< Sorted; empty: the whole project.
  std::vector<BaselineEntry> Entries; ///< Sorted, no fingerprint twice.
};

/// Parses \p Text. Fails with "NAME:LINE: what is wrong there".
llvm::Expected<Baseline> readBaseline(llvm::StringRef Text,
                                      llvm::StringRef Name);

/// The inverse; sorts the entries first.
std::string writeBaseline(Baseline B);

/// Whether the run would have found it if it were still there.
using LookedFor = std::function<bool(const BaselineEntry &)>;

/// Sets BaselineState of all findings of \p R that are not suppressed, and
/// R.Baseline but for its File. An entry stands for one finding: the one of its
/// fingerprint, else one of its content, such as that of a renamed file or of a
/// function that went to another file.
void compareWithBaseline(Report &R, const Baseline &B, const LookedFor &Looked);

/// What --prune-baseline writes: \p R, which was compared, without what is
/// fixed. New findings stay out.
Baseline prunedBaseline(const Report &R);

/// What --write-baseline writes: all findings of \p R that are not suppressed,
/// and the entries of the old file that the run left out.
Baseline completeBaseline(const Report &R);

} // namespace gilaudit

#endif
