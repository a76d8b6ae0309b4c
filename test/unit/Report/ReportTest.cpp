//===- ReportTest.cpp - Reports as text and JSON --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
using testing::HasSubstr;
using testing::Not;

namespace {

Finding finding(std::string File, unsigned Line, std::string Group) {
  Finding F;
  F.Rule = "gil-held-across-wait";
  F.Severity = "error";
  F.Where = {File, Line, 3};
  F.Function = "f";
  F.Message = "'mlirRun' waits with the GIL held";
  F.Api = "mlirRun";
  F.Kind = "handler";
  F.Fingerprint = "abc";
  F.Group = Group;
  F.Witness = {{"entry", {File, Line + 1, 1}, "Python calls 'f'"},
               {"model", {}, "'mlirRun' waits (Pass.cpp: run)"}};
  return F;
}

Report twoFindings() {
  Report R;
  R.Root = "/src";
  R.Findings = {finding("a.cpp", 1, "g"), finding("b.cpp", 1, "g")};
  R.Groups = {{"g", "a worker calls the handler"}};
  R.Coverage.TranslationUnits = 2;
  R.ApiReleases = {"mlir-c 23 (inferred)"};
  return R;
}

SourceReader source(std::string Text) {
  return [Text](llvm::StringRef) { return Text; };
}

std::string text(const Report &R, TextOptions O = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(R, OS, O);
  return Text;
}

nlohmann::json json(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJson(R, OS);
  nlohmann::json J = nlohmann::json::parse(OS.str(), nullptr, false);
  EXPECT_FALSE(J.is_discarded());
  return J;
}

TEST(Text, StoryOnceThenItsPlaces) {
  EXPECT_EQ(text(twoFindings()),
            "== a worker calls the handler (2 places)\n"
            "a.cpp:1:3: error: 'mlirRun' waits with the GIL held "
            "[gil-audit-gil-held-across-wait]\n"
            "a.cpp:2:1: note: Python calls 'f'\n"
            "note: 'mlirRun' waits (Pass.cpp: run)\n"
            "b.cpp:1:3: error: 'mlirRun' waits with the GIL held "
            "[gil-audit-gil-held-across-wait]\n"
            "b.cpp:2:1: note: Python calls 'f'\n"
            "\n"
            "gil-audit: 2 errors in 2 translation units; mlir-c 23 (inferred); "
            "root /src\n");
}

TEST(Text, NotesMayBeRepeated) {
  TextOptions O;
  O.RepeatNotes = true;
  std::string Text = text(twoFindings(), O);
  size_t First = Text.find("Pass.cpp: run");
  EXPECT_NE(Text.find("Pass.cpp: run", First + 1), std::string::npos);
}

TEST(Text, AFindingWithoutAGroupIsNotLost) {
  Report R = twoFindings();
  R.Findings.push_back(finding("c.cpp", 7, ""));
  EXPECT_THAT(text(R), HasSubstr("c.cpp:7:3: error: "));
}

TEST(Text, QuietPrintsFindingsOnly) {
  TextOptions O;
  O.Quiet = true;
  std::string Text = text(twoFindings(), O);
  EXPECT_THAT(Text, Not(HasSubstr("gil-audit: ")));
  EXPECT_THAT(Text, Not(HasSubstr("==")));
  EXPECT_THAT(Text, HasSubstr("a.cpp:1:3: error: "));
  EXPECT_EQ(text(Report(), O), "");
}

TEST(Text, ExcerptWithCaret) {
  TextOptions O;
  O.Source = source("  run(x);\nnext\n");
  EXPECT_THAT(text(twoFindings(), O), HasSubstr("wait]\n"
                                                "    1 |   run(x);\n"
                                                "      |   ^\n"));
}

TEST(Text, TheCaretStandsUnderTabsAndWideLetters) {
  Report R = twoFindings();
  R.Findings[0].Where.Column =
      5; // Behind a tab and the three bytes of a letter
  TextOptions O;
  O.Source = source("\t\xE6\xBC\xA2run(x);\r\n");
  EXPECT_THAT(text(R, O), HasSubstr("    1 | \t\xE6\xBC\xA2run(x);\n"
                                    "      | \t  ^\n"));
}

/// A name is no line of its own, and no terminal obeys it.
TEST(Text, ControlsAreSpelledOut) {
  Report R = twoFindings();
  R.Findings[0].Message = "'a\n::error::b\x1B[31m'";
  R.Findings[0].Where.File = "a\x7F.cpp";
  R.Groups[0].Story = "tab\tand\rreturn";
  R.Inventory.Bindings = {{R.Findings[0].Where, "n\n", "def", {}, "safe"}};
  TextOptions O;
  O.Source = source("  run(\"\x1B\");\n");
  O.ShowInventory = true;
  std::string Text = text(R, O);
  EXPECT_THAT(Text,
              HasSubstr("a<7F>.cpp:1:3: error: 'a<0A>::error::b<1B>[31m'"));
  EXPECT_THAT(Text, HasSubstr("    1 |   run(\"<1B>\");\n"));
  EXPECT_THAT(Text, HasSubstr("== tab\tand<0D>return (2 places)"));
  EXPECT_THAT(Text, HasSubstr("a<7F>.cpp:1  n<0A>  def"));
}

TEST(Text, SourcesNeedNotBeUtf8) {
  TextOptions O;
  O.Source = source("\xE9\xE8run();\n");
  EXPECT_THAT(text(twoFindings(), O), HasSubstr("\xEF\xBF\xBDrun();\n"
                                                "      |   ^"));
}

TEST(Text, SourcesMayBeShorterOrMissing) {
  TextOptions O;
  O.Source = source("");
  EXPECT_THAT(text(twoFindings(), O), Not(HasSubstr(" 2 | ")));
  O.Source = [](llvm::StringRef) { return std::nullopt; };
  EXPECT_THAT(text(twoFindings(), O), Not(HasSubstr(" | ")));
  O.Source = source("x"); // The column is behind its end.
  EXPECT_THAT(text(twoFindings(), O), HasSubstr("    1 | x\n"));
}

TEST(Text, ColourIsSwitchable) {
  TextOptions O;
  EXPECT_THAT(text(twoFindings(), O), Not(HasSubstr("\x1b[")));
  O.Colour = true;
  EXPECT_THAT(text(twoFindings(), O), HasSubstr("\x1b["));
}

TEST(Text, WhatWasNotAuditedIsNamed) {
  Report R;
  R.Root = "/src";
  R.Coverage.Missing = {{"x.cpp", "x.cpp:1:1: error: no"}};
  EXPECT_EQ(text(R), "x.cpp: not audited: x.cpp:1:1: error: no\n"
                     "gil-audit: nothing found in 0 translation units, 1 not "
                     "audited; root /src\n");
}

TEST(Text, UnresolvedIsCountedAndShownOnDemand) {
  Report R;
  R.Coverage.Unresolved = {{{"x.cpp", 4, 5}, "a call through 'f'"}};
  EXPECT_THAT(text(R), HasSubstr(", 1 unresolved"));
  EXPECT_THAT(text(R), Not(HasSubstr("through")));
  TextOptions O;
  O.ShowUnresolved = true;
  EXPECT_THAT(text(R, O), HasSubstr("x.cpp:4:5: remark: not followed: a call "
                                    "through 'f'\n"));
}

TEST(Text, InventoryIsATable) {
  Report R;
  R.Inventory.Callbacks = {
      {{"x.cpp", 4, 5}, "handler", "mlirAttach", "late", "bad"}};
  R.Inventory.Bindings = {{{"x.cpp", 9, 5}, "run", "def", {"a", "b"}, "ok"}};
  TextOptions O;
  O.ShowInventory = true;
  std::string Text = text(R, O);
  EXPECT_THAT(
      Text,
      HasSubstr("callbacks (1)\n"
                "  handed over at  kind     api         acquires  verdict\n"
                "  x.cpp:4         handler  mlirAttach  late      bad\n"));
  EXPECT_THAT(Text, HasSubstr("  x.cpp:9   run   def   ok       a, b\n"));
  EXPECT_THAT(Text, HasSubstr("calls (0)\n"));
}

std::vector<std::string> keys(const nlohmann::json &J) {
  std::vector<std::string> Keys;
  for (const auto &Item : J.items())
    Keys.push_back(Item.key());
  return Keys;
}

using Keys = std::vector<std::string>;

TEST(Json, TopLevel) {
  nlohmann::json J = json(Report());
  EXPECT_EQ(keys(J),
            (Keys{"coverage", "findings", "groups", "inventory", "schema"}));
  EXPECT_EQ(J["schema"], "gil-audit/1");
  EXPECT_TRUE(J["findings"].is_array());
  EXPECT_TRUE(J["groups"].is_array());
}

TEST(Json, FindingsHaveExactlyTheseFields) {
  nlohmann::json F = json(twoFindings())["findings"][0];
  EXPECT_EQ(keys(F), (Keys{"api", "basis", "column", "file", "fingerprint",
                           "function", "group", "kind", "line", "message",
                           "rule", "severity", "witness"}));
  EXPECT_EQ(F["line"], 1);
  EXPECT_EQ(F["column"], 3);
  EXPECT_EQ(F["basis"], "registered");
  EXPECT_EQ(F["api"], "mlirRun");
  ASSERT_EQ(F["witness"].size(), 2u);
  EXPECT_EQ(keys(F["witness"][0]),
            (Keys{"column", "file", "line", "message", "role"}));
}

TEST(Json, ApiAndKindAreLeftOutWhereThereIsNone) {
  Report R = twoFindings();
  R.Findings[0].Api = R.Findings[0].Kind = "";
  R.Findings[0].Assumed = true;
  nlohmann::json F = json(R)["findings"][0];
  EXPECT_FALSE(F.contains("api"));
  EXPECT_FALSE(F.contains("kind"));
  EXPECT_EQ(F["basis"], "assumed");
}

TEST(Json, InventoryAndCoverage) {
  Report R = twoFindings();
  R.Inventory.Callbacks = {
      {{"x.cpp", 4, 5}, "handler", "mlirAttach", "late", "bad"}};
  R.Inventory.Bindings = {{{"x.cpp", 9, 5}, "run", "def", {"a", "b"}, "ok"}};
  R.Inventory.Calls = {{{"x.cpp", 9, 5}, "a", "held", "ok"}};
  R.Inventory.Matrix = {{{"x.cpp", 9, 5},
                         "run",
                         "def",
                         {{"handler", "safe", "it is", {"x.cpp", 4, 5}, {}}}}};
  R.Coverage.Missing = {{"y.cpp", "no"}};
  R.Coverage.Unresolved = {{{"x.cpp", 4, 5}, "a call"}};
  nlohmann::json J = json(R), I = J["inventory"], C = J["coverage"];
  EXPECT_EQ(keys(I), (Keys{"bindings", "callbacks", "calls", "matrix"}));
  EXPECT_EQ(keys(I["matrix"][0]),
            (Keys{"cells", "file", "form", "line", "name"}));
  EXPECT_EQ(keys(I["matrix"][0]["cells"][0]),
            (Keys{"file", "findings", "kind", "line", "state", "why"}));
  EXPECT_EQ(keys(I["callbacks"][0]),
            (Keys{"acquires", "api", "file", "kind", "line", "verdict"}));
  EXPECT_EQ(keys(I["bindings"][0]),
            (Keys{"file", "form", "line", "name", "reaches", "verdict"}));
  EXPECT_EQ(I["bindings"][0]["reaches"], (nlohmann::json{"a", "b"}));
  EXPECT_EQ(keys(I["calls"][0]),
            (Keys{"api", "file", "line", "state", "verdict"}));
  EXPECT_EQ(keys(C), (Keys{"not_audited", "translation_units", "unresolved"}));
  EXPECT_EQ(C["translation_units"], 2);
  EXPECT_EQ(keys(C["not_audited"][0]), (Keys{"error", "file"}));
  EXPECT_EQ(keys(C["unresolved"][0]), (Keys{"file", "line", "what"}));
}

TEST(Json, NamesNeedNotBeUtf8) {
  Report R = twoFindings();
  R.Findings[0].Function = "f\xFF";
  EXPECT_EQ(json(R)["findings"][0]["function"], "f\xEF\xBF\xBD");
}

//===----------------------------------------------------------------------===//
// What does not count
//===----------------------------------------------------------------------===//

/// Of two findings one is known; one more was fixed.
Report comparedFindings() {
  Report R = twoFindings();
  R.Findings[0].BaselineState = BaselineState::Unchanged;
  R.Findings[1].BaselineState = BaselineState::New;
  R.Baseline.emplace();
  R.Baseline->File = "known";
  R.Baseline->Moved = 1;
  R.Baseline->Fixed = {
      {"gil-lock-order", "1:f", "c", "old.cpp", "g", "'x' is taken"}};
  return R;
}

TEST(Baseline, TextHasWhatIsNewAndWhatIsFixed) {
  std::string Text = text(comparedFindings());
  EXPECT_THAT(Text, HasSubstr("(1 place)"));
  EXPECT_THAT(Text, HasSubstr("b.cpp:1:3: error"));
  EXPECT_THAT(Text, Not(HasSubstr("a.cpp:1:3: error")));
  EXPECT_THAT(Text,
              HasSubstr("old.cpp: fixed since the baseline: in 'g': 'x' is "
                        "taken [gil-audit-gil-lock-order]\n"
                        "gil-audit: 1 error in 2 translation units; "
                        "baseline: 1 unchanged (1 in other files), 1 "
                        "fixed; "));
}

TEST(Baseline, JsonHasAll) {
  nlohmann::json J = json(comparedFindings());
  EXPECT_EQ(J["findings"][0]["baseline"], "unchanged");
  EXPECT_EQ(J["findings"][1]["baseline"], "new");
  EXPECT_EQ(J["baseline"]["file"], "known");
  EXPECT_EQ(J["baseline"]["in_other_files"], 1);
  EXPECT_EQ(J["baseline"]["fixed"][0]["file"], "old.cpp");
  EXPECT_TRUE(J["baseline"]["not_looked_for"].empty());
}

/// Of two findings one lies in the change.
Report selectedFindings() {
  Report R = twoFindings();
  R.Findings[0].OutsideChange = true;
  R.Change.emplace();
  R.Change->Since = "HEAD";
  R.Change->Files = 2;
  R.Change->TranslationUnits = 1;
  return R;
}

TEST(Change, TextHasWhatLiesInIt) {
  std::string Text = text(selectedFindings());
  EXPECT_THAT(Text, HasSubstr("b.cpp:1:3: error"));
  EXPECT_THAT(Text, Not(HasSubstr("a.cpp:1:3: error")));
  EXPECT_THAT(Text, HasSubstr("1 error in 2 translation units; changed since "
                              "HEAD: 2 files, read by 1 translation unit; 1 "
                              "finding outside of the change is not shown; "));
}

TEST(Change, JsonHasAll) {
  nlohmann::json J = json(selectedFindings());
  EXPECT_EQ(J["findings"][0]["in_change"], false);
  EXPECT_EQ(J["findings"][1]["in_change"], true);
  EXPECT_EQ(J["change"],
            (nlohmann::json{{"since", "HEAD"},
                            {"files", 2},
                            {"translation_units", 1},
                            {"not_found", nlohmann::json::array()}}));
  EXPECT_FALSE(json(twoFindings())["findings"][0].contains("in_change"));
}

TEST(Change, TheSummaryLineSaysWhatIsLeftOut) {
  Report R = selectedFindings();
  R.Findings[1].OutsideChange = true;
  R.Change->Since = "";
  R.Change->Diff = "-";
  R.Change->NotFound = {"x"};
  EXPECT_THAT(summaryLine(R),
              HasSubstr("nothing found in the change in 2 translation units; "
                        "changed by standard input: 2 files, read by 1 "
                        "translation unit, 1 file not found; 2 findings "
                        "outside of the change are not shown"));
  R.Change->Files = 0;
  R.Change->NotFound = {};
  R.Baseline.emplace();
  for (Finding &F : R.Findings)
    F.BaselineState = BaselineState::Unchanged;
  std::string Line = summaryLine(R);
  EXPECT_THAT(Line, HasSubstr("nothing new in the change"));
  EXPECT_THAT(Line, HasSubstr("changed by standard input: nothing; "));
  EXPECT_THAT(Line, Not(HasSubstr("outside")));
}

TEST(Suppressions, StayInJsonAlone) {
  Report R = twoFindings();
  R.Findings[0].Suppression = Suppression{"allow", "tested", {"a.cpp", 1, 30}};
  EXPECT_THAT(text(R), Not(HasSubstr("a.cpp:1:3: error")));
  EXPECT_THAT(text(R),
              HasSubstr("1 error in 2 translation units, 1 suppressed"));
  nlohmann::json J = json(R);
  EXPECT_EQ(J["findings"][0]["suppressed"],
            (nlohmann::json{{"kind", "allow"},
                            {"reason", "tested"},
                            {"file", "a.cpp"},
                            {"line", 1}}));
  EXPECT_FALSE(J["findings"][1].contains("suppressed"));
}

} // namespace
