//===- FixTest.cpp - Closures and refusals --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;

namespace {

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
  EXPECT_THAT(
      fixed(program("int call() { return apiWait(); }\n"
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
                            "  nb::str s(\"y\");\n}\n" +
                            Habit)),
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

} // namespace
