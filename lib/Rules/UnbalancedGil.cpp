//===- UnbalancedGil.cpp - Taken or given up, and never undone ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"

using namespace gilaudit;

namespace {

class UnbalancedGil : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "unbalanced-gil",
        "error",
        "a path that leaves a function without undoing its PyGILState_Ensure "
        "or PyEval_SaveThread",
        "An early return or a throw skips the release: the thread keeps the "
        "GIL for ever and all others wait. The other way round, a skipped "
        "PyEval_RestoreThread returns to Python without the GIL. A guard "
        "object undoes it on every way out.",
        "PyGILState_STATE gil = PyGILState_Ensure();\n"
        "if (!attr)\n"
        "  return;\n"
        "PyGILState_Release(gil);\n",
        "PyGILState_STATE gil = PyGILState_Ensure();\n"
        "if (attr)\n"
        "  use(attr);\n"
        "PyGILState_Release(gil);\n"};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      for (const Unbalanced &Leak : P.function(F).Leaks)
        report(S, F, Leak, Out);
  }

private:
  /// What is not undone took the GIL; else it gave it up.
  static bool keepsGil(const Unbalanced &Leak) {
    llvm::StringRef What = Leak.What;
    return !What.contains("Save") && !What.contains_insensitive("release");
  }

  static void report(const Solution &S, FunctionIndex F, const Unbalanced &Leak,
                     Sink &Out) {
    const char *How = Leak.ByThrow ? "by an exception" : "by a return";
    RawFinding R;
    R.Where = Leak.Where;
    R.Function = F;
    R.Sink = Leak.What.str();
    R.Result.Message = quoted(Leak.What) +
                       " is not undone on a path that leaves " +
                       nameOf(S.program(), F) + " " + How;
    R.Result.Group = "unbalanced-gil";
    Story Told(S);
    Told.nowGil(keepsGil(Leak) ? WitnessStep::Held : WitnessStep::Released);
    Told.step("guard", Leak.Where, quoted(Leak.What) + " is called here");
    Told.step("exit", Leak.Exit,
              nameOf(S.program(), F) + " is left here " + How +
                  " without undoing it");
    R.Result.Witness = Told.take();
    Out.report(std::move(R));
  }
};

RegisterRule<UnbalancedGil> Registered;

} // namespace
