//===- ReportTest.cpp - Order, fingerprints, groups, inventory ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include <algorithm>

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// Three findings in two files.
std::vector<Unit> program(unsigned Shift = 0) {
  Unit A("a.cpp"), B("b.cpp");
  A.fn("rule", 1 + Shift).op(2 + Shift);
  A.fn("add", 10 + Shift).api("toyAddRule", 11 + Shift, {fnArg(0, "rule")});
  A.def("add", 12 + Shift);
  B.fn("verify", 1 + Shift)
      .api("toyVerify", 2 + Shift)
      .api("toyVerify", 3 + Shift);
  B.def("verify", 4 + Shift);
  return {A, B};
}

Report auditAll(std::vector<Unit> Units) {
  std::vector<TUFacts> Facts;
  for (const Unit &U : Units)
    Facts.push_back(U.take());
  static const ModelSet Toy = models();
  return analyze(std::move(Facts), Toy, closedWorld());
}

std::vector<std::string> fingerprints(const Report &R) {
  std::vector<std::string> Out;
  for (const Finding &F : R.Findings)
    Out.push_back(F.Fingerprint);
  return Out;
}

/// Everything that a report says about one row.
std::string text(const CallbackRow &R) {
  return R.Where.File + ":" + std::to_string(R.Where.Line) + " " + R.Kind +
         " " + R.Api + " " + R.Acquires + " " + R.Verdict;
}

} // namespace

TEST(ReportOrder, InputsInAnyOrder) {
  std::vector<Unit> Units = program();
  Report R = auditAll(Units);
  std::reverse(Units.begin(), Units.end());
  Report S = auditAll(Units);
  EXPECT_THAT(places(R), ElementsAre("callback-without-gil a.cpp:2",
                                     "gil-held-across-wait b.cpp:2",
                                     "gil-held-across-wait b.cpp:3"));
  EXPECT_EQ(places(R), places(S));
  EXPECT_EQ(fingerprints(R), fingerprints(S));
  for (size_t I = 0; I != R.Findings.size(); ++I) {
    EXPECT_EQ(R.Findings[I].Message, S.Findings[I].Message);
    EXPECT_EQ(steps(R.Findings[I]), steps(S.Findings[I]));
  }
}

TEST(Fingerprints, SurviveMovesAndDiffer) {
  Report R = auditAll(program()), Moved = auditAll(program(100));
  EXPECT_EQ(fingerprints(R), fingerprints(Moved));
  EXPECT_THAT(R.Findings[0].Fingerprint, StartsWith("1:"));
  EXPECT_EQ(R.Findings[0].Fingerprint.size(), 18u);
  EXPECT_NE(R.Findings[1].Fingerprint, R.Findings[2].Fingerprint);
}

TEST(Fingerprints, AnEarlierOtherFindingChangesNothing) {
  std::vector<Unit> Units = program();
  Units[0].fn("zz", 1).release(1).op(1).end();
  Report R = auditAll(program()), More = auditAll(Units);
  ASSERT_EQ(More.Findings.size(), R.Findings.size() + 1);
  auto Old = fingerprints(R), New = fingerprints(More);
  EXPECT_THAT(New, testing::IsSupersetOf(Old));
}

TEST(Groups, OneForEachRoot) {
  Report R = auditAll(program());
  ASSERT_EQ(R.Groups.size(), 1u);
  EXPECT_EQ(R.Groups[0].Id, "kind:toy-rule");
  EXPECT_THAT(R.Groups[0].Story, HasSubstr("2 calls wait"));
  EXPECT_THAT(R.Groups[0].Story, HasSubstr("1 place touches"));
  for (const Finding &F : R.Findings)
    EXPECT_EQ(F.Group, R.Groups[0].Id);
}

TEST(Inventory, Callbacks) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("late", 1).op(2).acquire(3).op(4).end();
  U.fn("none", 5).op(6);
  U.fn("native", 7);
  U.fn("unsure", 8).mixed().op(9).end();
  U.fn("add", 10)
      .api("toyAddRule", 11, {fnArg(0, "late")})
      .api("toyAddRule", 12, {fnArg(0, "none")})
      .api("toyAddRule", 13, {fnArg(0, "native")})
      .api("toyAddRule", 14, {fnArg(0, "unsure")})
      .api("toyAddRule", 15, {constArg(0, "null")})
      .api("toyPrintType", 16, {fnArg(0, "none2")});
  U.def("add", 17);
  U.fn("none2", 20).op(21);
  std::vector<std::string> Rows;
  for (const CallbackRow &R : audit({U}).Inventory.Callbacks)
    Rows.push_back(text(R));
  EXPECT_THAT(
      Rows,
      ElementsAre(StartsWith("a.cpp:11 toy-rule toyAddRule late crash: "),
                  StartsWith("a.cpp:12 toy-rule toyAddRule no crash: "),
                  StartsWith("a.cpp:13 toy-rule toyAddRule no native: "),
                  StartsWith("a.cpp:14 toy-rule toyAddRule mixed not proven: "),
                  StartsWith("a.cpp:16 toy-text toyPrintType no safe: "),
                  StartsWith("a.cpp:104 toy-rule toyAddRule yes safe: ")));
}

TEST(Inventory, CallsAndBindings) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("helper", 1).api("toyVerify", 2);
  U.fn("held", 3).call("helper", 4);
  U.def("held", 5);
  U.fn("released", 6).release(7).call("helper", 8).end();
  U.def("released", 9);
  U.fn("inert", 10).api("toyGetName", 11);
  U.def("inert", 12);
  U.fn("nobody", 13).api("toyVerify", 14);
  Report R = audit({U});
  ASSERT_EQ(R.Inventory.Calls.size(), 2u);
  EXPECT_EQ(R.Inventory.Calls[0].State, "both");
  EXPECT_THAT(R.Inventory.Calls[0].Verdict, StartsWith("deadlock: "));
  EXPECT_EQ(R.Inventory.Calls[1].State, "unreached");
  ASSERT_EQ(R.Inventory.Bindings.size(), 2u);
  EXPECT_THAT(R.Inventory.Bindings[0].Reaches, ElementsAre("toyVerify"));
  EXPECT_THAT(R.Inventory.Bindings[0].Verdict, StartsWith("deadlock: "));
  EXPECT_THAT(R.Inventory.Bindings[1].Verdict, StartsWith("safe: "));
}

TEST(Coverage, UnknownCodeCountsWhereTheGilIsNotHeld) {
  Unit U("a.cpp");
  U.fn("rule", 1).call("param:rule#1", 2, CallVia::Indirect);
  U.fn("add", 3).api("toyAddRule", 4, {fnArg(0, "rule")});
  U.fn("bound", 5).call("param:bound#0", 6, CallVia::Indirect);
  U.def("bound", 7);
  Report R = audit({U});
  ASSERT_EQ(R.Coverage.Unresolved.size(), 1u);
  EXPECT_EQ(R.Coverage.Unresolved[0].Where.Line, 2u);
  EXPECT_EQ(R.Coverage.TranslationUnits, 1u);
}
