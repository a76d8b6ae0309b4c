//===- Linker.cpp - Many translation units, one program -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Merge.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

using namespace gilaudit;
using llvm::StringRef;

namespace {

template <typename T> void sortUnique(std::vector<T> &V) {
  llvm::sort(V);
  V.erase(std::unique(V.begin(), V.end()), V.end());
}

/// Callees are function ids or, for callables, flow nodes.
bool isFlowNode(StringRef Callee) {
  return Callee.starts_with("fn:") || Callee.starts_with("param:") ||
         Callee.starts_with("ret:") || Callee.starts_with("var:") ||
         Callee.starts_with("field:");
}

/// The functions that a Call event may enter. False: nobody knows.
bool resolveCall(const Event &E, FlowGraph &Flows,
                 std::vector<FunctionIndex> &Out) {
  bool Known = false;
  for (InternedString Callee : E.Callees) {
    if (isFlowNode(Callee)) {
      const FlowTargets &Targets = Flows.resolve(Callee);
      llvm::append_range(Out, Targets.Functions);
      Known |= !Targets.empty();
      continue;
    }
    Known = true;
    if (int F = Flows.function(Callee); F >= 0)
      Out.push_back(F);
    if (E.Via == CallVia::Virtual)
      llvm::append_range(Out, Flows.overriders(Callee));
  }
  sortUnique(Out);
  return Known;
}

void resolveCalls(Program &P, FlowGraph &Flows) {
  for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
    P.FirstEvent.push_back(P.CalleeBegin.size());
    for (auto [Index, E] : llvm::enumerate(P.Functions[F].Events)) {
      P.CalleeBegin.push_back(P.CalleeTable.size());
      if (E.Kind != EventKind::Call)
        continue;
      std::vector<FunctionIndex> Callees;
      if (!resolveCall(E, Flows, Callees))
        P.UnfollowedCalls.push_back({F, unsigned(Index)});
      llvm::append_range(P.CalleeTable, Callees);
    }
    InternedString Closure = P.Functions[F].ClosureDestructor;
    P.Destructors.push_back(Closure.empty() ? -1 : Flows.function(Closure));
  }
  P.FirstEvent.push_back(P.CalleeBegin.size());
  P.CalleeBegin.push_back(P.CalleeTable.size());
}

void resolveBindings(Program &P, FlowGraph &Flows) {
  for (Binding &B : P.Bindings) {
    for (InternedString Target : B.Fact.Targets) {
      if (isFlowNode(Target))
        llvm::append_range(B.Targets, Flows.resolve(Target).Functions);
      else if (int F = Flows.function(Target); F >= 0)
        B.Targets.push_back(F);
    }
    sortUnique(B.Targets);
  }
}

} // namespace

struct Linker::Impl {
  Impl(const ModelSet &Models, const AnalysisOptions &Options)
      : State{Models, Options, {}, {}}, Units(P, State) {
    P.Root = Options.Root;
  }
  Program P;
  LinkState State;
  UnitMerger Units;
};

Linker::Linker(const ModelSet &Models, const AnalysisOptions &Options)
    : I(std::make_unique<Impl>(Models, Options)) {}
Linker::~Linker() = default;

void Linker::add(TUFacts Unit) { I->Units.add(std::move(Unit)); }

Program Linker::finish() {
  Program &P = I->P;
  LinkState &State = I->State;
  I->Units.finish();
  State.Flows.setFunctions(P.Functions);
  resolveCalls(P, State.Flows);
  resolveBindings(P, State.Flows);
  inferReleases(P, State);
  resolveApiCalls(P, State);
  summarise(P);
  collectKinds(P, State);
  sortUnresolved(P.Unresolved);
  return std::move(P);
}

void gilaudit::sortUnits(std::vector<TUFacts> &Units) {
  llvm::stable_sort(Units, [](const TUFacts &A, const TUFacts &B) {
    if (A.MainFile != B.MainFile)
      return A.MainFile < B.MainFile;
    return &A != &B && writeFacts(A) < writeFacts(B);
  });
}

Program gilaudit::link(std::vector<TUFacts> Facts, const ModelSet &Models,
                       const AnalysisOptions &Options) {
  sortUnits(Facts);
  Linker L(Models, Options);
  for (TUFacts &Unit : Facts)
    L.add(std::exchange(Unit, TUFacts()));
  return L.finish();
}

StringRef Program::path(const Loc &L) const {
  if (!L.isValid() || L.File >= Files.size())
    return "";
  StringRef Path = Files[L.File], Relative = Path;
  if (!Root.empty() && Relative.consume_front(StringRef(Root).rtrim('/')) &&
      Relative.consume_front("/"))
    return Relative;
  return Path;
}

llvm::ArrayRef<FunctionIndex> Program::callees(EventRef E) const {
  unsigned Number = FirstEvent[E.Function] + E.Event;
  return llvm::ArrayRef(CalleeTable)
      .slice(CalleeBegin[Number],
             CalleeBegin[Number + 1] - CalleeBegin[Number]);
}

const ApiCall *Program::apiCall(EventRef E) const {
  int Index = ApiCallOf[FirstEvent[E.Function] + E.Event];
  return Index < 0 ? nullptr : &ApiCalls[Index];
}
