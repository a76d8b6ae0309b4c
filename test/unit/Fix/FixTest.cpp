//===- FixTest.cpp - Closures, refusals and forms -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Support/TestFolder.h"
#include "gil-audit/Extract.h"
#include "gil-audit/Fix.h"
#include "gil-audit/Rule.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using llvm::StringRef;
using testing::HasSubstr;

namespace {

/// apiWait() waits for threads that run what apiSubmit() was handed.
const char *const Model = R"json({
  "schema": "gil-audit-model/1", "name": "toy", "prefix": ["api"],
  "kinds": {"task": {"summary": "runs on a worker"},
            "idle": {"summary": "runs on another worker"}},
  "functions": {
    "apiSubmit": {"callbacks": [{"param": 0, "kind": "task", "when": "retained"}],
      "evidence": ["toy.c: apiSubmit"]},
    "apiIdle": {"callbacks": [{"param": 0, "kind": "idle", "when": "retained"}],
      "evidence": ["toy.c: apiIdle"]},
    "apiWait": {"waits": true, "invokes": [{"kind": "task", "on": "any-thread"}],
      "evidence": ["toy.c: apiWait"]},
    "apiSpin": {"waits": true, "invokes": [{"kind": "idle", "on": "any-thread"}],
      "evidence": ["toy.c: apiSpin"]}}})json";

const char *const Head = R"cpp(#include <nanobind/nanobind.h>
extern "C" {
void apiSubmit(void (*)(void *));
void apiIdle(void (*)(void *));
int apiWait();
int apiSpin();
}
)cpp";

class Fix : public ::testing::Test {
protected:
  /// Plans for "x.cpp", which is Head and \p Code.
  FixPlan plan(StringRef Code, FixOptions Options = {}) {
    auto Mock = llvm::MemoryBuffer::getFile(
        GIL_AUDIT_SOURCE_DIR "/test/unit/Extract/Inputs/mock.h");
    Folder.write("sys/include/nanobind/nanobind.h", (*Mock)->getBuffer());
    File = Folder.write("x.cpp", Head + Code.str());
    Models.add(llvm::cantFail(parseModel(Model, "toy.json")));
    ExtractOptions Extract;
    Extract.Root = Folder.path();
    auto Result = extractFacts({"clang++", "-fsyntax-only", "-std=c++17", "-w",
                                "-isystem", Folder.path("sys/include"), File},
                               Folder.path(), File, Models, Extract);
    if (!Result || !Result->Errors.empty()) {
      ADD_FAILURE() << (Result ? Result->Errors.front()
                               : llvm::toString(Result.takeError()));
      return {};
    }
    AnalysisOptions Analysis;
    Analysis.Root = Folder.path();
    Audited = analyzeWhole({Result->Facts}, Models, Analysis);
    return planFixes(*Audited.Solved, *Audited.Result, Options, read);
  }

  /// What becomes of Code, or the reason of a closure that is refused.
  std::string fixed(StringRef Code, FixOptions Options = {}) {
    FixPlan Plan = plan(Code, Options);
    std::vector<FileChange> Changes;
    for (const Closure &C : Plan.Closures) {
      if (!C.Refused.empty())
        return C.Refused;
      Changes.insert(Changes.end(), C.Changes.begin(), C.Changes.end());
    }
    Folder.write(".clang-format", "BasedOnStyle: LLVM\n");
    auto Edited = applyChanges(Changes, read);
    if (!Edited)
      return llvm::toString(Edited.takeError());
    return Edited->empty() ? "nothing"
                           : Edited->front().After.substr(strlen(Head));
  }

  static llvm::Expected<std::string> read(StringRef Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return llvm::createStringError(Buffer.getError(), "cannot read");
    return (*Buffer)->getBuffer().str();
  }

  unsigned findingOf(StringRef Function) const {
    for (unsigned I = 0; I != Audited.Result->Findings.size(); ++I)
      if (Audited.Result->Findings[I].Function == Function)
        return I;
    ADD_FAILURE() << "no finding in " << Function.str();
    return 0;
  }

