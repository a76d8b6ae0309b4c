//===- GilHeldAcrossWait.cpp - The caller keeps what its workers need -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class GilHeldAcrossWait : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "gil-held-across-wait",
        "error",
        "a call, with the GIL held, of a function that may wait for workers "
        "which may run a callback that needs the GIL",
        "The thread that holds the GIL waits for a worker; the worker runs a "
        "callback that waits for the GIL. Neither goes on: the process hangs. "
        "Only a nested or a large enough input starts the workers, so tests "
        "rarely see it. It is reported whether the callback acquires the GIL "
        "already or still has to: once it does, the hang is certain.",
        "bool verify(PyOp &self) {\n"
        "  return mlirOperationVerify(self.op);\n"
        "}\n",
        "bool verify(PyOp &self) {\n"
        "  nb::gil_scoped_release release;\n"
        "  return mlirOperationVerify(self.op);\n"
        "}\n"};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    for (const ApiCall &Call : P.ApiCalls) {
      Context Entry;
      Hazard H = S.hazard(Call);
      if (H.waits() && S.find(Call.Where, Context::Held, Entry))
        reportCall(S, Call, H, Entry, Out);
    }
    for (const Binding &B : P.Bindings)
      if (B.Api.Model && B.Fact.Entry == GilState::Held)
        if (Hazard H = S.hazard(B.Api); H.waits())
          reportBinding(S, B, H, Out);
  }

private:
  static RawFinding describe(const Program &P, const ApiCall &Call,
                             const Hazard &H) {
    const std::string &Kind = P.Kinds[H.WaitsFor].Name;
    RawFinding F;
    F.Result.Message =
        quoted(Call.Model->Name) +
        " is called with the GIL held, but may wait for threads that run " +
        waitedFor(P, H) + ", which need the GIL";
    if (H.Lock)
      F.Result.Message += "; it takes the lock " + quoted(H.Lock->Name) +
                          " as well, under which such callbacks run";
    F.Result.Api = Call.Model->Name;
    F.Result.Kind = Kind;
    F.Result.Group = "kind:" + Kind;
    F.Result.Assumed = isAssumed(P, H);
    F.Sink = Call.Model->Name;
    return F;
  }

  static std::vector<WitnessStep> finish(Story &Told, const ApiCall &Call,
                                         const Hazard &H) {
    Told.hazard(Call, H);
    Told.fact("cost", "releasing the GIL here costs once per call of " +
                          quoted(Call.Model->Name));
    return Told.take();
  }

  static void reportCall(const Solution &S, const ApiCall &Call,
                         const Hazard &H, Context Entry, Sink &Out) {
    RawFinding F = describe(S.program(), Call, H);
    F.Where = S.program().event(Call.Where).Where;
    F.Function = Call.Where.Function;
    F.Result.Target = {FixTarget::Call, Call.Where.Function, Call.Where.Event};
    Story Told(S);
    Told.heldCall(Call.Where, Entry);
    F.Result.Assumed |= Told.assumed();
    F.Result.Witness = finish(Told, Call, H);
    Out.report(std::move(F));
  }

  static void reportBinding(const Solution &S, const Binding &B,
                            const Hazard &H, Sink &Out) {
    RawFinding F = describe(S.program(), B.Api, H);
    F.Where = B.Fact.Where;
    F.Subject = B.Fact.Name.str();
    F.Result.Target = {FixTarget::Binding,
                       unsigned(&B - S.program().Bindings.data()), 0};
    Story Told(S);
    Told.nowGil(WitnessStep::Held);
    Told.step("entry", B.Fact.Where,
              "Python calls " + quoted(B.Fact.Name) + ": " +
                  quoted(B.Fact.Api) +
                  " is bound here itself and entered with the GIL held");
    F.Result.Witness = finish(Told, B.Api, H);
    Out.report(std::move(F));
  }
};

RegisterRule<GilHeldAcrossWait> Registered;

} // namespace
