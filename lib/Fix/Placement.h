//===- Placement.h - One guard's text and place -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_PLACEMENT_H
#define GIL_AUDIT_LIB_FIX_PLACEMENT_H

#include "Body.h"
#include "Source.h"
#include "gil-audit/Fix.h"

namespace gilaudit {

/// Where one guard goes. Refused, or with edits in one file.
struct Placement {
  std::string Refused;
  FileChange Change; ///< File is empty: another placement's guard covers it.
  unsigned Anchor = 0; ///< An offset of the edits, or of the guard that covers.
  unsigned Releases = 0, Acquires = 0, CallGuards = 0, Moved = 0;
};

/// What all placements share.
struct PlacementContext {
  const Program &P;
  const Solution &S;
  Source &Text;
  const FixOptions &Options;
};

/// Releases around \p Calls, which are ApiCall events of function \p F; one
/// placement for each, in the order of \p Calls. Adjacent ones share a guard.
/// \p Why: the comment for each; empty: none. \p Region: a region of \p F that
/// these releases replace, and whose guard was called \p OldName; -1: none.
std::vector<Placement> placeReleases(const PlacementContext &C, FunctionIndex F,
                                     llvm::ArrayRef<unsigned> Calls,
                                     llvm::ArrayRef<std::string> Why,
                                     int Region = -1,
                                     const std::string &OldName = "");

/// An acquire in \p F that covers all its operations. \p Teardown: it may run
/// when the interpreter is going away.
Placement placeAcquire(const PlacementContext &C, FunctionIndex F,
                       bool Teardown, const std::string &Why);

/// Region number \p R of \p F, in which Python is touched: its guard goes, and
/// what blocks in it is released anew, or the guard's scope ends earlier.
Placement placeNarrower(const PlacementContext &C, FunctionIndex F, int R);

/// The guard of \p F at \p Where goes.
Placement placeRemoval(const PlacementContext &C, FunctionIndex F,
                       const Loc &Where);

/// The binding of \p F that may get a call guard in place of releases in \p F:
/// all of its body may run without the GIL, only Python calls it, through one
/// binding, and the file has call guards already. -1: none.
int callGuardBinding(const PlacementContext &C, FunctionIndex F);

/// A call guard at binding number \p B.
Placement placeCallGuard(const PlacementContext &C, unsigned B);

} // namespace gilaudit

#endif