  TestFolder Folder;
  ModelSet Models;
  std::string File;
  Analysis Audited;
};

/// A callback of each kind, and what binds \p Name.
std::string program(StringRef Functions, StringRef Name = "call") {
  return (R"cpp(
void task(void *p) {
  nb::gil_scoped_acquire gil;
  nb::str s("x");
}
)cpp" + Functions +
          "\nvoid init(nb::module_ &m) {\n  apiSubmit(&task);\n  m.def(\"f\", &" + Name +
          ");\n}\n")
      .str();
}

TEST_F(Fix, ReleaseAndAcquireAreOneClosure) {
  FixPlan Plan = plan(R"cpp(
void task(void *p) { nb::str s("x"); }
int call() { return apiWait(); }
void init(nb::module_ &m) { apiSubmit(&task); m.def("f", &call); }
)cpp");
  ASSERT_EQ(Plan.Closures.size(), 1u);
  const Closure &C = Plan.Closures[0];
  EXPECT_EQ(C.Refused, "");
  EXPECT_EQ(C.Findings.size(), 2u);
  EXPECT_EQ(C.Releases, 1u);
  EXPECT_EQ(C.Acquires, 1u);
  EXPECT_EQ(Plan.Findings[findingOf("task")].Closure, 0);
  EXPECT_EQ(Plan.Findings[findingOf("call")].Closure, 0);
}

const char *const TwoKinds = R"cpp(
void task(void *p) { nb::str s("x"); }
void idle(void *p) { nb::str s("x"); }
int call() { return apiWait(); }
int spin() { return apiSpin(); }
void init(nb::module_ &m) {
  apiSubmit(&task); apiIdle(&idle); m.def("f", &call); m.def("g", &spin);
}
)cpp";

TEST_F(Fix, WhatHasNothingToDoWithEachOtherIsApart) {
  FixPlan Plan = plan(TwoKinds);
  ASSERT_EQ(Plan.Closures.size(), 2u);
  EXPECT_NE(Plan.Closures[0].Id, Plan.Closures[1].Id);
  EXPECT_EQ(Plan.Findings[findingOf("task")].Closure,
            Plan.Findings[findingOf("call")].Closure);
  EXPECT_NE(Plan.Findings[findingOf("task")].Closure,
            Plan.Findings[findingOf("idle")].Closure);
}

TEST_F(Fix, AClosureComesWholeWithOneOfItsFindings) {
  FixOptions Options;
  Options.Seed = [](const Finding &F) { return F.Function == "spin"; };
  FixPlan Plan = plan(TwoKinds, Options);
  ASSERT_EQ(Plan.Closures.size(), 1u);
  EXPECT_EQ(Plan.Findings[findingOf("idle")].Closure, 0);
  EXPECT_EQ(Plan.Findings[findingOf("task")].Closure, -1);
  EXPECT_EQ(Plan.Findings[findingOf("task")].Reason, "not asked for");
}

TEST_F(Fix, ARejectedClosureSaysWhy) {
  std::string Id = plan(TwoKinds).Closures[0].Id;
  FixOptions Options;
  Options.Rejected[Id] = "it was tried";
  FixPlan Plan = plan(TwoKinds, Options);
  EXPECT_EQ(Plan.Closures[0].Refused, "it was tried");
  EXPECT_TRUE(Plan.Closures[0].Changes.empty());
  EXPECT_EQ(Plan.Findings[Plan.Closures[0].Findings[0]].Reason, "it was tried");
  EXPECT_EQ(Plan.Closures[1].Refused, "");
}

TEST_F(Fix, OneThatCannotBeFixedRefusesTheOthers) {
  FixPlan Plan = plan(R"cpp(
#define WAIT() apiWait()
void task(void *p) { nb::str s("x"); }
int call() { return WAIT(); }
void init(nb::module_ &m) { apiSubmit(&task); m.def("f", &call); }
)cpp");
  ASSERT_EQ(Plan.Closures.size(), 1u);
  EXPECT_TRUE(Plan.Closures[0].Changes.empty());
  EXPECT_EQ(Plan.Findings[findingOf("call")].Reason,
            "the call is in a macro expansion");
  EXPECT_THAT(Plan.Findings[findingOf("task")].Reason,
              HasSubstr("it only works together with x.cpp:"));
}

