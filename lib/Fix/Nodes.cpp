//===- Nodes.cpp - Guards that the plan asks for --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Nodes.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gilaudit;

namespace {

/// File and offset; 0, function and event where the text has no place for it.
using Key = std::tuple<unsigned, unsigned, unsigned, unsigned>;

Key keyOfCall(const Program &P, EventRef E) {
  int Site = P.event(E).Site;
  if (Site < 0 || !P.FixSites[Site].Call.isValid())
    return {~0u, 0, E.Function, E.Event};
  const ByteRange &R = P.FixSites[Site].Call;
  return {R.File, R.Begin, 0, 0};
}

Key keyOfFunction(const Program &P, FunctionIndex F) {
  const ByteRange &R = P.function(F).Body;
  if (!R.isValid())
    return {~0u, 1, F, 0};
  return {R.File, R.Begin, 0, 0};
}

class NodeCollector {
public:
  NodeCollector(const Solution &S, const Report &R)
      : S(S), P(S.program()), R(R) {}

  std::vector<GuardNode> run() {
    for (const auto &[F, Event] : S.plan().Acquires) {
      (void)Event;
      node(GuardNode::Acquire, keyOfFunction(P, F)).Where.push_back({F, 0});
    }
    for (EventRef E : S.plan().Releases)
      node(GuardNode::Release, keyOfCall(P, E)).Where.push_back(E);
    for (unsigned B : S.plan().BoundReleases) {
      const Loc &L = P.Bindings[B].Fact.Where;
      node(GuardNode::CallGuard, {L.File, L.Line, L.Column, B}).Binding = B;
    }
    attachFindings();
    findDisagreements();
    std::vector<GuardNode> Result;
    for (auto &[Place, N] : Nodes)
      Result.push_back(std::move(N));
    return Result;
  }

private:
  GuardNode &node(GuardNode::KindTy Kind, const Key &Place) {
    GuardNode &N = Nodes[{Kind, Place}];
    N.Kind = Kind;
    return N;
  }

  void attachFindings() {
    for (auto [Index, F] : llvm::enumerate(R.Findings)) {
      const FixTarget &T = F.Target;
      std::pair<GuardNode::KindTy, Key> Place;
      if (T.Kind == FixTarget::Call)
        Place = {GuardNode::Release, keyOfCall(P, {T.Function, T.Event})};
      else if (T.Kind == FixTarget::Callback)
        Place = {GuardNode::Acquire, keyOfFunction(P, T.Function)};
      else if (T.Kind == FixTarget::Binding) {
        const Loc &L = P.Bindings[T.Function].Fact.Where;
        Place = {GuardNode::CallGuard, {L.File, L.Line, L.Column, T.Function}};
      } else if (T.Kind == FixTarget::Region || T.Kind == FixTarget::Guard) {
        addGuard(Index, T);
        continue;
      } else
        continue;
      if (auto It = Nodes.find(Place); It != Nodes.end())
        It->second.Findings.push_back(Index);
    }
  }

  /// A guard that is there and is at fault.
  void addGuard(unsigned Finding, const FixTarget &T) {
    const Event &E = P.event({T.Function, T.Event});
    if (T.Kind == FixTarget::Region &&
        (E.State != GilState::Released || E.Region < 0))
      return; // A call guard's, or the caller's.
    const Loc &L = T.Kind == FixTarget::Guard
                       ? E.Where
                       : P.function(T.Function).Regions[E.Region].Where;
    GuardNode &N = node(T.Kind == FixTarget::Guard ? GuardNode::Removal
                                                   : GuardNode::Narrower,
                        {L.File, L.Line, L.Column, 0});
    N.Where.push_back({T.Function, T.Event});
    N.Findings.push_back(Finding);
  }

  /// A template's text is changed for all instances or for none.
  void findDisagreements() {
    for (const ApiCall &Call : P.ApiCalls)
      if (!S.plan().Releases.count(Call.Where) &&
          S.reached(Call.Where.Function))
        if (auto It =
                Nodes.find({GuardNode::Release, keyOfCall(P, Call.Where)});
            It != Nodes.end())
          It->second.Refused = "instances of the template disagree";
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      if (P.function(F).IsInstance && !S.plan().Acquires.count(F) &&
          (S.reached(F, Context::Callback) || S.reached(F, Context::Region)))
        if (auto It = Nodes.find({GuardNode::Acquire, keyOfFunction(P, F)});
            It != Nodes.end())
          It->second.Refused = "instances of the template disagree";
  }

  const Solution &S;
  const Program &P;
  const Report &R;
  std::map<std::pair<GuardNode::KindTy, Key>, GuardNode> Nodes;
};

} // namespace

std::vector<GuardNode> gilaudit::collectGuards(const Solution &S,
                                               const Report &R) {
  return NodeCollector(S, R).run();
}
