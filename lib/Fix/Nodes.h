//===- Nodes.h - Guards, and which of them belong together ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_NODES_H
#define GIL_AUDIT_LIB_FIX_NODES_H

#include "gil-audit/Fix.h"

namespace gilaudit {

/// A guard that the plan asks for at one place of the text. Instances of a
/// template have one.
struct GuardNode {
  enum KindTy : uint8_t {
    Release,
    CallGuard,
    Acquire,
    Narrower, ///< A region that touches Python.
    Removal   ///< A guard that nothing needs.
  } Kind = Release;
  /// Release: all calls at that place. Acquire: Event is 0. Narrower: an event
  /// of the region. Removal: that of the guard.
  std::vector<EventRef> Where;
  unsigned Binding = 0;           ///< CallGuard.
  std::vector<unsigned> Findings; ///< That ask for it; may be empty.
  std::string Refused;            ///< Known before any text is looked at.
  unsigned Group = 0;             ///< The same for guards that go together.
};

/// All guards of the plan, in the order of their places.
std::vector<GuardNode> collectGuards(const Solution &S, const Report &R);

/// Numbers the groups: a release goes with the acquires of the callbacks that
/// it lets run without the GIL, with the releases that take the same lock, and
/// with the guards of its own function.
void groupGuards(const Solution &S, std::vector<GuardNode> &Nodes);

} // namespace gilaudit

#endif
