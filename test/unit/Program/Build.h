//===- Build.h - Facts and reports in a few words ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Unit U("a.cpp");
//   U.fn("verify", 10).release(11).api("toyVerify", 12).end();
//   U.def("verify", 20);
//   EXPECT_THAT(findings({U}), ElementsAre());
//
// A function builder keeps the relative state like the extractor does:
// release() and acquire() open a scope, end() closes the last one. Everything
// is at column 1 of the line that is given.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_BUILD_H
#define GIL_AUDIT_TEST_UNIT_BUILD_H

#include "gil-audit/Facts.h"
#include "gil-audit/Model.h"
#include "gil-audit/Program.h"
#include "llvm/Support/Error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <deque>
#include <string>
#include <vector>

namespace gilaudit::test {

class Unit;

class Fn {
public:
  explicit Fn(FunctionFacts &F) : F(&F) {}

  Fn &op(unsigned Line, std::string What = "copies 'nb::object'") {
    return add(EventKind::PyOp, Line, std::move(What));
  }
  /// Destroyed at the end of the scope, declared in \p Line.
  Fn &atExit(unsigned Line) {
    op(Line, "destroys 'nb::object'");
    F->Events.back().AtExit = true;
    return *this;
  }
  Fn &call(std::string Callee, unsigned Line, CallVia Via = CallVia::Direct) {
    add(EventKind::Call, Line, Callee);
    F->Events.back().Callees = {Callee};
    F->Events.back().Via = Via;
    return *this;
  }
  Fn &api(std::string Name, unsigned Line, std::vector<ArgFact> Args = {}) {
    add(EventKind::ApiCall, Line, std::move(Name));
    F->Events.back().Args = std::move(Args);
    return *this;
  }
  Fn &release(unsigned Line) {
    add(EventKind::Release, Line, "nb::gil_scoped_release");
    F->Events.back().Index = F->Regions.size();
    States.push_back({GilState::Released, int(F->Regions.size()), -1});
    F->Regions.push_back({{0, Line, 1}, "nb::gil_scoped_release"});
    return *this;
  }
  Fn &acquire(unsigned Line) {
    add(EventKind::Acquire, Line, "nb::gil_scoped_acquire");
    F->Events.back().Index = F->Acquires.size();
    States.push_back({GilState::Held, -1, int(F->Acquires.size())});
    F->Acquires.push_back({{0, Line, 1}, "nb::gil_scoped_acquire"});
    return *this;
  }
  Fn &mixed() {
    States.push_back({GilState::Mixed, -1, -1});
    return *this;
  }
  Fn &end() {
    States.pop_back();
    return *this;
  }
  Fn &lock(std::string Id, unsigned Line) {
    add(EventKind::Lock, Line, Id);
    F->Events.back().Index = F->Locks.size();
    Locks.push_back(F->Locks.size());
    F->Locks.push_back({{0, Line, 1}, "var:" + Id, Id});
    return *this;
  }
  Fn &unlock() {
    Locks.pop_back();
    return *this;
  }
  Fn &overrides(std::string Base) {
    F->Overrides.push_back(std::move(Base));
    return *this;
  }
  Fn &closure(std::string Destructor) {
    F->ClosureDestructor = std::move(Destructor);
    return *this;
  }
  Fn &instance() {
    F->IsInstance = true;
    return *this;
  }
  Fn &leak(unsigned Line, unsigned Exit, bool ByThrow = false) {
    F->Leaks.push_back(
        {{0, Line, 1}, "PyGILState_Ensure", {0, Exit, 1}, ByThrow});
    return *this;
  }

private:
  struct Point {
    GilState State;
    int Region, Acquire;
  };

  Fn &add(EventKind Kind, unsigned Line, std::string What) {
    Event E;
    E.Kind = Kind;
    E.Where = {0, Line, 1};
    E.What = std::move(What);
    if (!States.empty()) {
      E.State = States.back().State;
      E.Region = States.back().Region;
      E.Acquire = States.back().Acquire;
    }
    E.Locks = Locks;
    F->Events.push_back(std::move(E));
    return *this;
  }

  FunctionFacts *F;
  std::vector<Point> States;
  std::vector<int> Locks;
};

/// A function handed over: its value is the function of that id.
inline ArgFact fnArg(int Param, std::string Id) {
  ArgFact A;
  A.Param = Param;
  A.Sources = {"fn:" + std::move(Id)};
  A.Constant = "nonnull";
  A.FunctionPointerType = true;
  return A;
}

inline ArgFact nodeArg(int Param, std::string Node) {
  ArgFact A;
  A.Param = Param;
  A.Sources = {std::move(Node)};
  A.FunctionPointerType = true;
  return A;
}

inline ArgFact constArg(int Param, std::string Constant) {
  ArgFact A;
  A.Param = Param;
  A.Constant = std::move(Constant);
  return A;
}

/// One translation unit, at /src/NAME.
class Unit {
public:
  explicit Unit(std::string Name) {
    Facts.MainFile = "/src/" + Name;
    Facts.Files = {Facts.MainFile};
  }

