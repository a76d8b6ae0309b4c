//===- FixpointTest.cpp - Both halves of a pair in one run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Fixpoint, TheReleaseAroundAPrintExposesItsCallback) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("append", 1).op(2);
  U.fn("print", 10).api("toyPrint", 11, {fnArg(0, "append")});
  U.def("print", 12);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("callback-without-gil a.cpp:2",
                                     "gil-held-across-wait a.cpp:11"));
  EXPECT_EQ(R.Findings[0].Kind, "toy-text");
  EXPECT_THAT(
      steps(R.Findings[0]),
      ElementsAre("entry:12", "call:11", "model:0", "operation:2", "cost:0"));
}

TEST(Fixpoint, SilentIfThePrintNeedsNoRelease) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("append", 1).op(2);
  U.fn("print", 10).api("toyPrintType", 11, {fnArg(0, "append")});
  U.def("print", 12);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(Fixpoint, AProposedAcquireMakesALaterCallHoldTheGil) {
  Unit U("a.cpp");
  U.fn("rule", 1).op(2).api("toyVerify", 3);
  U.fn("add", 5).api("toyAddRule", 6, {fnArg(0, "rule")});
  U.def("add", 7);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2",
                                         "gil-held-across-wait a.cpp:3"));
}

TEST(Fixpoint, WhatTheOuterReleaseCuresIsNoFindingOfItsOwn) {
  // visit is run by a print that has to release: then its verify has no GIL.
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("visit", 1).api("toyVerify", 2);
  U.fn("print", 10).api("toyPrint", 11, {fnArg(0, "visit")});
  U.def("print", 12);
  EXPECT_THAT(findings({U}), ElementsAre("gil-held-across-wait a.cpp:11"));
}

TEST(Fixpoint, ARuleThatIsOffProposesNothing) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("append", 1).op(2);
  U.fn("print", 10).api("toyPrint", 11, {fnArg(0, "append")});
  U.def("print", 12);
  AnalysisOptions Options = closedWorld();
  Options.RuleEnabled = [](llvm::StringRef R) {
    return R == "callback-without-gil";
  };
  EXPECT_THAT(findings({U}, Options), IsEmpty());
}

TEST(Fixpoint, AssumedReleasesMakeAssumedFindings) {
  Unit U("a.cpp");
  U.fn("append", 1).op(2);
  U.fn("print", 10).api("toyPrint", 11, {fnArg(0, "append")});
  U.def("print", 12);
  AnalysisOptions Options = closedWorld();
  Options.AssumeRegistered = {"toy-rule"};
  Report R = audit({U}, Options);
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_TRUE(R.Findings[0].Assumed);
  EXPECT_TRUE(R.Findings[1].Assumed);
}
