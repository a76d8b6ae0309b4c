//===- Solution.h - GIL states of the whole program -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which states each function can be entered, and who put them there. Breadth
// first from the roots (bindings, callbacks), so the chain of hops that leads
// to a state is a shortest one: the witness.
//
// Two-sided faults are solved to a fixpoint over a GuardPlan: guards that the
// findings ask for are put in place virtually, and what they expose is found in
// the same run. The plan only grows.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_SOLUTION_H
#define GIL_AUDIT_SOLUTION_H

#include "gil-audit/Program.h"
#include <map>
#include <set>
#include <vector>

namespace gilaudit {

/// The absolute state in which code runs, with the reason where it is released.
enum class Context : uint8_t {
  Held,      ///< This thread holds the GIL.
  Callback,  ///< Released; entered as a callback, or as the body of a thread.
  Region,    ///< Released by a region of a caller or by a call guard.
  AfterExit, ///< The interpreter is gone (static destructors, Py_AtExit).
  Mixed,     ///< Paths disagree: no proof.
  Unknown,   ///< No root reaches it: no proof.
};
constexpr unsigned NumContexts = 6;

inline bool isReleased(Context C) {
  return C == Context::Callback || C == Context::Region;
}

/// How a function came to be entered in a context.
struct Hop {
  enum class How : uint8_t {
    Binding,   ///< Root: Program::Bindings[Index] names it.
    Worker,    ///< Root: a callback that a worker (or thread) runs.
    Destroyed, ///< Root: the closure of such a callback dies there.
    Unreached, ///< Root: nobody is seen to call it.
    Call,      ///< From calls it.
    Callback,  ///< The API function that From calls runs it.
    BoundApi,  ///< The API function that Bindings[Index] binds runs it.
  };
  How By = How::Unreached;
  unsigned Index = 0; ///< Binding, BoundApi.
  KindIndex Kind = 0; ///< Worker, Destroyed, Callback, BoundApi.
  EventRef Handed;    ///< Likewise: the call that hands it over.
  EventRef From;      ///< Call, Callback.
  Context FromContext =
      Context::Unknown; ///< In which From's function is entered.
  /// Callback, BoundApi: the call holds the GIL today; the plan releases it.
  bool Planned = false;
  FunctionIndex Function = 0;    ///< The function that is entered, and
  Context In = Context::Unknown; ///< in which context.
  unsigned Depth = 0;            ///< Hops from the root.
};

/// Guards that the findings ask for.
struct GuardPlan {
  /// ApiCall events around which the GIL is released.
  std::set<EventRef> Releases;
  /// Bindings of an API function that get a call guard.
  std::set<unsigned> BoundReleases;
  /// Functions that acquire it from this event on.
  std::map<FunctionIndex, unsigned> Acquires;
};

/// Why a call with the GIL held may block for ever.
struct Hazard {
  /// Waits for workers that may run this kind; -1: it does not.
  int WaitsFor = -1;
  /// The callback that runs there, where it is not a retained kind's: one of
  /// the call's own (during-call, of the object); else -1.
  int WaitsForFunction = -1;
  unsigned OtherKinds = 0; ///< Python-backed kinds that run there as well.
  /// Takes this lock, under which Holder (the call itself, if it does) runs a
  /// Python-backed kind.
  const LockClaim *Lock = nullptr;
  LockHolder Holder;
  bool LockOnErrorOnly = false;
  bool waits() const { return WaitsFor >= 0; }
  explicit operator bool() const { return waits() || Lock; }
};

class Solution {
public:
  Solution(const Program &P, const AnalysisOptions &Options);

  const Program &program() const { return P; }
  const GuardPlan &plan() const { return Plan; }

  bool reached(FunctionIndex F, Context C) const;
  /// Reached from a root, in whatever context.
  bool reached(FunctionIndex F) const;
  /// The context of event \p E of a function entered in \p Entry, planned
  /// acquires in place (a planned release changes what the call runs, not the
  /// context of the call).
  Context at(EventRef E, Context Entry) const;
  /// Some reached entry in which \p E is in \p Wanted; returns false if none,
  /// else the entry with the shortest chain.
  bool find(EventRef E, Context Wanted, Context &Entry) const;
  /// Likewise for a call that takes the lock of \p H with the GIL held, entries
  /// left out that are only reached from a callback which runs under that lock
  /// anyway: its thread owns it.
  bool findLockTaken(EventRef E, const Hazard &H, Context &Entry) const;
  /// From a root to the function entered in that context. Empty: not reached.
  std::vector<Hop> chain(FunctionIndex F, Context C) const;

  /// What can go wrong when this call is made with the GIL held.
  Hazard hazard(const ApiCall &Call) const;

  /// True if a planned acquire covers \p E.
  bool guardPlanned(EventRef E) const {
    return E.Event >= AcquireFrom[E.Function];
  }

  /// The first event of \p F that needs the GIL when \p F is entered without
  /// it: an operation of its own (\p OwnOnly) or a call that reaches one; -1.
  int firstNeed(FunctionIndex F, bool OwnOnly) const;

private:
  friend class Propagation;
  bool growReleases(const AnalysisOptions &Options);
  void findOutsideLocks();
  template <typename Fn>
  bool findEntry(EventRef E, Context Wanted, Context &Entry, Fn Accept) const;

  const Program &P;
  GuardPlan Plan;
  std::vector<unsigned> AcquireFrom; ///< Plan.Acquires by function; ~0u: none.
  std::vector<Hop> Hops;             ///< In the order in which they were made.
  /// Function * NumContexts + context -> Hops; ~0u: not reached.
  std::vector<unsigned> HopOf;
  /// By lock: which of HopOf are reached without passing a callback under it.
  std::map<std::string, std::vector<char>> OutsideLock;
};

/// The shortest path from \p From (a Call event, or any event that is itself
/// such an operation) down to a Python operation or a release guard that runs
/// without the GIL when \p From does, planned acquires in place. \p From is the
/// first step, the operation the last. Empty: none.
std::vector<EventRef> pathToUnguardedOperation(const Solution &S,
                                               EventRef From);

/// The shortest path from \p F to a Python operation or an acquire, which is
/// the last step. Empty: none.
std::vector<EventRef> pathToPython(const Program &P, FunctionIndex F);

/// A project lock that is taken with the GIL held in one place and under which
/// the GIL is taken in another.
struct LockInversion {
  std::string Lock, Name;
  EventRef Taken;        ///< The Lock event, in context Held
  Context TakenEntry;    ///< of a function entered so.
  EventRef Acquires;     ///< The Acquire (or Release: on its way back) event
  Context AcquiresEntry; ///< of a function entered so.
  std::vector<EventRef> Under; ///< Call events from where the lock is held down
                               ///< to the function of Acquires; may be empty.
  EventRef Holds;              ///< The Lock event on that path.
};

/// One for each lock, sorted by lock id.
std::vector<LockInversion> findLockInversions(const Solution &S);

} // namespace gilaudit

#endif
