//===- HeldCall.cpp - A call that blocks with the GIL held ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeldCall.h"
#include "Story.h"

using namespace gilaudit;

namespace {

void report(Story &Told, const Program &P, const ApiCall &Call, const Hazard &H,
            RawFinding F, Sink &Out) {
  F.Result.Api = F.Sink = Call.Model->Name;
  F.Result.Assumed = isAssumed(P, H) || Told.assumed();
  Told.hazard(Call, H);
  Told.fact("cost", "releasing the GIL here costs once per call of " +
                        quoted(Call.Model->Name));
  F.Result.Witness = Told.take();
  Out.report(std::move(F));
}

} // namespace

void gilaudit::reportHeldCall(const Solution &S, const ApiCall &Call,
                              const Hazard &H, Context Entry, RawFinding F,
                              Sink &Out) {
  const Program &P = S.program();
  F.Where = P.event(Call.Where).Where;
  F.Function = Call.Where.Function;
  F.Result.Target = {FixTarget::Call, Call.Where.Function, Call.Where.Event};
  Story Told(S);
  Told.heldCall(Call.Where, Entry);
  report(Told, P, Call, H, std::move(F), Out);
}

void gilaudit::reportHeldBinding(const Solution &S, const Binding &B,
                                 const Hazard &H, RawFinding F, Sink &Out) {
  const Program &P = S.program();
  F.Where = B.Fact.Where;
  F.Subject = B.Fact.Name.str();
  F.Result.Target = {FixTarget::Binding, unsigned(&B - P.Bindings.data()), 0};
  Story Told(S);
  Told.nowGil(WitnessStep::Held);
  Told.step("entry", B.Fact.Where,
            "Python calls " + quoted(B.Fact.Name) + ": " + quoted(B.Fact.Api) +
                " is bound here itself and entered with the GIL held");
  report(Told, P, B.Api, H, std::move(F), Out);
}
