//===- Order.h - What to show where not all fits ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_ORDER_H
#define GIL_AUDIT_LIB_REPORT_ORDER_H

#include "gil-audit/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace gilaudit {

/// 0 for an error, 1 for a warning, 2 for everything else.
inline unsigned severityRank(const Finding &F) {
  return F.Severity == "error" ? 0 : F.Severity == "warning" ? 1 : 2;
}

/// The findings of \p R that \p Wanted takes, those that do not count last, the
/// most severe first, else in the order of the report.
template <typename Predicate>
std::vector<const Finding *> mostSevereFirst(const Report &R,
                                             Predicate Wanted) {
  std::vector<const Finding *> All;
  for (const Finding &F : R.Findings)
    if (Wanted(F))
      All.push_back(&F);
  llvm::stable_sort(All, [](const Finding *A, const Finding *B) {
    return std::pair(!A->counts(), severityRank(*A)) <
           std::pair(!B->counts(), severityRank(*B));
  });
  return All;
}

} // namespace gilaudit

#endif
