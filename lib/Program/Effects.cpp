//===- Effects.cpp - What the models say of each call ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Builds the ApiCall of one event (or of a bound function, without one).
class EffectBuilder {
public:
  EffectBuilder(Program &P, LinkState &State, const FunctionModel &Model,
                const Event *E)
      : P(P), State(State), Model(Model), E(E),
        Release(State.releaseOf(P, Model.Name)) {}

  ApiCall build(EventRef Where) {
    ApiCall Call;
    Call.Where = Where;
    Call.Model = &Model;
    if (const ArgFact *Object = arg(-1))
      Call.Object = resolve(*Object, "").Functions;
    addCallbacks(Call);
    if (!mayHold(Model.If))
      return Call;
    for (const InvokeClaim &C : Model.Invokes)
      if (holds(C))
        Call.Invokes.push_back(
            {&C, kindOf(C.Kind), runsOnWorkers(C, State.Options)});
    for (const LockClaim &C : Model.Locks)
      if (holds(C))
        Call.Locks.push_back(&C);
    Call.Waits = waits(Call);
    return Call;
  }

private:
  template <typename Claim> bool holds(const Claim &C) const {
    return C.In.contains(Release) && mayHold(C.If);
  }

  bool waits(const ApiCall &Call) const {
    if (!Model.Waits || !Model.WaitsIn.contains(Release) ||
        !mayHold(Model.WaitsIf))
      return false;
    return State.Options.Threading ||
           llvm::any_of(Call.Invokes,
                        [](const InvokeEffect &I) { return I.OnWorkers; });
  }

  const ArgFact *arg(int Param) const {
    if (E)
      for (const ArgFact &A : E->Args)
        if (A.Param == Param)
          return &A;
    return nullptr;
  }

  /// False only where the call shows the condition to be false.
  bool mayHold(const std::optional<ArgCondition> &If) const {
    const ArgFact *A = If ? arg(If->Param) : nullptr;
    // Null is written out where it is meant: an argument that is anything else
    // counts as an object.
    if (If && E && If->Is == "null" && (!A || A->Constant.empty()))
      return false;
    if (!A || A->Constant.empty())
      return true;
    auto Number = [](StringRef Text) -> StringRef {
      if (Text == "null" || Text == "false")
        return "0";
      return Text == "true" ? "1" : Text;
    };
    bool IsNull = Number(A->Constant) == "0";
    if (If->Is == "nonnull")
      return !IsNull;
    if (A->Constant == "nonnull")
      return Number(If->Is) != "0";
    return Number(A->Constant) == Number(If->Is);
  }

  FlowTargets resolve(const ArgFact &A, StringRef Field) const {
    FlowTargets All;
    for (InternedString Source : A.Sources) {
      const FlowTargets &T =
          Field.empty() ? State.Flows.resolve(Source)
                        : State.Flows.resolve(Source.str() + "." + Field.str());
      llvm::append_range(All.Functions, T.Functions);
      All.Unseen |= T.Unseen;
    }
    llvm::sort(All.Functions);
    All.Functions.erase(std::unique(All.Functions.begin(), All.Functions.end()),
                        All.Functions.end());
    return All;
  }

  void addCallbacks(ApiCall &Call) {
    bool Followed = true;
    int Param = -1;
    for (const CallbackClaim &C : Model.Callbacks) {
      const ArgFact *A = arg(C.Param);
      if (!A || A->Constant == "null" || !holds(C))
        continue;
      FlowTargets T = resolve(*A, C.Field);
      // A field that nothing is stored into is null; a struct none of whose
      // callbacks is known came from somewhere that was not followed.
      if (C.Param != Param) {
        noteUnfollowed(Followed, Param);
        Followed = false;
        Param = C.Param;
      }
      Followed |= !T.empty();
      if (!T.empty())
        Call.Callbacks.push_back(
            {&C, kindOf(C.Kind), std::move(T.Functions), T.Unseen,
             !C.Retained && C.OnAnyThread && State.Options.Threading});
    }
    noteUnfollowed(Followed, Param);
  }

  void noteUnfollowed(bool Followed, int Param) {
    if (!Followed)
      P.Unresolved.push_back(
          {E->Where, "the callback in argument " + std::to_string(Param + 1) +
                         " of '" + Model.Name + "' could not be followed"});
  }

  KindIndex kindOf(StringRef Name) const {
    return llvm::lower_bound(
               P.Kinds, Name,
               [](const CallbackKind &K, StringRef N) { return K.Name < N; }) -
           P.Kinds.begin();
  }

  Program &P;
  LinkState &State;
  const FunctionModel &Model;
  const Event *E;
  unsigned Release;
};

/// Every kind that some claim names, described or not.
void nameKinds(Program &P, const ModelSet &Models) {
  std::vector<std::string> Names;
  for (const ApiModel &M : Models.models()) {
    for (const auto &[Name, K] : M.Kinds)
      Names.push_back(Name);
    for (const auto &[Name, F] : M.Functions) {
      for (const CallbackClaim &C : F.Callbacks)
        Names.push_back(C.Kind);
      for (const InvokeClaim &C : F.Invokes)
        Names.push_back(C.Kind);
      for (const LockClaim &C : F.Locks)
        llvm::append_range(Names, C.WhileCalling);
    }
  }
  llvm::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  for (std::string &Name : Names) {
    CallbackKind K;
    K.Model = Models.kind(Name);
    K.Name = std::move(Name);
    P.Kinds.push_back(std::move(K));
  }
}

} // namespace

void gilaudit::resolveApiCalls(Program &P, LinkState &State) {
  nameKinds(P, State.Models);
  P.ApiCallOf.assign(P.CalleeBegin.size(), -1);
  for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
    for (auto [Index, E] : llvm::enumerate(P.Functions[F].Events)) {
      if (E.Kind != EventKind::ApiCall)
        continue;
      EventRef Ref{F, unsigned(Index)};
      const FunctionModel *Model = State.Models.lookup(E.What);
      if (!Model) {
        if (State.Models.inPrefix(E.What))
          P.UnmodelledCalls.push_back(Ref);
        continue;
      }
      P.ApiCallOf[P.FirstEvent[F] + Index] = P.ApiCalls.size();
      P.ApiCalls.push_back(EffectBuilder(P, State, *Model, &E).build(Ref));
    }
  for (Binding &B : P.Bindings)
    if (const FunctionModel *Model =
            B.Fact.Api.empty() ? nullptr : State.Models.lookup(B.Fact.Api))
      B.Api = EffectBuilder(P, State, *Model, nullptr).build({});
}

bool ApiCall::isInteresting() const {
  return Waits || !Locks.empty() || !Invokes.empty() ||
         llvm::any_of(Callbacks,
                      [](const CallbackArg &C) { return !C.Claim->Retained; });
}