  Fn fn(std::string Id, unsigned Line) {
    Functions.emplace_back();
    Functions.back().Id = Functions.back().Name = std::move(Id);
    Functions.back().Where = {0, Line, 1};
    return Fn(Functions.back());
  }
  BindingFact &def(std::string Target, unsigned Line,
                   std::string Form = "def") {
    BindingFact B;
    B.Name = Target;
    B.Form = std::move(Form);
    B.Where = {0, Line, 1};
    B.Targets = {"fn:" + Target};
    Facts.Bindings.push_back(std::move(B));
    return Facts.Bindings.back();
  }
  /// .def(..., call_guard<gil_scoped_release>())
  void defReleased(std::string Target, unsigned Line) {
    BindingFact &B = def(std::move(Target), Line);
    B.Entry = GilState::Released;
    B.GuardWhere = {0, Line, 9};
  }
  void flow(InternedString To, std::vector<InternedString> From) {
    Facts.Flows.push_back({To, std::move(From)});
  }
  TUFacts take() const {
    TUFacts Out = Facts;
    for (const FunctionFacts &F : Functions)
      Out.Functions.push_back(F);
    return Out;
  }

  TUFacts Facts;

private:
  std::deque<FunctionFacts> Functions; ///< Builders point into it.
};

inline std::vector<TUFacts> take(std::initializer_list<Unit> Units) {
  std::vector<TUFacts> Facts;
  for (const Unit &U : Units)
    Facts.push_back(U.take());
  return Facts;
}

/// A small API with one of everything.
inline const char *ToyModel = R"json({
  "schema": "gil-audit-model/1",
  "name": "toy",
  "prefix": ["toy"],
  "kinds": {
    "toy-rule": {"summary": "verifies one operation", "registered-by-mlir-python": true},
    "toy-handler": {"summary": "takes one diagnostic"},
    "toy-deleter": {"summary": "drops the handler's data"},
    "toy-text": {"summary": "takes one chunk of text"},
    "toy-visit": {"summary": "visits one operation"},
    "toy-native": {"summary": "runs nowhere else"}
  },
  "functions": {
    "toyAddRule": {
      "callbacks": [{"param": 0, "kind": "toy-rule", "when": "retained"}],
      "evidence": ["toy.c: toyAddRule"]},
    "toyAddRules": {
      "callbacks": [
        {"param": 0, "field": "rule", "kind": "toy-rule", "when": "retained"},
        {"param": 0, "field": "drop", "kind": "toy-deleter", "when": "retained"}],
      "evidence": ["toy.c: toyAddRules"]},
    "toyVerify": {
      "waits": true,
      "invokes": [{"kind": "toy-rule", "on": "any-thread"}],
      "evidence": ["toy.c: toyVerify"]},
    "toyVerifyMaybe": {
      "waits": true,
      "invokes": [{"kind": "toy-rule", "on": "any-thread"}],
      "if": {"param": 1, "is": "true"},
      "evidence": ["toy.c: toyVerifyMaybe"]},
    "toyPrint": {
      "callbacks": [{"param": 0, "kind": "toy-text", "when": "during-call"}],
      "waits": true,
      "invokes": [{"kind": "toy-rule", "on": "any-thread"}],
      "evidence": ["toy.c: toyPrint"]},
    "toyPrintType": {
      "callbacks": [{"param": 0, "kind": "toy-text", "when": "during-call"}],
      "evidence": ["toy.c: toyPrintType"]},
    "toyWalk": {
      "callbacks": [{"param": 0, "kind": "toy-visit", "when": "during-call"}],
      "evidence": ["toy.c: toyWalk"]},
    "toyParallelWalk": {
      "callbacks": [{"param": 0, "kind": "toy-visit", "when": "during-call", "on": "any-thread"}],
      "waits": true,
      "evidence": ["toy.c: toyParallelWalk"]},
    "toyAttach": {
      "callbacks": [
        {"param": 0, "kind": "toy-handler", "when": "retained"},
        {"param": 1, "kind": "toy-deleter", "when": "retained"}],
      "locks": [{"name": "toy-engine", "while-calling": []}],
      "evidence": ["toy.c: toyAttach"]},
    "toyDetach": {
      "invokes": [{"kind": "toy-deleter", "on": "caller"}],
      "locks": [{"name": "toy-engine", "while-calling": ["toy-deleter"]}],
      "evidence": ["toy.c: toyDetach"]},
    "toyEmit": {
      "invokes": [{"kind": "toy-handler", "on": "caller"}],
      "locks": [{"name": "toy-engine", "while-calling": ["toy-handler"]}],
      "evidence": ["toy.c: toyEmit"]},
    "toyParseType": {
      "invokes": [{"kind": "toy-handler", "on": "caller"}],
      "locks": [{"name": "toy-engine", "while-calling": ["toy-handler"], "when": "on-error"}],
      "evidence": ["toy.c: toyParseType"]},
    "std::thread::thread": {
      "callbacks": [{"param": 0, "kind": "toy-native", "when": "retained"}],
      "evidence": ["thread"]},
    "std::thread::join": {
      "waits": true,
      "invokes": [{"kind": "toy-native", "on": "any-thread", "of": "this"}],
      "evidence": ["thread"]}
  }
})json";

inline ModelSet models(const char *Text = ToyModel) {
  ModelSet Set;
  llvm::Expected<ApiModel> Model = parseModel(Text, "toy.json");
  if (!Model) {
    ADD_FAILURE() << llvm::toString(Model.takeError());
    return Set;
  }
  Set.add(std::move(*Model));
  return Set;
}

} // namespace gilaudit::test

#endif
