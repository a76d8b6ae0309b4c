//===- PythonWithoutGil.cpp - Python inside a released region -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class PythonWithoutGil : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info = {
        "python-without-gil",
        "error",
        "a Python operation in a region that released the GIL",
        "Behind a release guard this thread may not touch Python: no argument "
        "conversion, no result object, no copied or dropped reference, also "
        "not in a function or lambda that it calls. Releasing twice is a fault "
        "of the same kind: the second release needs the GIL that the first "
        "gave up.",
        "nb::object verify(Module &self) {\n"
        "  nb::gil_scoped_release release;\n"
        "  return nb::bool_(mlirOperationVerify(self.op));\n"
        "}\n",
        "nb::object verify(Module &self) {\n"
        "  bool ok;\n"
        "  {\n"
        "    nb::gil_scoped_release release;\n"
        "    ok = mlirOperationVerify(self.op);\n"
        "  }\n"
        "  return nb::bool_(ok);\n"
        "}\n"};
    return Info;
  }

  /// A relative release is proof by itself, whoever calls the function.
  void run(const Solution &S, Sink &Out) const override {
    const Program &P = S.program();
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
      for (int R = 0, N = P.function(F).Regions.size(); R != N; ++R)
        inspectRegion(S, F, R, Out);
      if (S.reached(F, Context::Callback))
        inspectReleases(S, F, Out);
    }
    for (const Binding &B : P.Bindings)
      if (B.Fact.Entry == GilState::Released && B.Fact.GuardWhere.isValid())
        for (FunctionIndex F : B.Targets)
          inspectBinding(S, B, F, Out);
  }

private:
  /// The path from the first event in \p F that \p InRegion accepts and that is
  /// or reaches an operation.
  template <typename Fn>
  static std::vector<EventRef> firstFault(const Solution &S, FunctionIndex F,
                                          Fn InRegion) {
    const std::vector<Event> &Events = S.program().function(F).Events;
    for (unsigned I = 0; I != Events.size(); ++I) {
      EventKind Kind = Events[I].Kind;
      if (InRegion(EventRef{F, I}) &&
          (Kind == EventKind::PyOp || Kind == EventKind::Release ||
           Kind == EventKind::Call))
        if (auto Path = pathToUnguardedOperation(S, {F, I}); !Path.empty())
          return Path;
    }
    return {};
  }

  static void inspectRegion(const Solution &S, FunctionIndex F, int R,
                            Sink &Out) {
    const Program &P = S.program();
    auto Path = firstFault(S, F, [&](EventRef E) {
      return P.event(E).State == GilState::Released && P.event(E).Region == R;
    });
    if (Path.empty())
      return;
    const Region &Guard = P.function(F).Regions[R];
    Story Told(S);
    Told.nowGil(WitnessStep::Released);
    Told.step("guard", Guard.Where,
              nameOf(P, F) + " releases the GIL here by " +
                  quoted(Guard.Guard));
    report(S, Path, Told, "in a region that released it", Out);
  }

  static void inspectBinding(const Solution &S, const Binding &B,
                             FunctionIndex F, Sink &Out) {
    const Program &P = S.program();
    auto Path = firstFault(S, F, [&](EventRef E) {
      return P.event(E).State == GilState::Inherited && !S.guardPlanned(E);
    });
    if (Path.empty())
      return;
    Story Told(S);
    Told.nowGil(WitnessStep::Held);
    Told.step("entry", B.Fact.Where,
              "Python calls " + quoted(B.Fact.Name) + ", bound here");
    Told.nowGil(WitnessStep::Released);
    Told.step("guard", B.Fact.GuardWhere,
              "its call guard releases the GIL for the whole of " +
                  nameOf(P, F));
    report(S, Path, Told, "under a call guard that released it", Out);
  }

  /// A callback that gives up a GIL which it does not hold.
  static void inspectReleases(const Solution &S, FunctionIndex F, Sink &Out) {
    const std::vector<Event> &Events = S.program().function(F).Events;
    for (unsigned I = 0; I != Events.size(); ++I) {
      EventRef E{F, I};
      if (Events[I].Kind != EventKind::Release ||
          Events[I].State != GilState::Inherited ||
          S.at(E, Context::Callback) != Context::Callback)
        continue;
      Story Told(S);
      Told.entry(F, Context::Callback);
      return report(S, {E}, Told, "which the callback may not hold", Out);
    }
  }

  static void report(const Solution &S, llvm::ArrayRef<EventRef> Path,
                     Story &Told, llvm::StringRef Where, Sink &Out) {
    const Program &P = S.program();
    const Event &First = P.event(Path.front());
    const Event &Op = P.event(Path.back());
    std::string What = Op.Kind == EventKind::Release
                           ? "releases the GIL once more"
                           : Op.What.str() + " without the GIL";
    RawFinding F;
    F.Where = First.Where;
    F.Function = Path.front().Function;
    F.Result.Target = {FixTarget::Region, Path.front().Function,
                       Path.front().Event};
    F.Sink = (First.Kind == EventKind::Call ? P.function(Path[1].Function).Name
                                            : First.What)
                 .str();
    std::string Name = nameOf(P, Path.front().Function);
    F.Result.Message =
        Path.size() == 1
            ? Name + " " + What + ", " + Where.str()
            : Name + " calls " + nameOf(P, Path[1].Function) + " " +
                  Where.str() + ", and " +
                  (Path.size() == 2 ? "that"
                                    : nameOf(P, Path.back().Function)) +
                  " " + What;
    F.Result.Group = "python-without-gil";
    Told.path(Path);
    F.Result.Assumed = Told.assumed();
    F.Result.Witness = Told.take();
    Out.report(std::move(F));
  }
};

RegisterRule<PythonWithoutGil> Registered;

} // namespace
