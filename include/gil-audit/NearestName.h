//===- NearestName.h - "Did you mean ...?" ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_NEARESTNAME_H
#define GIL_AUDIT_NEARESTNAME_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gilaudit {

/// The element of \p Candidates that \p Name is most likely a misspelling of,
/// the first one of equals; empty if none is close (two letters, or a third of a long name).
template <class Strings>
std::string nearestName(llvm::StringRef Name, const Strings &Candidates) {
  unsigned Limit = std::max<size_t>(2, Name.size() / 3) + 1;
  std::string Best;
  for (llvm::StringRef Candidate : Candidates) {
    unsigned Distance = Name.edit_distance(Candidate, true, Limit);
    if (Distance >= Limit)
      continue;
    Limit = Distance;
    Best = Candidate.str();
  }
  return Best;
}

} // namespace gilaudit

#endif
