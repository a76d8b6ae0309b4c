//===- Matrix.cpp - Bindings against kinds of callbacks -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row for each binding: what it reaches is walked in the context in which
// Python enters it, and each call there says something of the kinds that it
// runs, waits for, hands over, or whose lock it takes. The worst word stays in
// the cell. What the walk meets on its way through callbacks (findings in their
// bodies) belongs to the cell of their kind. Of callbacks that were handed over
// earlier the worst stands for all of its kind.
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "MatrixCells.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

class MatrixTaker {
  struct Walked {
    const BindingFact *Fact;
    Place Where;
    Cells Found;
    auto key() const {
      return std::tie(Where.File, Where.Line, Where.Column, Fact->Name,
                      Fact->Form);
    }
  };

public:
  MatrixTaker(const Solution &S, llvm::ArrayRef<LocatedFinding> Findings)
      : S(S), P(S.program()) {
    for (const LocatedFinding &F : Findings)
      if (F.Target.Kind == FixTarget::Call)
        OfCall[{F.Target.Function, F.Target.Event}].push_back(F.What);
      else if (F.Target.Kind == FixTarget::Binding)
        OfBinding[F.Target.Function].push_back(F.What);
      else if (F.Function >= 0 && F.Target.Kind != FixTarget::Guard)
        OfFunction[F.Function].push_back(F.What);
    markTelling();
  }

  std::vector<MatrixRow> take() {
    std::vector<Walked> All;
    for (unsigned I = 0; I != P.Bindings.size(); ++I)
      if (Cells Found = walkBinding(I); !Found.empty())
        All.push_back({&P.Bindings[I].Fact,
                       placeOf(P, P.Bindings[I].Fact.Where), std::move(Found)});
    llvm::stable_sort(All, [](const Walked &A, const Walked &B) {
      return A.key() < B.key();
    });
    std::vector<MatrixRow> Rows;
    for (size_t I = 0; I != All.size(); ++I) {
      // Instances of a template are at one place and share a row.
      if (I + 1 != All.size() && All[I].key() == All[I + 1].key())
        mergeInto(All[I + 1].Found, All[I].Found);
      else
        Rows.push_back(makeRow(All[I]));
    }
    return Rows;
  }

private:
  //===--- Rows -----------------------------------------------------------===//

  static void mergeInto(Cells &Into, const Cells &More) {
    for (const auto &[Kind, C] : More) {
      Cell &Old = Into[Kind];
      Old.worsen(C.Worst, C.Why, C.Where);
      Old.Findings.insert(C.Findings.begin(), C.Findings.end());
    }
  }

  MatrixRow makeRow(const Walked &W) const {
    MatrixRow Row{W.Where, W.Fact->Name.str(), W.Fact->Form.str(), {}};
    for (const auto &[Kind, C] : W.Found) {
      MatrixCell Out;
      Out.Kind = Kind == OwnCode ? "" : P.Kinds[Kind].Name;
      Out.State = markName(C.Worst).str();
      Out.Why = C.Why;
      Out.Where = C.Where;
      for (StringRef F : C.Findings)
        Out.Findings.push_back(F.str());
      Row.Cells.push_back(std::move(Out));
    }
    return Row;
  }

  //===--- The walk -------------------------------------------------------===//

  /// Which functions reach anything that has a word to say.
  void markTelling() {
    std::vector<std::vector<FunctionIndex>> Callers(P.Functions.size());
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      for (unsigned I = 0; I != P.function(F).Events.size(); ++I)
        for (FunctionIndex Callee : P.callees({F, I}))
          Callers[Callee].push_back(F);
    Telling.assign(P.Functions.size(), false);
    std::vector<FunctionIndex> Work;
    auto Mark = [&](FunctionIndex F) {
      if (!Telling[F]) {
        Telling[F] = true;
        Work.push_back(F);
      }
    };
    for (const ApiCall &Call : P.ApiCalls)
      Mark(Call.Where.Function);
    for (const auto &[F, List] : OfFunction)
      Mark(F);
    while (!Work.empty()) {
      FunctionIndex F = Work.back();
      Work.pop_back();
      llvm::for_each(Callers[F], Mark);
    }
  }

