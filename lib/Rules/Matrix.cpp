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
// bodies) belongs to the cell of their kind.
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// From the harmless to the worst.
enum class Mark : unsigned char { Safe, Guarded, Unproven, Crash, Deadlock };

StringRef markName(Mark M) {
  static constexpr StringRef Names[] = {"safe", "guarded", "unproven", "crash",
                                        "deadlock"};
  return Names[unsigned(M)];
}

/// What a finding alone says of the place it is at.
Mark markOf(const Finding &F) {
  return llvm::StringSwitch<Mark>(F.Rule)
      .Case("gil-held-across-wait", Mark::Deadlock)
      .Case("gil-lock-order", Mark::Deadlock)
      .Case("callback-without-gil", Mark::Crash)
      .Case("python-without-gil", Mark::Crash)
      .Case("unbalanced-gil",
            F.Witness.empty() || F.Witness[0].Gil == WitnessStep::Held
                ? Mark::Deadlock
                : Mark::Crash)
      .Case("unmodelled-callback", Mark::Unproven)
      .Default(Mark::Safe);
}

struct Cell {
  Mark Worst = Mark::Safe;
  std::string Why;
  Place Where;
  std::set<StringRef> Findings;
};

/// Cells by kind; -1: what the binding does itself.
using Cells = std::map<int, Cell>;
constexpr int Own = -1;

class MatrixTaker {
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
    std::vector<MatrixRow> Rows;
    for (unsigned I = 0; I != P.Bindings.size(); ++I)
      if (Cells Found = walkBinding(I); !Found.empty())
        Rows.push_back(makeRow(P.Bindings[I].Fact, Found));
    auto Key = [](const MatrixRow &R) {
      return std::tie(R.Where.File, R.Where.Line, R.Where.Column, R.Name,
                      R.Form);
    };
    llvm::stable_sort(Rows, [&](const MatrixRow &A, const MatrixRow &B) {
      return Key(A) < Key(B);
    });
    mergeEqual(Rows, Key);
    return Rows;
  }

