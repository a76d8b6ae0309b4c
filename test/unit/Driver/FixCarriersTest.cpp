//===- FixCarriersTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Fixes/FixCarriers.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

namespace {

Finding found(const char *Closure, std::vector<FixEdit> Fixes,
              const char *Rule = "rule") {
  Finding F;
  F.Rule = Rule;
  F.Closure = Closure;
  F.Fixes = std::move(Fixes);
  return F;
}

bool all(const Finding &) { return true; }
bool notOff(const Finding &F) { return F.Rule != "off"; }

TEST(FixCarriers, ClosureComesWithItsFirstFinding) {
  Report R;
  R.Findings = {found("", {}), found("one", {{"a", 10, 0, "x"}}),
                found("one", {{"b", 5, 0, "y"}}),
                found("two", {{"a", 90, 0, "z"}})};
  FixCarriers C(R, all);
  EXPECT_THAT(C.Edits, ElementsAre(Pair(1, SizeIs(2)), Pair(3, SizeIs(1))));
  EXPECT_THAT(C.GoesWith, ElementsAre(Pair(2, 1)));
}

TEST(FixCarriers, SharedEditIsThereOnce) {
  Report R;
  R.Findings = {found("one", {{"a", 10, 0, "x"}}),
                found("one", {{"a", 10, 0, "x"}})};
  EXPECT_THAT(FixCarriers(R, all).Edits, ElementsAre(Pair(0, SizeIs(1))));
}

TEST(FixCarriers, ClosuresThatShareALineAreOne) {
  Report R;
  R.Findings = {found("one", {{"a", 10, 0, "x"}}),
                found("two", {{"a", 10, 0, "x"}, {"b", 1, 0, "y"}})};
  FixCarriers C(R, all);
  EXPECT_THAT(C.Edits, ElementsAre(Pair(0, SizeIs(2))));
  EXPECT_THAT(C.GoesWith, ElementsAre(Pair(1, 0)));
}

TEST(FixCarriers, FindingOfACheckThatIsOffCarriesNothing) {
  Report R;
  R.Findings = {found("one", {{"a", 10, 0, "x"}}, "off"),
                found("one", {{"b", 5, 0, "y"}}),
                found("two", {{"a", 90, 0, "z"}}, "off")};
  FixCarriers C(R, notOff);
  EXPECT_THAT(C.Edits, ElementsAre(Pair(1, SizeIs(2))));
  EXPECT_THAT(C.GoesWith, IsEmpty());
}

} // namespace
