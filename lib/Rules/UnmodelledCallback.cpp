//===- UnmodelledCallback.cpp - A callback nobody knows the use of --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class UnmodelledCallback : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "unmodelled-callback",
        "warning",
        "a function pointer handed to a function of an audited API that its "
        "model does not describe",
        "Nothing is known about the threads that will run this callback, so "
        "the audit cannot judge it. Taking it for harmless would be a guess: "
        "describe the function in a model file (--model).",
        "engineOnIdle(&idle, callable); // not in engine.model.json\n",
        "\"engineOnIdle\": {\"callbacks\": [{\"param\": 0, \"kind\": "
        "\"engine-idle\", \"when\": \"retained\"}], ...}\n"};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    for (EventRef E : S.program().UnmodelledCalls)
      if (llvm::any_of(S.program().event(E).Args, [](const ArgFact &A) {
            return A.FunctionPointerType && A.Constant != "null";
          }))
        report(S, E, Out);
  }

private:
  static void report(const Solution &S, EventRef E, Sink &Out) {
    const Event &Call = S.program().event(E);
    RawFinding F;
    F.Where = Call.Where;
    F.Function = E.Function;
    F.Sink = Call.What.str();
    F.Result.Message = "a callback is handed to " + quoted(Call.What) +
                       ", which no model describes: when and on which thread "
                       "it runs is not known";
    F.Result.Api = Call.What.str();
    F.Result.Group = "unmodelled-callback";
    Story Told(S);
    Told.step("call", Call.Where,
              nameOf(S.program(), E.Function) + " calls " + quoted(Call.What));
    F.Result.Witness = Told.take();
    Out.report(std::move(F));
  }
};

RegisterRule<UnmodelledCallback> Registered;

} // namespace