TEST_F(Fix, OnlyAcquires) {
  FixOptions Options;
  Options.OnlyAcquires = true;
  std::string Text = fixed(TwoKinds, Options);
  EXPECT_THAT(Text, HasSubstr("nb::gil_scoped_acquire acquire;"));
  EXPECT_THAT(Text, testing::Not(HasSubstr("gil_scoped_release")));
}

TEST_F(Fix, NoReleaseWhereTheGilMayNotBeHeld) {
  EXPECT_THAT(fixed(program("int call() { return apiWait(); }\n"
                            "int other() { nb::gil_scoped_release r; return call(); }\n"
                            "void bind(nb::module_ &m) { m.def(\"o\", &other); }")),
              HasSubstr("the call is also reached without the GIL"));
}

const char *const Instances = R"cpp(
template <class T> int call() { return apiWait(); }
int other() { nb::gil_scoped_release r; return call<long>(); }
void bind(nb::module_ &m) {
  m.def("o", &other);
  m.def("i", &apiIdle, nb::call_guard<nb::gil_scoped_release>());
}
)cpp";

TEST_F(Fix, InstancesThatDisagreeAreLeftAlone) {
  EXPECT_THAT(fixed(program(Instances, "call<int>")),
              HasSubstr("instances of the template disagree"));
}

TEST_F(Fix, ACallGuardWhereTheFileHasThem) {
  std::string Habit = "void bind(nb::module_ &m) {\n  m.def(\"i\", &apiIdle, "
                      "nb::call_guard<nb::gil_scoped_release>());\n}\n";
  EXPECT_THAT(fixed(program("int call() { return apiWait(); }\n" + Habit)),
              HasSubstr("m.def(\"f\", &call, "
                        "nb::call_guard<nb::gil_scoped_release>());"));
  // Not where the body touches Python.
  EXPECT_THAT(fixed(program("void call() {\n  apiWait();\n"
                            "  nb::str s(\"y\");\n}\n" + Habit)),
              HasSubstr("m.def(\"f\", &call);"));
}

TEST_F(Fix, ABoundApiFunctionHasNoPlaceForACondition) {
  std::string Code = program("", "apiWait");
  EXPECT_THAT(fixed(Code), HasSubstr("m.def(\"f\", &apiWait, nb::call_guard<"));
  FixOptions Options;
  Options.Condition = "true";
  EXPECT_THAT(fixed(Code, Options),
              HasSubstr("a call guard cannot ask for the condition"));
}

TEST_F(Fix, ALineWhereNothingBusyFollows) {
  EXPECT_THAT(fixed(program("int call() {\n  return apiWait();\n}")),
              HasSubstr("int call() {\n  nb::gil_scoped_release release;\n"
                        "  return apiWait();\n}"));
}

TEST_F(Fix, ABlockWhereSomethingDoes) {
  EXPECT_THAT(fixed(program("void call() {\n  apiWait();\n  nb::str s(\"y\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release release;\n"
                        "    apiWait();\n  }\n  nb::str s(\"y\");\n"));
}

TEST_F(Fix, AdjacentCallsShareABlock) {
  EXPECT_THAT(fixed(program("void call() {\n  apiWait();\n  apiWait();\n"
                            "  nb::str s(\"y\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release release;\n"
                        "    apiWait();\n    apiWait();\n  }\n"));
}

TEST_F(Fix, ADeclarationIsParted) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("  int n;\n  {\n    nb::gil_scoped_release release;\n"
                        "    n = apiWait();\n  }\n"));
}

TEST_F(Fix, AConstantIsNot) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  const int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("  const int n = [&] {\n"
                        "    nb::gil_scoped_release release;\n"
                        "    return apiWait();\n  }();\n"));
}

TEST_F(Fix, TheInitialiserOfAStaticHasALock) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  static int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("static variable, which has a lock of its own"));
}

} // namespace
