//===- CallbackWithoutGilTest.cpp -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

void addRule(Unit &U, std::string Rule, unsigned Line) {
  U.fn("add" + Rule, Line).api("toyAddRule", Line + 1, {fnArg(0, Rule)});
  U.def("add" + Rule, Line + 2);
}

} // namespace

TEST(CallbackWithoutGil, RetainedOnWorkers) {
  Unit U("a.cpp");
  U.fn("rule", 1).op(2).op(3);
  addRule(U, "rule", 10);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("callback-without-gil a.cpp:2"));
  EXPECT_THAT(steps(R.Findings[0]), ElementsAre("registration:11", "model:0",
                                                "operation:2", "cost:0"));
}

TEST(CallbackWithoutGil, SilentWhenItAcquiresInTime) {
  Unit U("a.cpp");
  U.fn("rule", 1).acquire(2).op(3).end();
  addRule(U, "rule", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(CallbackWithoutGil, TooLateAndTooShort) {
  Unit U("a.cpp");
  U.fn("late", 1).op(2).acquire(3).op(4).end();
  addRule(U, "late", 10);
  U.fn("branch", 21).acquire(22).op(23).end().op(24);
  addRule(U, "branch", 30);
  U.fn("short", 41).acquire(43).op(44).end().atExit(42);
  addRule(U, "short", 50);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("callback-without-gil a.cpp:2",
                                     "callback-without-gil a.cpp:24",
                                     "callback-without-gil a.cpp:42"));
  EXPECT_THAT(R.Findings[0].Message, testing::HasSubstr("before it acquires"));
  EXPECT_THAT(R.Findings[2].Message, testing::HasSubstr("acquire has ended"));
}

TEST(CallbackWithoutGil, AHelperOfTwoCallbacksIsOneFinding) {
  Unit U("a.cpp");
  U.fn("helper", 1).op(2);
  U.fn("one", 3).call("helper", 4);
  U.fn("two", 5).call("helper", 6);
  addRule(U, "one", 10);
  addRule(U, "two", 20);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, OnlyTheOutermostFunctionWithAnOperation) {
  Unit U("a.cpp");
  U.fn("deep", 1).op(2);
  U.fn("rule", 3).call("deep", 4).op(5).call("deep", 6);
  addRule(U, "rule", 10);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:5"));
}

TEST(CallbackWithoutGil, HelperEnteredWithTheGil) {
  Unit U("a.cpp");
  U.fn("helper", 1).op(2);
  U.fn("rule", 3).acquire(4).call("helper", 5).end();
  addRule(U, "rule", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(CallbackWithoutGil, DuringCallHasTheStateOfItsCallSite) {
  Unit U("a.cpp");
  U.fn("bad", 1).op(2);
  U.fn("good", 3).op(4);
  U.fn("acquiring", 5).acquire(6).op(7).end();
  U.fn("released", 10)
      .release(11)
      .api("toyWalk", 12, {fnArg(0, "bad")})
      .api("toyWalk", 13, {fnArg(0, "acquiring")})
      .end();
  U.def("released", 14);
  U.fn("held", 20).api("toyWalk", 21, {fnArg(0, "good")});
  U.def("held", 22);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, UnderACallGuardACallbackIsACallback) {
  Unit U("a.cpp");
  U.fn("visit", 1).op(2);
  U.fn("walk", 10).api("toyWalk", 11, {fnArg(0, "visit")});
  U.defReleased("walk", 12);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, RetainedOnTheCallersThreadOnly) {
  Unit U("a.cpp");
  U.fn("handler", 1).op(2);
  U.fn("attach", 10).api("toyAttach", 11, {fnArg(0, "handler")});
  U.fn("emit", 20).api("toyEmit", 21);
  AnalysisOptions Options = closedWorld();
  // Without the lock rule nothing asks for a release.
  Options.RuleEnabled = [](llvm::StringRef R) { return R != "gil-lock-order"; };
  U.def("attach", 12);
  U.def("emit", 22);
  EXPECT_THAT(findings({U}, Options), IsEmpty());
  Unit V("b.cpp");
  V.fn("emitReleased", 1).release(2).api("toyEmit", 3).end();
  V.def("emitReleased", 4);
  EXPECT_THAT(findings({U, V}, Options),
              ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, FollowsFieldsParametersAndVariables) {
  Unit U("a.cpp");
  U.fn("rule", 1).op(2);
  // callbacks.rule = verify; with verify a parameter of create().
  U.flow("var:callbacks.rule", {"param:create#1"});
  U.flow("param:create#1", {"var:chosen"});
  U.flow("var:chosen", {"fn:rule"});
  U.fn("create", 10).api("toyAddRules", 11, {nodeArg(0, "var:callbacks")});
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, WhatTheClosureCapturedDiesOnTheWorker) {
  Unit U("a.cpp");
  U.fn("task", 1).acquire(2).op(3).end().closure("task~");
  U.fn("task~", 1).op(1, "destroys the captures");
  addRule(U, "task", 10);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:1"));
}

TEST(CallbackWithoutGil, ABoundClosureDiesWithTheGil) {
  Unit U("a.cpp");
  U.fn("bound", 1).op(3).closure("bound~");
  U.fn("bound~", 1).op(1);
  U.def("bound", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(CallbackWithoutGil, VirtualCallsReachOverriders) {
  Unit U("a.cpp");
  U.fn("Derived::run", 1).overrides("Middle::run").op(2);
  U.fn("Middle::run", 3).overrides("Base::run");
  U.fn("rule", 5).call("Base::run", 6, CallVia::Virtual);
  addRule(U, "rule", 10);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, AfterTheInterpreter) {
  Unit U("a.cpp");
  U.fn("deep", 1).op(2);
  U.fn("cleanup", 3).op(4).call("deep", 5);
  U.def("cleanup", 10, "at-exit").Entry = GilState::Mixed;
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:4"));
}

TEST(CallbackWithoutGil, AnEntryWithoutTheGil) {
  Unit U("a.cpp");
  U.fn("threadExit", 1).op(2);
  U.def("threadExit", 10, "thread-local").Entry = GilState::Released;
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}

TEST(CallbackWithoutGil, MixedIsNoProof) {
  Unit U("a.cpp");
  U.fn("rule", 1).mixed().op(2).end();
  addRule(U, "rule", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}
