//===- SuppressTest.cpp - Comments that take responsibility ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// One finding, of gil-held-across-wait in line 3, and comments in line
/// 20, 21...
Unit waiting(std::vector<SuppressionFact> Comments) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("verify", 1).api("toyVerify", 3);
  U.def("verify", 4);
  for (SuppressionFact &S : Comments) {
    S.Where.Line = 20 + U.Facts.Suppressions.size();
    U.Facts.Suppressions.push_back(std::move(S));
  }
  return U;
}

SuppressionFact allow(std::string Rule, unsigned Line,
                      std::string Reason = "because") {
  return {{}, "allow", {Rule}, Reason, "", {{0, Line, Line}}};
}

std::string wait() { return "gil-held-across-wait a.cpp:3"; }

TEST(Suppress, CoversLinesOfItsRule) {
  Report R = audit({waiting({allow("gil-held-across-wait", 3)})});
  ASSERT_THAT(places(R), ElementsAre(wait()));
  ASSERT_TRUE(R.Findings[0].Suppression);
  EXPECT_EQ(R.Findings[0].Suppression->Kind, "allow");
  EXPECT_EQ(R.Findings[0].Suppression->Justification, "because");
  EXPECT_EQ(R.Findings[0].Suppression->Where.Line, 20u);
  EXPECT_FALSE(R.Findings[0].counts());
}

TEST(Suppress, GlobsAndSeveralUnits) {
  // A header's comment covers what it covers in any unit.
  Unit Other("b.cpp");
  Other.Facts.Files.push_back("/src/a.cpp");
  SuppressionFact S = allow("gil-*", 3);
  Unit First = waiting({allow("gil-*", 99)});
  S.Where = {1, 20, 0};
  S.Covers[0].File = 1;
  Other.Facts.Suppressions.push_back(S);
  Report R = audit({First, Other});
  ASSERT_THAT(places(R), ElementsAre(wait()));
  EXPECT_TRUE(R.Findings[0].Suppression);
}

TEST(Suppress, StaleOnes) {
  EXPECT_THAT(findings({waiting({allow("gil-held-across-wait", 4),
                                 allow("gil-lock-order", 3)})}),
              ElementsAre(wait(), "stale-suppression a.cpp:20",
                          "stale-suppression a.cpp:21"));
  // Nobody has looked.
  AnalysisOptions Partial = closedWorld();
  Partial.Partial = true;
  EXPECT_THAT(findings({waiting({allow("gil-lock-order", 3)})}, Partial),
              ElementsAre(wait()));
  EXPECT_THAT(findings({waiting({allow("redundant-guard", 3)})}),
              ElementsAre(wait()));
}

TEST(Suppress, WrongOnes) {
  SuppressionFact Odd = allow("gil-lock-order", 3);
  Odd.Problem = "odd";
  Report R = audit({waiting({allow("gil-held-across-wiat", 3), Odd,
                             allow("gil-held-across-wait", 3, "")})});
  EXPECT_THAT(places(R), ElementsAre(wait(), "wrong-suppression a.cpp:20",
                                     "wrong-suppression a.cpp:21",
                                     "wrong-suppression a.cpp:22"));
  EXPECT_FALSE(R.Findings[0].Suppression);
  EXPECT_THAT(R.Findings[1].Message,
              HasSubstr("did you mean 'gil-held-across-wait'?"));
  EXPECT_THAT(R.Findings[2].Message, HasSubstr("odd"));
  EXPECT_THAT(R.Findings[3].Message, HasSubstr("no reason"));
}

TEST(Suppress, ReasonsMayBeGivenUp) {
  AnalysisOptions Options = closedWorld();
  Options.AllowWithoutReason = true;
  Report R = audit({waiting({allow("gil-held-across-wait", 3, "")})}, Options);
  ASSERT_THAT(places(R), ElementsAre(wait()));
  EXPECT_TRUE(R.Findings[0].Suppression);
}

} // namespace
