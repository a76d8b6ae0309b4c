//===- RedundantGuard.cpp - Guards that cost and help nobody --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

/// Which functions do nothing but call functions of an API that start nothing.
class InertFunctions {
public:
  explicit InertFunctions(const Solution &S)
      : S(S), P(S.program()), State(P.Functions.size(), Unvisited) {}

  bool inert(FunctionIndex F) {
    if (State[F] == Unvisited) {
      State[F] = No; // A cycle proves nothing.
      const std::vector<Event> &Events = P.function(F).Events;
      bool All = !Events.empty();
      for (unsigned I = 0; I != Events.size() && All; ++I)
        All = inert(EventRef{F, I});
      State[F] = All ? Yes : No;
    }
    return State[F] == Yes;
  }

  bool inert(EventRef E) {
    const Event &Ev = P.event(E);
    if (Ev.Kind == EventKind::ApiCall) {
      if (!P.apiCall(E) && llvm::any_of(Ev.Args, [](const ArgFact &A) {
            return A.FunctionPointerType && A.Constant != "null";
          }))
        return false;
      const ApiCall *Call = P.apiCall(E);
      return !Call || inert(*Call);
    }
    // Work of the project's own may well deserve a release.
    llvm::ArrayRef<FunctionIndex> Callees = P.callees(E);
    return Ev.Kind == EventKind::Call && !Callees.empty() &&
           Callees.size() == std::max<size_t>(1, Ev.Callees.size()) &&
           llvm::all_of(Callees, [&](FunctionIndex F) { return inert(F); });
  }

private:
  /// A modelled call that waits for nobody and runs nothing of Python's.
  bool inert(const ApiCall &Call) const {
    auto Native = [&](const CallbackArg &C) {
      return !C.Unseen && llvm::none_of(C.Functions, [&](FunctionIndex F) {
        return P.closureTouchesPython(F);
      });
    };
    return !S.hazard(Call) && !Call.Waits &&
           llvm::all_of(Call.Callbacks, Native) &&
           llvm::none_of(Call.Invokes, [&](const InvokeEffect &I) {
             return P.Kinds[I.Kind].Python != Backing::None;
           });
  }

  enum Verdict : char { Unvisited, Yes, No };
  const Solution &S;
  const Program &P;
  std::vector<char> State;
};

class RedundantGuard : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "redundant-guard",
        "note",
        "a release or an acquire of the GIL that nothing needs",
        "Giving the GIL up and taking it again costs on every call, and lets "
        "other Python threads in between. Around calls that wait for nobody "
        "and call nothing back it buys nothing; nor does an acquire where the "
        "GIL is held on every path.",
        "intptr_t regions(PyOp &self) {\n"
        "  nb::gil_scoped_release release;\n"
        "  return mlirOperationGetNumRegions(self.op);\n"
        "}\n",
        "intptr_t regions(PyOp &self) {\n"
        "  return mlirOperationGetNumRegions(self.op);\n"
        "}\n",
        /*PedanticOnly=*/true};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    InertFunctions Inert(S);
    std::vector<char> Retained(P.Functions.size());
    for (const CallbackKind &K : P.Kinds)
      for (const Registration &R : K.Registrations)
        Retained[R.Function] = true;
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
      for (int R = 0, N = P.function(F).Regions.size(); R != N; ++R)
        inspectRelease(S, F, R, Inert, Out);
      // Who runs a retained callback is not seen.
      if (!Retained[F])
        inspectAcquires(S, F, Out);
    }
  }

private:
  static void inspectRelease(const Solution &S, FunctionIndex F, int R,
                             InertFunctions &Inert, Sink &Out) {
    const Program &P = S.program();
    const std::vector<Event> &Events = P.function(F).Events;
    bool Any = false;
    for (unsigned I = 0; I != Events.size(); ++I) {
      if (Events[I].State == GilState::Mixed)
        return;
      if (Events[I].State != GilState::Released || Events[I].Region != R)
        continue;
      if (!Inert.inert(EventRef{F, I}))
        return;
      Any = true;
    }
    if (!Any)
      return;
    const Region &Guard = P.function(F).Regions[R];
    report(S, F, Guard.Where, Guard.Guard.str(),
           quoted(Guard.Guard) + " around calls that wait for nobody and run "
                                 "no callback that needs the GIL",
           Out);
  }

  static void inspectAcquires(const Solution &S, FunctionIndex F, Sink &Out) {
    const FunctionFacts &Facts = S.program().function(F);
    for (auto [Index, E] : llvm::enumerate(Facts.Events)) {
      if (E.Kind != EventKind::Acquire || E.Index < 0 || !S.reached(F) ||
          isLibrarys(Facts.Acquires[E.Index].Guard))
        continue;
      bool AlwaysHeld = true;
      for (unsigned C = 0; C != NumContexts; ++C)
        if (S.reached(F, Context(C)))
          AlwaysHeld &= heldWithoutPlan(E, Context(C));
      const AcquireScope &Guard = Facts.Acquires[E.Index];
      if (AlwaysHeld)
        report(S, F, Guard.Where, Guard.Guard.str(),
               quoted(Guard.Guard) +
                   " where the GIL is held already on every path",
               Out);
    }
  }

  /// Nobody wrote it here: a converted callable, a trampoline's ticket.
  static bool isLibrarys(llvm::StringRef Guard) {
    return Guard.contains(' ') || Guard.contains("detail::");
  }

  /// A guard that is only proposed does not make the present one redundant.
  static bool heldWithoutPlan(const Event &E, Context Entry) {
    return E.State == GilState::Held ||
           (E.State == GilState::Inherited && Entry == Context::Held);
  }

  static void report(const Solution &S, FunctionIndex F, const Loc &Where,
                     const std::string &Guard, std::string Message, Sink &Out) {
    RawFinding R;
    R.Where = Where;
    R.Function = F;
    R.Sink = Guard;
    for (auto [Index, E] : llvm::enumerate(S.program().function(F).Events))
      if ((E.Kind == EventKind::Acquire || E.Kind == EventKind::Release) &&
          E.Where.Line == Where.Line && E.Where.Column == Where.Column)
        R.Result.Target = {FixTarget::Guard, F, unsigned(Index)};
    R.Result.Message = Message;
    R.Result.Group = "redundant-guard";
    Story Told(S);
    Told.step("guard", Where, std::move(Message));
    Told.fact("cost", "it costs once per call of " + nameOf(S.program(), F));
    R.Result.Witness = Told.take();
    Out.report(std::move(R));
  }
};

RegisterRule<RedundantGuard> Registered;

} // namespace
