//===- GuardPlan.cpp - The fixpoint over facts and proposed guards --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A release that one finding asks for lets callbacks run without the GIL, an
// acquire that another asks for makes later calls run with it. Both are put in
// place virtually until nothing more is asked for. The plan only grows and is
// bounded by the number of functions and calls, so this ends.
//
//===----------------------------------------------------------------------===//
#include "Propagation.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

Solution::Solution(const Program &P, const AnalysisOptions &Options)
    : P(P), AcquireFrom(P.Functions.size(), ~0u) {
  do {
    while (Propagation(*this).run())
      ;
    findOutsideLocks();
  } while (growReleases(Options));
}

void Solution::findOutsideLocks() {
  OutsideLock.clear();
  for (const CallbackKind &K : P.Kinds)
    for (const std::string &Lock : K.AlwaysUnder) {
      if (K.Registrations.empty() || OutsideLock.count(Lock))
        continue;
      Solution Without = *this;
      Propagation(Without, Lock, this).run();
      std::vector<char> &Outside = OutsideLock[Lock];
      for (unsigned Slot : Without.HopOf)
        Outside.push_back(Slot != ~0u);
    }
}

/// Proposes a release around every call that holds the GIL and must not. A rule
/// that is switched off proposes nothing.
bool Solution::growReleases(const AnalysisOptions &Options) {
  auto Enabled = [&](llvm::StringRef Rule) {
    return !Options.RuleEnabled || Options.RuleEnabled(Rule);
  };
  bool Waits = Enabled("gil-held-across-wait");
  bool Locks = Enabled("gil-lock-order");
  bool Grown = false;
  Context Entry;
  for (const ApiCall &Call : P.ApiCalls) {
    Hazard H = hazard(Call);
    if ((Waits && H.waits() && find(Call.Where, Context::Held, Entry)) ||
        (Locks && H.Lock && findLockTaken(Call.Where, H, Entry)))
      Grown |= Plan.Releases.insert(Call.Where).second;
  }
  for (auto [Index, B] : llvm::enumerate(P.Bindings))
    if (B.Api.Model && B.Fact.Entry == GilState::Held)
      if (Hazard H = hazard(B.Api); (Waits && H.waits()) || (Locks && H.Lock))
        Grown |= Plan.BoundReleases.insert(Index).second;
  return Grown;
}

bool Solution::reached(FunctionIndex F, Context C) const {
  return HopOf[F * NumContexts + unsigned(C)] != ~0u;
}

bool Solution::reached(FunctionIndex F) const {
  for (unsigned C = 0; C != NumContexts; ++C)
    if (Context(C) != Context::Unknown && reached(F, Context(C)))
      return true;
  return false;
}

Context Solution::at(EventRef E, Context Entry) const {
  switch (P.event(E).State) {
  case GilState::Held:
    return Context::Held;
  case GilState::Released:
    return Context::Region;
  case GilState::Mixed:
    return Context::Mixed;
  case GilState::Inherited:
    break;
  }
  return guardPlanned(E) && Entry != Context::AfterExit ? Context::Held : Entry;
}

template <typename Fn>
bool Solution::findEntry(EventRef E, Context Wanted, Context &Entry,
                         Fn Accept) const {
  unsigned Best = ~0u;
  for (unsigned C = 0; C != NumContexts; ++C) {
    unsigned Slot = E.Function * NumContexts + C;
    unsigned H = HopOf[Slot];
    if (H != ~0u && Hops[H].Depth < Best && at(E, Context(C)) == Wanted &&
        Accept(Slot)) {
      Best = Hops[H].Depth;
      Entry = Context(C);
    }
  }
  return Best != ~0u;
}

bool Solution::find(EventRef E, Context Wanted, Context &Entry) const {
  return findEntry(E, Wanted, Entry, [](unsigned) { return true; });
}

bool Solution::findLockTaken(EventRef E, const Hazard &H,
                             Context &Entry) const {
  auto Outside = OutsideLock.find(H.Lock->Name);
  return findEntry(E, Context::Held, Entry, [&](unsigned Slot) {
    return Outside == OutsideLock.end() || Outside->second[Slot];
  });
}

int Solution::firstNeed(FunctionIndex F, bool OwnOnly) const {
  for (auto [Index, E] : llvm::enumerate(P.function(F).Events)) {
    if (E.State != GilState::Inherited)
      continue;
    EventRef Ref{F, unsigned(Index)};
    if (E.Kind == EventKind::PyOp)
      return Index;
    if (!OwnOnly && E.Kind == EventKind::Call &&
        llvm::any_of(P.callees(Ref), [&](FunctionIndex Callee) {
          return P.needsGil(Callee, /*WithReleases=*/false);
        }))
      return Index;
  }
  return -1;
}

namespace {

/// Whom a waiting call waits for: the kind with the strongest backing, or a
/// callback of its own.
void findWait(const Program &P, const ApiCall &Call, Hazard &H) {
  auto Own = [&](KindIndex Kind, llvm::ArrayRef<FunctionIndex> Functions) {
    for (FunctionIndex F : Functions)
      if (H.WaitsForFunction < 0 && P.closureTouchesPython(F)) {
        H.WaitsFor = Kind;
        H.WaitsForFunction = F;
      }
  };
  for (const InvokeEffect &I : Call.Invokes) {
    if (!I.OnWorkers || H.WaitsForFunction >= 0)
      continue;
    if (I.Claim->OfObject) {
      Own(I.Kind, Call.Object);
      continue;
    }
    Backing Python = P.Kinds[I.Kind].Python;
    if (Python == Backing::None)
      continue;
    H.OtherKinds += H.WaitsFor >= 0;
    if (H.WaitsFor < 0 || Python > P.Kinds[H.WaitsFor].Python)
      H.WaitsFor = I.Kind;
  }
  for (const CallbackArg &C : Call.Callbacks)
    if (C.OnWorkers && H.WaitsFor < 0)
      Own(C.Kind, C.Functions);
}

} // namespace

Hazard Solution::hazard(const ApiCall &Call) const {
  Hazard H;
  if (Call.Waits)
    findWait(P, Call, H);
  for (const LockClaim *C : Call.Locks) {
    const LockHolder *Holder = P.dangerousLock(C->Name);
    if (!Holder || (H.Lock && (!H.LockOnErrorOnly || C->OnError)))
      continue;
    H.Lock = C;
    H.Holder = *Holder;
    H.LockOnErrorOnly = C->OnError;
    for (const std::string &Name : C->WhileCalling)
      if (const CallbackKind *K = P.kind(Name);
          K && K->Python >= P.Kinds[Holder->Kind].Python)
        H.Holder = {Call.Model, C, KindIndex(K - P.Kinds.data())};
  }
  return H;
}