private:
  //===--- Rows -----------------------------------------------------------===//

  MatrixRow makeRow(const BindingFact &B, const Cells &Found) const {
    MatrixRow Row{placeOf(P, B.Where), B.Name, B.Form, {}};
    for (const auto &[Kind, C] : Found) {
      MatrixCell Out;
      Out.Kind = Kind == Own ? "" : P.Kinds[Kind].Name;
      Out.State = markName(C.Worst).str();
      Out.Why = C.Why;
      Out.Where = C.Where;
      for (StringRef F : C.Findings)
        Out.Findings.push_back(F.str());
      Row.Cells.push_back(std::move(Out));
    }
    return Row;
  }

  /// Instances of a template are at one place and share a row.
  template <typename KeyFn>
  static void mergeEqual(std::vector<MatrixRow> &Rows, KeyFn Key) {
    std::vector<MatrixRow> Merged;
    for (MatrixRow &R : Rows)
      if (!Merged.empty() && Key(Merged.back()) == Key(R))
        mergeCells(Merged.back().Cells, std::move(R.Cells));
      else
        Merged.push_back(std::move(R));
    Rows = std::move(Merged);
  }

  static void mergeCells(std::vector<MatrixCell> &Into,
                         std::vector<MatrixCell> More) {
    auto Rank = [](const MatrixCell &C) {
      return llvm::StringSwitch<Mark>(C.State)
          .Case("deadlock", Mark::Deadlock)
          .Case("crash", Mark::Crash)
          .Case("unproven", Mark::Unproven)
          .Case("guarded", Mark::Guarded)
          .Default(Mark::Safe);
    };
    for (MatrixCell &C : More) {
      auto Old = llvm::find_if(
          Into, [&](const MatrixCell &O) { return O.Kind == C.Kind; });
      if (Old == Into.end()) {
        Into.push_back(std::move(C));
        continue;
      }
      std::set<std::string> All(Old->Findings.begin(), Old->Findings.end());
      All.insert(C.Findings.begin(), C.Findings.end());
      if (Rank(C) > Rank(*Old))
        *Old = std::move(C);
      Old->Findings.assign(All.begin(), All.end());
    }
    llvm::sort(Into, [](const MatrixCell &A, const MatrixCell &B) {
      return A.Kind < B.Kind;
    });
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
      walk(F, Entry, Own, Found);
    if (!B.Api.Model)
      return Found;
    tell(siteOf(Index, Entry, Found));
    return Found;
  }

  /// \p Kind: of the callback whose body this is, or Own.
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
    auto It = OfFunction.find(F);
    if (It == OfFunction.end())
      return;
    bool Without = In == Context::Callback || In == Context::AfterExit;
    for (const Finding *What : It->second)
      if (What->Rule != "callback-without-gil" || Without)
        worsen(Found[Kind], markOf(*What), What->Message, What->Where, What);
  }

  void visitCall(const ApiCall &Call, Context Here, int Kind, Cells &Found) {
    Site At = siteOf(Call, Here, Found);
    if (Kind == Own)
      return tell(At);
    // In the body of a callback only faults count.
    if (At.List)
      for (const Finding *What : *At.List)
        worsen(Found[Kind], markOf(*What), What->Message, At.Where, What);
  }

  //===--- Cells ----------------------------------------------------------===//

  static void worsen(Cell &C, Mark M, const std::string &Why,
                     const Place &Where, const Finding *What = nullptr) {
    if (What)
      C.Findings.insert(What->Fingerprint);
    if (!C.Why.empty() && M <= C.Worst)
      return;
    C.Worst = M;
    C.Why = Why;
    C.Where = Where;
  }

  /// A call on the walk, or an API function that is bound itself.
  struct Site {
    const ApiCall &Call;
    Context Here; ///< The caller's.
    Context Run;  ///< Of callbacks on its thread, planned release in place.
    Place Where;
    const std::vector<const Finding *> *List; ///< About the call; may be null.
    bool Taken; ///< Its lock is not this thread's already.
    Cells &Found;
  };

  Site siteOf(const ApiCall &Call, Context Here, Cells &Found) const {
    Context Entry;
    Hazard H = S.hazard(Call);
    bool Planned = Here == Context::Held && S.plan().Releases.count(Call.Where);
    auto It = OfCall.find(Call.Where);
    return {Call,
            Here,
            runOf(Here, Planned),
            placeOf(P, P.event(Call.Where).Where),
            It == OfCall.end() || Here != Context::Held ? nullptr : &It->second,
            H.Lock && S.findLockTaken(Call.Where, H, Entry),
            Found};
  }

  Site siteOf(unsigned Index, Context Entry, Cells &Found) const {
    const Binding &B = P.Bindings[Index];
    bool Planned =
        Entry == Context::Held && S.plan().BoundReleases.count(Index);
    auto It = OfBinding.find(Index);
    return {B.Api,
            Entry,
            runOf(Entry, Planned),
            placeOf(P, B.Fact.Where),
            It == OfBinding.end() ? nullptr : &It->second,
            true,
            Found};
  }

  static Context runOf(Context Here, bool Planned) {
    return Planned || Here == Context::Region ? Context::Callback : Here;
  }

  void tell(const Site &At) {
    for (const CallbackArg &C : At.Call.Callbacks) {
      bool Elsewhere =
          C.Claim->Retained ? P.Kinds[C.Kind].OnAnyThread : C.OnWorkers;
      for (FunctionIndex F : C.Functions)
        tellCallback(At, C.Kind, F,
                     Elsewhere           ? Context::Callback
                     : C.Claim->Retained ? laterRunOf(F)
                                         : At.Run);
      if (C.Unseen)
        worsen(
            At.Found[C.Kind], Mark::Unproven,
            "a callback whose body is not in the audited code is handed over",
            At.Where);
    }
    for (const InvokeEffect &I : At.Call.Invokes)
      tellInvoke(At, I);
    tellHazard(At);
  }

  /// In which state a retained callback is run by whoever runs it.
  Context laterRunOf(FunctionIndex F) const {
    for (Context C :
         {Context::Callback, Context::AfterExit, Context::Mixed, Context::Held})
      if (S.reached(F, C))
        return C;
    return Context::Unknown;
  }

  void tellCallback(const Site &At, KindIndex Kind, FunctionIndex F,
                    Context Run) {
    int Dies = P.closureDestructor(F);
    bool Needs = P.needsGil(F, /*WithReleases=*/false) ||
                 (Dies >= 0 && P.needsGil(Dies, false));
    bool Without = isReleased(Run) || Run == Context::AfterExit;
    std::string Name = nameOf(P, F);
    auto Say = [&](Mark M, const std::string &Why) {
      worsen(At.Found[Kind], M, Why, At.Where);
    };
    if (!P.closureTouchesPython(F))
      Say(Mark::Safe, Name + " touches no Python");
    else if (Run == Context::Held)
      Say(Mark::Safe,
          Name + " runs on the caller's thread, which holds the GIL");
    else if (Needs && Without)
      Say(Mark::Crash, Name + " touches Python without the GIL");
    else if (Needs)
      Say(Mark::Unproven,
          "whether " + Name + " runs with the GIL is not known");
    else
      Say(Mark::Guarded, Name + " acquires the GIL before it touches Python");
    walk(F, Run, Kind, At.Found);
    if (Dies >= 0)
      walk(Dies, Run, Kind, At.Found);
  }

  /// Callbacks that were handed over earlier.
  void tellInvoke(const Site &At, const InvokeEffect &I) {
    const CallbackKind &K = P.Kinds[I.Kind];
    Context In = I.OnWorkers ? Context::Callback : At.Run;
    if (I.Claim->OfObject) {
      for (FunctionIndex F : At.Call.Object)
        tellCallback(At, I.Kind, F, In);
      return;
    }
    for (const Registration &R : K.Registrations)
      tellCallback(At, I.Kind, R.Function, In);
    if (K.Python == Backing::None || !K.Registrations.empty())
      return;
    // Registered by code that was not audited.
    std::string Api = quoted(At.Call.Model->Name);
    if (At.Here == Context::Held)
      worsen(At.Found[I.Kind], Mark::Safe,
             Api + " runs them on the caller's thread, which holds the GIL",
             At.Where);
    else
      worsen(At.Found[I.Kind],
             At.Here == Context::Mixed ? Mark::Unproven : Mark::Guarded,
             Api + " is called without the GIL", At.Where);
  }

  /// The call against those who need the GIL while it blocks.
  void tellHazard(const Site &At) {
    Hazard H = S.hazard(At.Call);
    if (H.waits()) {
      for (const InvokeEffect &I : At.Call.Invokes)
        if (I.OnWorkers && (P.Kinds[I.Kind].Python != Backing::None ||
                            int(I.Kind) == H.WaitsFor))
          block(At, I.Kind, "waits for them", true);
      for (const CallbackArg &C : At.Call.Callbacks)
        if (C.OnWorkers && int(C.Kind) == H.WaitsFor)
          block(At, C.Kind, "waits for them", true);
    }
    if (H.Lock)
      block(At, H.Holder.Kind,
            "takes the lock " + quoted(H.Lock->Name) +
                (H.LockOnErrorOnly ? " when it fails," : ",") +
                " under which they run",
            At.Taken);
  }

  void block(const Site &At, KindIndex Kind, const std::string &What,
             bool Hangs) {
    std::string Why = quoted(At.Call.Model->Name) + " " + What;
    Mark M = Mark::Guarded;
    if (At.Here == Context::Held) {
      M = Hangs ? Mark::Deadlock : Mark::Safe;
      Why += Hangs ? " with the GIL held" : " but its thread owns it already";
    } else if (At.Here == Context::Mixed) {
      M = Mark::Unproven;
      Why += " perhaps with the GIL held";
    } else
      Why += " with the GIL released";
    worsen(At.Found[Kind], M, Why, At.Where);
    if (At.List && M == Mark::Deadlock)
      for (const Finding *F : *At.List)
        At.Found[Kind].Findings.insert(F->Fingerprint);
  }

  const Solution &S;
  const Program &P;
  std::map<EventRef, std::vector<const Finding *>> OfCall;
  std::map<unsigned, std::vector<const Finding *>> OfBinding;
  std::map<FunctionIndex, std::vector<const Finding *>> OfFunction;
  std::vector<char> Telling;
  /// Function, context and kind of the callback that it is walked for.
  std::set<std::tuple<FunctionIndex, unsigned, int>> Seen;
};

} // namespace

std::vector<MatrixRow>
gilaudit::takeMatrix(const Solution &S,
                     llvm::ArrayRef<LocatedFinding> Findings) {
  return MatrixTaker(S, Findings).take();
}
