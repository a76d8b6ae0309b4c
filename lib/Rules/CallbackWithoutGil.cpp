//===- CallbackWithoutGil.cpp - Python from a thread without the GIL ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class CallbackWithoutGil : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "callback-without-gil",
        "error",
        "a Python operation in a callback that may be entered without the GIL",
        "MLIR calls back from its worker threads, and from threads that have "
        "released the GIL. Touching a Python object there, even copying or "
        "dropping a reference to it, corrupts the interpreter: a crash, often "
        "much later. The acquire has to come before the first Python "
        "operation, and its scope has to end after the last Python object is "
        "destroyed.",
        "MlirLogicalResult verify(MlirOperation op, void *data) {\n"
        "  nb::object rule = nb::borrow(static_cast<PyObject *>(data));\n"
        "  nb::gil_scoped_acquire gil; // too late\n",
        "MlirLogicalResult verify(MlirOperation op, void *data) {\n"
        "  nb::gil_scoped_acquire gil;\n"
        "  nb::object rule = nb::borrow(static_cast<PyObject *>(data));\n"};
    return Info;
  }

  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      for (Context In : {Context::Callback, Context::AfterExit})
        if (S.reached(F, In))
          if (int Need = S.firstNeed(F, /*OwnOnly=*/true); Need >= 0) {
            report(S, {F, unsigned(Need)}, In, Out);
            break;
          }
  }

private:
  /// A word on why the guard that is there does not help.
  static std::string lateness(const Program &P, EventRef E) {
    const FunctionFacts &F = P.function(E.Function);
    bool Before = false, After = false;
    for (auto [Index, Other] : llvm::enumerate(F.Events))
      if (Other.Kind == EventKind::Acquire)
        (Index < E.Event ? Before : After) = true;
    if (P.event(E).AtExit && Before)
      return ", after its own acquire has ended";
    if (After)
      return ", before it acquires it";
    return "";
  }

  static std::string circumstance(const Story &Told, const std::string &Kind) {
    if (Kind.empty())
      return "it is entered without it";
    if (Told.runner().empty())
      return "it may run in a " + quoted(Kind) +
             " callback on a thread that does not hold it";
    return "it runs in a " + quoted(Kind) + " callback of " + Told.runner();
  }

  static void report(const Solution &S, EventRef E, Context In, Sink &Out) {
    const Program &P = S.program();
    const Event &Op = P.event(E);
    Story Told(S);
    Told.entry(E.Function, In);
    std::string Kind = Told.kind().str();
    RawFinding F;
    F.Where = Op.Where;
    F.Function = E.Function;
    F.Result.Target = {In == Context::AfterExit ? FixTarget::AtExit
                                                : FixTarget::Callback,
                       E.Function, E.Event};
    F.Sink = Op.What.str();
    std::string Name = nameOf(P, E.Function);
    if (In == Context::AfterExit) {
      F.Result.Message =
          Name + " " + Op.What.str() + " after the interpreter is gone";
      F.Result.Group = "after-exit";
    } else {
      F.Result.Message = Name + " " + Op.What.str() + " without the GIL" +
                         lateness(P, E) + ": " + circumstance(Told, Kind);
      // Only a failing path asks for the release that exposes it.
      if (Told.onErrorOnly())
        F.Result.Severity = "warning";
      F.Result.Group = Kind.empty() ? "callback-without-gil" : "kind:" + Kind;
    }
    F.Result.Kind = Kind;
    Told.step("operation", Op.Where, Name + " " + Op.What.str() + " here");
    if (In != Context::AfterExit)
      Told.fact("cost",
                "acquiring the GIL in " + Name + " costs " + costOf(Kind));
    F.Result.Assumed = Told.assumed();
    F.Result.Witness = Told.take();
    Out.report(std::move(F));
  }
};

RegisterRule<CallbackWithoutGil> Registered;

} // namespace
