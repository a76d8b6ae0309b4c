//===- Locks.cpp - Project locks against the GIL --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread holds the lock and waits for the GIL, another holds the GIL and
// waits for the lock. Both halves must be proven: a Lock event in context Held,
// and an acquire that really has to wait (context Callback or Region) under the
// same lock, taken in the same function or further up the calls. A release
// guard under the lock takes the GIL again at its end, so it is an acquire as
// well.
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Solution.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>

using namespace gilaudit;

namespace {

class InversionFinder {
public:
  explicit InversionFinder(const Solution &S) : S(S), P(S.program()) {}

  std::vector<LockInversion> run() {
    collect();
    std::vector<LockInversion> Found;
    for (auto &[Id, Facts] : Locks)
      if (Facts.TakenWithGil)
        if (std::optional<LockInversion> I = findAcquire(Id, Facts))
          Found.push_back(std::move(*I));
    return Found;
  }

private:
  struct LockUse {
    std::string Name;
    bool TakenWithGil = false;
    EventRef Taken;
    Context TakenEntry = Context::Held;
    std::vector<EventRef> Under; ///< Events under the lock in their function.
  };
  struct Step {
    EventRef From; ///< The call that led here.
    int Up = -1;   ///< Index of the step that it was made in, -1: the start.
    FunctionIndex Function = 0;
    Context In = Context::Unknown;
  };

  auto place(EventRef E) const {
    const Loc &L = P.event(E).Where;
    return std::make_tuple(L.File, L.Line, L.Column);
  }

  void collect() {
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
      const FunctionFacts &Facts = P.function(F);
      if (Facts.Locks.empty())
        continue;
      for (auto [Index, E] : llvm::enumerate(Facts.Events)) {
        EventRef Ref{F, unsigned(Index)};
        for (int L : E.Locks)
          Locks[Facts.Locks[L].Id.str()].Under.push_back(Ref);
        if (E.Kind == EventKind::Lock && E.Index >= 0)
          noteTaken(Facts.Locks[E.Index], Ref);
      }
    }
  }

  void noteTaken(const LockFact &Lock, EventRef Ref) {
    LockUse &Use = Locks[Lock.Id.str()];
    Context Entry;
    if (!S.find(Ref, Context::Held, Entry) ||
        (Use.TakenWithGil && place(Use.Taken) <= place(Ref)))
      return;
    Use.TakenWithGil = true;
    Use.Name = Lock.Name.str();
    Use.Taken = Ref;
    Use.TakenEntry = Entry;
  }

  /// True if this event makes its thread wait for the GIL in that context.
  bool waitsForGil(EventRef E, Context In) const {
    const Event &Ev = P.event(E);
    Context Here = S.at(E, In);
    if (Ev.Kind == EventKind::Acquire)
      return isReleased(Here);
    if (Ev.Kind == EventKind::Release)
      return Here == Context::Held;
    // A planned acquire goes in front of this event.
    auto Planned = S.plan().Acquires.find(E.Function);
    return Planned != S.plan().Acquires.end() && Planned->second == E.Event &&
           isReleased(In);
  }

  std::optional<LockInversion> findAcquire(const std::string &Id,
                                           const LockUse &Use) {
    Steps.clear();
    Seen.clear();
    for (EventRef E : Use.Under)
      for (unsigned C = 0; C != NumContexts; ++C)
        if (S.reached(E.Function, Context(C)))
          if (auto I = inspect(Id, Use, E, Context(C), -1))
            return I;
    for (size_t Next = 0; Next != Steps.size(); ++Next) {
      Step Here = Steps[Next];
      for (unsigned I = 0; I != P.function(Here.Function).Events.size(); ++I)
        if (auto Found = inspect(Id, Use, {Here.Function, I}, Here.In, Next))
          return Found;
    }
    return std::nullopt;
  }

  /// One event under the lock: the end of the search, or more to search.
  std::optional<LockInversion> inspect(const std::string &Id,
                                       const LockUse &Use, EventRef E,
                                       Context In, int Up) {
    if (waitsForGil(E, In))
      return inversion(Id, Use, E, In, Up);
    Context Here = S.at(E, In);
    for (FunctionIndex Callee : P.callees(E))
      if (Seen.insert({Callee, unsigned(Here)}).second)
        Steps.push_back({E, Up, Callee, Here});
    return std::nullopt;
  }

  LockInversion inversion(const std::string &Id, const LockUse &Use, EventRef E,
                          Context In, int Up) const {
    LockInversion I;
    I.Lock = Id;
    I.Name = Use.Name;
    I.Taken = Use.Taken;
    I.TakenEntry = Use.TakenEntry;
    I.Acquires = E;
    I.AcquiresEntry = In;
    EventRef Outermost = E;
    for (int At = Up; At >= 0; At = Steps[At].Up) {
      Outermost = Steps[At].From;
      I.Under.insert(I.Under.begin(), Outermost);
    }
    I.Holds = lockEvent(Id, Outermost);
    return I;
  }

  /// Where \p Id was taken that is held at \p E.
  EventRef lockEvent(const std::string &Id, EventRef E) const {
    const FunctionFacts &F = P.function(E.Function);
    for (int L : P.event(E).Locks)
      if (F.Locks[L].Id == Id)
        for (auto [Index, Ev] : llvm::enumerate(F.Events))
          if (Ev.Kind == EventKind::Lock && Ev.Index == L)
            return {E.Function, unsigned(Index)};
    return E;
  }

  const Solution &S;
  const Program &P;
  std::map<std::string, LockUse> Locks;
  std::vector<Step> Steps;
  std::set<std::pair<FunctionIndex, unsigned>> Seen;
};

} // namespace

std::vector<LockInversion> gilaudit::findLockInversions(const Solution &S) {
  return InversionFinder(S).run();
}
