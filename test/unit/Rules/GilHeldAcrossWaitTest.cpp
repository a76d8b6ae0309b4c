//===- GilHeldAcrossWaitTest.cpp ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(GilHeldAcrossWait, ACallWithTheGilHeld) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 10).api("toyVerify", 11);
  U.def("verify", 12);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:11"));
}

TEST(GilHeldAcrossWait, SilentWhereReleased) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 10).release(11).api("toyVerify", 12).end();
  U.def("verify", 13);
  U.fn("guarded", 20).api("toyVerify", 21);
  U.defReleased("guarded", 22);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilHeldAcrossWait, SilentWhereNothingRegisteredTouchesPython) {
  Unit U("a.cpp");
  U.fn("nativeRule", 1);
  U.fn("add", 2).api("toyAddRule", 3, {fnArg(0, "nativeRule")});
  U.def("add", 4);
  U.fn("verify", 10).api("toyVerify", 11);
  U.def("verify", 12);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilHeldAcrossWait, SilentInInertCalls) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("name", 10).api("toyGetName", 11);
  U.def("name", 12);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilHeldAcrossWait, ReachedThroughCalls) {
  Unit U("a.cpp"), V("b.cpp");
  addGoodRule(U);
  U.fn("outer", 10).call("helper", 11);
  U.def("outer", 12);
  V.fn("helper", 20).api("toyVerify", 21);
  Report R = audit({U, V});
  ASSERT_THAT(places(R), ElementsAre("gil-held-across-wait b.cpp:21"));
  EXPECT_THAT(steps(R.Findings[0]),
              ElementsAre("entry:12", "call:11", "call:21", "model:0",
                          "registration:104", "operation:101", "cost:0"));
  EXPECT_EQ(R.Findings[0].Group, "kind:toy-rule");
  EXPECT_FALSE(R.Findings[0].Assumed);
}

TEST(GilHeldAcrossWait, CallerReleasesForTheCallee) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("outer", 10).release(11).call("helper", 12).end();
  U.def("outer", 13);
  U.fn("helper", 20).api("toyVerify", 21);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilHeldAcrossWait, OneOfTwoCallersHoldsIt) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("releases", 10).release(11).call("helper", 12).end();
  U.def("releases", 13);
  U.fn("holds", 15).call("helper", 16);
  U.def("holds", 17);
  U.fn("helper", 20).api("toyVerify", 21);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:21"));
}

TEST(GilHeldAcrossWait, AConstantArgumentDropsTheClaim) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("off", 10).api("toyVerifyMaybe", 11, {constArg(1, "false")});
  U.def("off", 12);
  U.fn("on", 20).api("toyVerifyMaybe", 21, {constArg(1, "true")});
  U.def("on", 22);
  U.fn("unknown", 30).api("toyVerifyMaybe", 31);
  U.def("unknown", 32);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:21",
                                         "gil-held-across-wait a.cpp:31"));
}

TEST(GilHeldAcrossWait, MixedIsNoProofButCounted) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 10).mixed().api("toyVerify", 11).end();
  U.def("verify", 12);
  Report R = audit({U});
  EXPECT_THAT(places(R), IsEmpty());
  ASSERT_EQ(R.Coverage.Unresolved.size(), 1u);
  EXPECT_EQ(R.Coverage.Unresolved[0].Where.Line, 11u);
}

TEST(GilHeldAcrossWait, UnreachedIsSilentUnlessItAcquires) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("nobodyCallsMe", 10).api("toyVerify", 11);
  U.fn("acquires", 20).acquire(21).call("helper", 22).end();
  U.fn("helper", 30).api("toyVerify", 31);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:31"));
}

TEST(GilHeldAcrossWait, AnApiFunctionBoundDirectly) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.def("verify", 10).Api = "toyVerify";
  U.defReleased("released", 20);
  U.Facts.Bindings.back().Api = "toyVerify";
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("gil-held-across-wait a.cpp:10"));
  EXPECT_GE(roles(R.Findings[0]).size(), 3u);
}

TEST(GilHeldAcrossWait, JoinCountsOnlyWhatTheThreadRuns) {
  Unit U("a.cpp");
  U.fn("pythonBody", 1).acquire(2).op(3).end();
  U.fn("nativeBody", 4);
  U.fn("start", 5)
      .api("std::thread::thread", 6, {fnArg(0, "pythonBody")})
      .api("std::thread::thread", 7, {fnArg(0, "nativeBody")});
  U.def("start", 8);
  U.flow("field:T::python", {"fn:pythonBody"});
  U.flow("field:T::native", {"fn:nativeBody"});
  U.fn("joinPython", 10)
      .api("std::thread::join", 11, {nodeArg(-1, "field:T::python")});
  U.def("joinPython", 12);
  U.fn("joinNative", 20)
      .api("std::thread::join", 21, {nodeArg(-1, "field:T::native")});
  U.def("joinNative", 22);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("gil-held-across-wait a.cpp:11"));
  EXPECT_GE(roles(R.Findings[0]).size(), 3u);
}

TEST(GilHeldAcrossWait, DuringCallCallbackOnWorkers) {
  Unit U("a.cpp");
  U.fn("visit", 1).acquire(2).op(3).end();
  U.fn("nativeVisit", 4);
  U.fn("walk", 10).api("toyParallelWalk", 11, {fnArg(0, "visit")});
  U.def("walk", 12);
  U.fn("count", 20).api("toyParallelWalk", 21, {fnArg(0, "nativeVisit")});
  U.def("count", 22);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:11"));
}

TEST(GilHeldAcrossWait, ThreadingOff) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 10).api("toyVerify", 11);
  U.def("verify", 12);
  AnalysisOptions Options = closedWorld();
  Options.Threading = false;
  EXPECT_THAT(findings({U}, Options), IsEmpty());
}

TEST(GilHeldAcrossWait, OpenWorldRestsOnTheApisOwnBindings) {
  Unit U("a.cpp");
  U.Facts.OnApiPythonBindings = true;
  U.fn("verify", 10).api("toyVerify", 11);
  U.def("verify", 12);
  AnalysisOptions Open = closedWorld();
  EXPECT_THAT(findings({U}, Open), IsEmpty());
  Open.ClosedWorld = false;
  Report R = audit({U}, Open);
  ASSERT_THAT(places(R), ElementsAre("gil-held-across-wait a.cpp:11"));
  EXPECT_TRUE(R.Findings[0].Assumed);
  EXPECT_GE(roles(R.Findings[0]).size(), 3u);
}

TEST(GilHeldAcrossWait, AssumeRegistered) {
  Unit U("a.cpp");
  U.fn("verify", 10).api("toyVerify", 11);
  U.def("verify", 12);
  AnalysisOptions Options = closedWorld();
  Options.AssumeRegistered = {"toy-rule"};
  Report R = audit({U}, Options);
  ASSERT_THAT(places(R), ElementsAre("gil-held-across-wait a.cpp:11"));
  EXPECT_TRUE(R.Findings[0].Assumed);
}

TEST(GilHeldAcrossWait, TemplateInstancesShareOneFinding) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify<int>", 10).instance().api("toyVerify", 11);
  U.def("verify<int>", 12);
  U.fn("verify<long>", 10).instance().api("toyVerify", 11);
  U.def("verify<long>", 12);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:11"));
}
