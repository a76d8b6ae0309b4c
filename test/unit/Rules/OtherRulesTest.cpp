//===- OtherRulesTest.cpp - One-sided rules -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(UnbalancedGil, OnePerCall) {
  Unit U("a.cpp");
  U.fn("f", 1).leak(2, 5).leak(2, 7, true).leak(3, 7);
  Report R = audit({U});
  EXPECT_THAT(places(R),
              ElementsAre("unbalanced-gil a.cpp:2", "unbalanced-gil a.cpp:3"));
  EXPECT_THAT(steps(R.Findings[0]), ElementsAre("guard:2", "exit:5"));
}

TEST(UnmodelledCallback, FunctionPointersOfThePrefixOnly) {
  Unit U("a.cpp");
  U.fn("f", 1)
      .api("toyOnIdle", 2, {fnArg(0, "cb")})
      .api("toySetName", 3, {constArg(0, "nonnull")})
      .api("toyAddRule", 4, {fnArg(0, "cb")})
      .api("otherOnIdle", 5, {fnArg(0, "cb")});
  ArgFact Null = constArg(0, "null");
  Null.FunctionPointerType = true;
  U.fn("g", 10).api("toyOnIdle", 11, {Null});
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("unmodelled-callback a.cpp:2"));
  EXPECT_EQ(R.Findings[0].Severity, "warning");
}

namespace {

AnalysisOptions pedantic() {
  AnalysisOptions Options = closedWorld();
  Options.Pedantic = true;
  return Options;
}

} // namespace

TEST(RedundantGuard, OffByDefault) {
  Unit U("a.cpp");
  U.fn("f", 1).release(2).api("toyGetName", 3).end();
  U.def("f", 4);
  EXPECT_THAT(findings({U}), IsEmpty());
  EXPECT_THAT(findings({U}, pedantic()),
              ElementsAre("redundant-guard a.cpp:2"));
}

TEST(RedundantGuard, AReleaseThatSomethingNeeds) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 1).release(2).api("toyVerify", 3).end();
  U.def("verify", 4);
  U.fn("work", 10).release(11).call("native", 12).end();
  U.def("work", 13);
  U.fn("native", 14);
  U.fn("empty", 20).release(21).end();
  U.def("empty", 22);
  EXPECT_THAT(findings({U}, pedantic()), IsEmpty());
}

TEST(RedundantGuard, ThroughInertFunctions) {
  Unit U("a.cpp");
  U.fn("name", 1).api("toyGetName", 2);
  U.fn("f", 10).release(11).call("name", 12).end();
  U.def("f", 13);
  EXPECT_THAT(findings({U}, pedantic()),
              ElementsAre("redundant-guard a.cpp:11"));
}

TEST(RedundantGuard, AnAcquireWhereItIsHeldOnEveryPath) {
  Unit U("a.cpp");
  U.fn("always", 1).acquire(2).op(3).end();
  U.def("always", 4);
  U.fn("sometimes", 10).acquire(11).op(12).end();
  U.def("sometimes", 13);
  U.fn("caller", 14)
      .release(15)
      .call("sometimes", 16)
      .api("toyVerify", 17)
      .end();
  U.def("caller", 18);
  U.fn("never", 20).acquire(21).op(22).end();
  addGoodRule(U);
  EXPECT_THAT(findings({U}, pedantic()),
              ElementsAre("redundant-guard a.cpp:2"));
}

TEST(RedundantGuard, AProposedReleaseNeedsTheAcquire) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("append", 1).acquire(2).op(3).end();
  U.fn("print", 10).api("toyPrint", 11, {fnArg(0, "append")});
  U.def("print", 12);
  EXPECT_THAT(findings({U}, pedantic()),
              ElementsAre("gil-held-across-wait a.cpp:11"));
}

TEST(Rules, AllRegisteredAndDocumented) {
  std::vector<std::string> Names;
  for (const Rule *R : allRules()) {
    Names.push_back(R->info().Name.str());
    EXPECT_FALSE(R->info().Summary.empty());
    EXPECT_FALSE(R->info().Why.empty());
    EXPECT_FALSE(R->info().Bad.empty());
    EXPECT_FALSE(R->info().Good.empty());
  }
  EXPECT_THAT(Names, ElementsAre("callback-without-gil", "gil-held-across-wait",
                                 "gil-lock-order", "python-without-gil",
                                 "redundant-guard", "stale-suppression",
                                 "unbalanced-gil", "unmodelled-callback",
                                 "wrong-suppression"));
}
