//===- FixesTest.cpp - Fixes in the reports -------------------------------===//
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

Finding finding(std::string Rule, unsigned Line, std::string Cost) {
  Finding F;
  F.Rule = Rule;
  F.Severity = "error";
  F.Where = {"a.cpp", Line, 1};
  F.Message = "wrong";
  F.Fingerprint = Rule;
  F.Witness = {{"cost", {}, Cost}};
  return F;
}

/// The first is fixed, the second is not.
Report fixedReport() {
  Report R;
  R.FixesPlanned = true;
  R.Findings = {
      finding("wait", 2, "releasing the GIL here costs once per call of 'f'"),
      finding("crash", 3, "acquiring the GIL in 'g' costs once per operation")};
  R.Findings[0].Closure = "fix-1";
  R.Findings[0].Fixes = {{"a.cpp", 6, 6, "  g;\n  two;\n"},
                         {"b.h", 0, 0, "include\n"}};
  R.Findings[0].FixDiff = "--- a/a.cpp\n";
  R.Findings[1].NoFixReason = "in a macro";
  R.Closures = {{"fix-1", {"wait"}, 2, 0, 1, 1, "--- whole\n", ""},
                {"fix-2", {"crash"}, 0, 7, 0, 0, "", "in a macro"}};
  return R;
}

std::string text(const Report &R, TextOptions O = {}) {
  if (!O.Source)
    O.Source = [](llvm::StringRef) { return "one;\n\n  two\nthree;\n"; };
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(R, OS, O);
  return Text;
}

TEST(FixText, LinesBelowTheExcerpt) {
  Report R = fixedReport();
  EXPECT_THAT(text(R), HasSubstr("a.cpp:2:1: error: wrong [gil-audit-wait]\n"
                                 "    2 | \n"
                                 "      | ^\n"
                                 "    3 |-  two\n"
                                 "      |+  g;\n"
                                 "      |+  two;\n"
                                 "      | in b.h:\n"
                                 "      |+include\n"
                                 "note: releasing"));
}

TEST(FixText, ReasonWithoutExcerpt) {
  EXPECT_THAT(
      text(fixedReport()),
      HasSubstr("a.cpp:3:1: note: no fix: in a macro\nnote: acquiring"));
}

TEST(FixText, WithoutSources) {
  TextOptions O;
  O.Source = [](llvm::StringRef) { return std::nullopt; };
  EXPECT_THAT(text(fixedReport(), O), HasSubstr("[gil-audit-wait]\n"
                                                "      |+  g;\n"));
}

TEST(FixText, LinesForPrograms) {
  TextOptions O;
  O.Fixits = [](const Finding &F) {
    return F.Closure.empty() ? "" : "fix-it:\"" + F.Where.File + "\"\n";
  };
  EXPECT_THAT(text(fixedReport(), O),
              HasSubstr("|+include\nfix-it:\"a.cpp\"\nnote: releasing"));
}

TEST(FixSummary, CountsWhatIsFixed) {
  EXPECT_EQ(fixSummary(fixedReport()),
            "fixes: 1 of 2 findings in 1 closure: crash 0 of 1, wait 1 of 1\n"
            "fixes: 2 releases (once per call), 1 call guard (once per call), "
            "1 guard moved\n");
  EXPECT_THAT(text(fixedReport()),
              HasSubstr("1 guard moved\ngil-audit: 2 errors"));
}

TEST(FixSummary, NothingToSay) {
  Report R = fixedReport();
  R.FixesPlanned = false;
  EXPECT_EQ(fixSummary(R), "");
  EXPECT_THAT(text(R), Not(HasSubstr("fixes: ")));
  EXPECT_EQ(fixSummary(Report()), "");
}

nlohmann::json json(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJson(R, OS);
  return nlohmann::json::parse(OS.str(), nullptr, false);
}

TEST(FixJson, FindingsAndClosures) {
  nlohmann::json J = json(fixedReport());
  EXPECT_EQ(J["findings"][0]["fixes"],
            (nlohmann::json{{"closure", "fix-1"},
                            {"edits",
                             {{{"file", "a.cpp"},
                               {"offset", 6},
                               {"length", 6},
                               {"text", "  g;\n  two;\n"}},
                              {{"file", "b.h"},
                               {"offset", 0},
                               {"length", 0},
                               {"text", "include\n"}}}},
                            {"diff", "--- a/a.cpp\n"}}));
  EXPECT_FALSE(J["findings"][0].contains("no_fix_reason"));
  EXPECT_EQ(J["findings"][1]["no_fix_reason"], "in a macro");
  EXPECT_FALSE(J["findings"][1].contains("fixes"));
  EXPECT_EQ(J["closures"][0], (nlohmann::json{{"id", "fix-1"},
                                              {"findings", {"wait"}},
                                              {"releases", 2},
                                              {"acquires", 0},
                                              {"call_guards", 1},
                                              {"moved", 1},
                                              {"diff", "--- whole\n"}}));
  EXPECT_EQ(J["closures"][1]["refused"], "in a macro");
}

TEST(FixJson, NoneWithoutPlans) {
  nlohmann::json J = json(Report());
  EXPECT_FALSE(J.contains("closures"));
}

} // namespace
