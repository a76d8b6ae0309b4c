//===- GilHeldAcrossWait.cpp - The caller keeps what its workers need -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeldCall.h"
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
        reportHeldCall(S, Call, H, Entry, describe(P, Call, H), Out);
    }
    for (const Binding &B : P.Bindings)
      if (B.Api.Model && B.Fact.Entry == GilState::Held)
        if (Hazard H = S.hazard(B.Api); H.waits())
          reportHeldBinding(S, B, H, describe(P, B.Api, H), Out);
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
    F.Result.Kind = Kind;
    F.Result.Group = "kind:" + Kind;
    return F;
  }
};

RegisterRule<GilHeldAcrossWait> Registered;

} // namespace