  Cells walkBinding(unsigned Index) {
    const Binding &B = P.Bindings[Index];
    Context Entry = B.Fact.Entry == GilState::Mixed      ? Context::AfterExit
                    : B.Fact.Entry != GilState::Released ? Context::Held
                    : B.Fact.GuardWhere.isValid()        ? Context::Region
                                                         : Context::Callback;
    Cells Found;
    Seen.clear();
    for (FunctionIndex F : B.Targets)
      walk(F, Entry, OwnCode, Found);
    if (B.Api.Model)
      read(siteOf(Index, Entry), Found);
    return Found;
  }

  /// \p Kind: of the callback whose body this is, or OwnCode.
  void walk(FunctionIndex Root, Context Entry, int Kind, Cells &Found) {
    if (!Telling[Root] || !Seen.insert({Root, unsigned(Entry), Kind}).second)
      return;
    std::vector<std::pair<FunctionIndex, Context>> Queue = {{Root, Entry}};
    for (size_t Next = 0; Next != Queue.size(); ++Next) {
      auto [F, In] = Queue[Next];
      takeFindings(F, In, Kind, Found);
      for (unsigned I = 0; I != P.function(F).Events.size(); ++I) {
        EventRef E{F, I};
        Context Here = S.at(E, In);
        if (const ApiCall *Call = P.apiCall(E))
          visitCall(*Call, Here, Kind, Found);
        for (FunctionIndex Callee : P.callees(E))
          if (Telling[Callee] &&
              Seen.insert({Callee, unsigned(Here), Kind}).second)
            Queue.push_back({Callee, Here});
      }
    }
  }

  /// Findings that are about a function, in the context that they are about.
  void takeFindings(FunctionIndex F, Context In, int Kind, Cells &Found) {
    bool Without = In == Context::Callback || In == Context::AfterExit;
    for (const Finding *What : listOf(OfFunction, F))
      if (What->Rule != "callback-without-gil" || Without)
        Found[Kind].worsen(*What, What->Where);
  }

  void visitCall(const ApiCall &Call, Context Here, int Kind, Cells &Found) {
    CallSite At = siteOf(Call, Here);
    if (Kind == OwnCode)
      return read(At, Found);
    // In the body of a callback only faults count.
    for (const Finding *What : At.Findings)
      Found[Kind].worsen(*What, At.Where);
    for (const CallbackArg &C : Call.Callbacks)
      if (!C.Claim->Retained)
        for (FunctionIndex F : C.Functions)
          walk(F, C.OnWorkers ? Context::Callback : At.Run, Kind, Found);
  }

  void read(const CallSite &At, Cells &Found) {
    CallReader(S, Worst, Found, [&](FunctionIndex F, Context In, int Kind) {
      walk(F, In, Kind, Found);
    }).read(At);
  }

  CallSite siteOf(const ApiCall &Call, Context Here) const {
    Context Entry;
    Hazard H = S.hazard(Call);
    bool Planned = Here == Context::Held && S.plan().Releases.count(Call.Where);
    return {Call,
            Here,
            runOf(Here, Planned),
            placeOf(P, P.event(Call.Where).Where),
            Here == Context::Held ? listOf(OfCall, Call.Where)
                                  : llvm::ArrayRef<const Finding *>(),
            H.Lock && S.findLockTaken(Call.Where, H, Entry)};
  }

  CallSite siteOf(unsigned Index, Context Entry) const {
    const Binding &B = P.Bindings[Index];
    bool Planned =
        Entry == Context::Held && S.plan().BoundReleases.count(Index);
    return {B.Api,
            Entry,
            runOf(Entry, Planned),
            placeOf(P, B.Fact.Where),
            listOf(OfBinding, Index),
            true};
  }

  template <typename Map, typename Key>
  static llvm::ArrayRef<const Finding *> listOf(const Map &M, const Key &K) {
    auto It = M.find(K);
    if (It == M.end())
      return {};
    return It->second;
  }

  static Context runOf(Context Here, bool Planned) {
    return Planned || Here == Context::Region ? Context::Callback : Here;
  }

  const Solution &S;
  const Program &P;
  std::map<EventRef, std::vector<const Finding *>> OfCall;
  std::map<unsigned, std::vector<const Finding *>> OfBinding;
  std::map<FunctionIndex, std::vector<const Finding *>> OfFunction;
  std::vector<char> Telling;
  WorstCallbacks Worst;
  /// Function, context and kind of the callback that it is walked for.
  std::set<std::tuple<FunctionIndex, unsigned, int>> Seen;
};

} // namespace

std::vector<MatrixRow>
gilaudit::takeMatrix(const Solution &S,
                     llvm::ArrayRef<LocatedFinding> Findings) {
  return MatrixTaker(S, Findings).take();
}
