//===- Witness.cpp - Shortest paths that tell why -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Solution.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace gilaudit;

std::vector<Hop> Solution::chain(FunctionIndex F, Context C) const {
  std::vector<Hop> Chain;
  while (reached(F, C)) {
    const Hop &H = Hops[HopOf[F * NumContexts + unsigned(C)]];
    Chain.push_back(H);
    if (H.By != Hop::How::Call && H.By != Hop::How::Callback)
      break;
    F = H.From.Function;
    C = H.FromContext;
  }
  std::reverse(Chain.begin(), Chain.end());
  return Chain;
}

namespace {

/// Breadth first from some functions to the first event that \p IsGoal accepts,
/// along the calls that \p Follow accepts.
template <typename GoalFn, typename FollowFn>
std::vector<EventRef> search(const Program &P,
                             llvm::ArrayRef<FunctionIndex> Starts,
                             GoalFn IsGoal, FollowFn Follow, bool ThroughApis) {
  llvm::DenseMap<FunctionIndex, EventRef> CalledFrom;
  std::vector<FunctionIndex> Queue;
  const EventRef Root{~0u, 0};
  auto Enter = [&](FunctionIndex F, EventRef From) {
    if (CalledFrom.try_emplace(F, From).second)
      Queue.push_back(F);
  };
  for (FunctionIndex F : Starts)
    Enter(F, Root);
  for (size_t Next = 0; Next != Queue.size(); ++Next) {
    FunctionIndex F = Queue[Next];
    for (auto [Index, E] : llvm::enumerate(P.function(F).Events)) {
      EventRef Ref{F, unsigned(Index)};
      if (IsGoal(Ref)) {
        std::vector<EventRef> Path = {Ref};
        for (EventRef Up = CalledFrom.lookup(F); !(Up == Root);
             Up = CalledFrom.lookup(Up.Function))
          Path.push_back(Up);
        std::reverse(Path.begin(), Path.end());
        return Path;
      }
      if (!Follow(Ref))
        continue;
      for (FunctionIndex Callee : P.callees(Ref))
        Enter(Callee, Ref);
      if (const ApiCall *Call = ThroughApis ? P.apiCall(Ref) : nullptr)
        for (const CallbackArg &C : Call->Callbacks)
          if (!C.Claim->Retained)
            for (FunctionIndex Callback : C.Functions)
              Enter(Callback, Ref);
    }
  }
  return {};
}

} // namespace

std::vector<EventRef> gilaudit::pathToUnguardedOperation(const Solution &S,
                                                         EventRef From) {
  const Program &P = S.program();
  auto IsOperation = [&](EventRef E) {
    EventKind Kind = P.event(E).Kind;
    return Kind == EventKind::PyOp || Kind == EventKind::Release;
  };
  // What happens in a region of the callee's own is that region's fault.
  auto Inherits = [&](EventRef E) {
    return P.event(E).State == GilState::Inherited && !S.guardPlanned(E);
  };
  if (IsOperation(From))
    return {From};
  llvm::SmallVector<FunctionIndex, 4> Starts;
  for (FunctionIndex Callee : P.callees(From))
    if (P.needsGil(Callee, /*WithReleases=*/true))
      Starts.push_back(Callee);
  std::vector<EventRef> Path = search(
      P, Starts, [&](EventRef E) { return IsOperation(E) && Inherits(E); },
      Inherits, /*ThroughApis=*/false);
  if (!Path.empty())
    Path.insert(Path.begin(), From);
  return Path;
}

std::vector<EventRef> gilaudit::pathToPython(const Program &P,
                                             FunctionIndex F) {
  return search(
      P, F,
      [&](EventRef E) {
        EventKind Kind = P.event(E).Kind;
        return Kind == EventKind::PyOp || Kind == EventKind::Acquire;
      },
      [](EventRef) { return true; }, /*ThroughApis=*/true);
}
