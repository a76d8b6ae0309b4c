//===- GilLockOrder.cpp - The GIL and a lock, in both orders --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeldCall.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class GilLockOrder : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "gil-lock-order",
        "error",
        "a lock that is taken with the GIL held, while elsewhere the GIL is "
        "taken with that lock held",
        "One thread holds the lock, runs a callback under it and waits for the "
        "GIL; another holds the GIL and waits for the lock. Two Python threads "
        "suffice, no worker is needed, and it hurts even if the callback was "
        "entered with the GIL: Python code gives it up now and then. MLIR's "
        "diagnostic engine is such a lock: emitting, attaching and detaching "
        "all take it.",
        "void emit(PyLocation &self, const char *text) {\n"
        "  mlirEmitError(self.loc, text); // handlers run under a lock\n"
        "}\n",
        "void emit(PyLocation &self, const char *text) {\n"
        "  nb::gil_scoped_release release;\n"
        "  mlirEmitError(self.loc, text);\n"
        "}\n"};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    for (const ApiCall &Call : P.ApiCalls) {
      Context Entry;
      Hazard H = S.hazard(Call);
      // A call that waits as well is told once, by gil-held-across-wait.
      if (H.Lock && !H.waits() && S.findLockTaken(Call.Where, H, Entry))
        reportHeldCall(S, Call, H, Entry, describe(P, Call, H), Out);
    }
    for (const Binding &B : P.Bindings)
      if (B.Api.Model && B.Fact.Entry == GilState::Held)
        if (Hazard H = S.hazard(B.Api); H.Lock && !H.waits())
          reportHeldBinding(S, B, H, describe(P, B.Api, H), Out);
    for (const LockInversion &I : findLockInversions(S))
      reportInversion(S, I, Out);
  }

private:
  static RawFinding describe(const Program &P, const ApiCall &Call,
                             const Hazard &H) {
    const std::string &Kind = P.Kinds[H.Holder.Kind].Name;
    RawFinding F;
    if (H.LockOnErrorOnly)
      F.Result.Severity = "warning";
    F.Result.Message =
        quoted(Call.Model->Name) +
        " is called with the GIL held and takes the "
        "lock " +
        quoted(H.Lock->Name) + (H.LockOnErrorOnly ? " when it fails" : "") +
        ", under which " + quoted(Kind) + " callbacks wait for the GIL";
    F.Result.Kind = Kind;
    F.Result.Group = "lock:" + H.Lock->Name;
    return F;
  }

  static void reportInversion(const Solution &S, const LockInversion &I,
                              Sink &Out) {
    const Program &P = S.program();
    const Event &Taken = P.event(I.Taken);
    RawFinding F;
    F.Where = Taken.Where;
    F.Function = I.Taken.Function;
    F.Sink = I.Name;
    F.Result.Message =
        "the lock " + quoted(I.Name) + " is taken with the GIL held, while " +
        nameOf(P, I.Acquires.Function) + " takes the GIL with that lock held";
    F.Result.Group = "lock:" + I.Name;
    Story Told(S);
    Told.entry(I.Taken.Function, I.TakenEntry);
    Told.nowGil(WitnessStep::Held);
    Told.step("lock", Taken.Where,
              nameOf(P, I.Taken.Function) + " takes " + quoted(I.Name) +
                  " with the GIL held");
    tellOtherThread(S, I, Told);
    Told.fact("cost", "releasing the GIL before the lock is taken costs once "
                      "per lock operation");
    F.Result.Assumed = Told.assumed();
    F.Result.Witness = Told.take();
    Out.report(std::move(F));
  }

  /// The thread that holds the lock and wants the GIL.
  static void tellOtherThread(const Solution &S, const LockInversion &I,
                              Story &Told) {
    const Program &P = S.program();
    Told.onOtherThread(true);
    Told.step("lock", P.event(I.Holds).Where,
              "another thread takes " + quoted(I.Name) + " in " +
                  nameOf(P, I.Holds.Function));
    for (size_t N = 0; N != I.Under.size(); ++N) {
      FunctionIndex Callee = N + 1 == I.Under.size() ? I.Acquires.Function
                                                     : I.Under[N + 1].Function;
      Told.step("call", P.event(I.Under[N]).Where,
                nameOf(P, I.Under[N].Function) + " calls " + nameOf(P, Callee) +
                    " under the lock");
    }
    const Event &E = P.event(I.Acquires);
    Told.step("operation", E.Where,
              nameOf(P, I.Acquires.Function) +
                  (E.Kind == EventKind::Release
                       ? " gives the GIL up here and waits for it again at the "
                         "end, still under the lock"
                       : " waits for the GIL here, still under the lock"));
    Told.onOtherThread(false);
  }
};

RegisterRule<GilLockOrder> Registered;

} // namespace
