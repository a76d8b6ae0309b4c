//===- SarifFixesTest.cpp - Fixes in SARIF logs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
using nlohmann::json;

namespace {

json results(const Report &R, std::string Source = "one;\n  two;\nend") {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printSarif(R, contextWith(Source), OS);
  json J = json::parse(OS.str(), nullptr, false);
  EXPECT_FALSE(J.is_discarded());
  return J["runs"][0]["results"];
}

/// Two findings that are mended together, in two files, with a shared edit.
Report fixedReport() {
  Report R = reportOf({deadlock("a.cpp", 1), deadlock("b.cpp", 2)});
  R.FixesPlanned = true;
  for (Finding &F : R.Findings)
    F.Closure = "fix-1";
  FixEdit Shared = {"a.cpp", 5, 0, "guard;\n"};
  R.Findings[0].Fixes = {Shared};
  R.Findings[1].Fixes = {Shared, {"b.cpp", 5, 7, "  2;\n"}};
  R.Closures = {{"fix-1", {"1:a.cpp1", "1:b.cpp2"}, 2, 0, 0, 0, "", ""}};
  return R;
}

TEST(SarifFixes, TheWholeClosureOnce) {
  json All = results(fixedReport());
  ASSERT_TRUE(All[0].contains("fixes"));
  EXPECT_FALSE(All[1].contains("fixes"));
  EXPECT_EQ(All[1]["properties"]["closure"], "fix-1");
  json Fix = All[0]["fixes"][0];
  EXPECT_EQ(Fix["description"]["text"], "Mends 2 findings together.");
  ASSERT_EQ(Fix["artifactChanges"].size(), 2u);
  json A = Fix["artifactChanges"][0], B = Fix["artifactChanges"][1];
  EXPECT_EQ(A["artifactLocation"]["uri"], "sub/a.cpp");
  ASSERT_EQ(A["replacements"].size(), 1u); // The shared edit once.
  EXPECT_EQ(A["replacements"][0]["deletedRegion"], (json{{"startLine", 2},
                                                         {"startColumn", 1},
                                                         {"endLine", 2},
                                                         {"endColumn", 1}}));
  EXPECT_EQ(A["replacements"][0]["insertedContent"]["text"], "guard;\n");
  EXPECT_EQ(B["replacements"][0]["deletedRegion"], (json{{"startLine", 2},
                                                         {"startColumn", 1},
                                                         {"endLine", 3},
                                                         {"endColumn", 1}}));
}

TEST(SarifFixes, TheEndOfAFileWithoutALineBreak) {
  Report R = fixedReport();
  R.Findings[1].Fixes[1] = {"b.cpp", 12, 3, "x"};
  json B = results(R)[0]["fixes"][0]["artifactChanges"][1];
  EXPECT_EQ(B["replacements"][0]["deletedRegion"], (json{{"startLine", 3},
                                                         {"startColumn", 1},
                                                         {"endLine", 3},
                                                         {"endColumn", 4}}));
}

std::string refused(const Report &R, std::string Source = "one;\n  two;\nend") {
  for (const json &Result : results(R, Source))
    EXPECT_FALSE(Result.contains("fixes"));
  return results(R, Source)[0]["properties"]["noFixReason"];
}

TEST(SarifFixes, APartOfAClosureIsNoFix) {
  Report R = fixedReport();
  R.Findings.pop_back();
  EXPECT_EQ(refused(R), "some of the findings that it mends together are not "
                        "in this log");
}

TEST(SarifFixes, ClosuresThatShareLines) {
  Report R = fixedReport();
  R.Findings.push_back(deadlock("c.cpp", 3));
  R.Findings[2].Closure = "fix-2";
  R.Findings[2].Fixes = {{"a.cpp", 5, 0, "other;\n"}};
  R.Closures.push_back({"fix-2", {"1:c.cpp3"}, 1, 0, 0, 0, "", ""});
  EXPECT_EQ(refused(R), "other fixes change the same lines");
}

TEST(SarifFixes, TextsThatAreNotUtf8) {
  Report R = fixedReport();
  R.Findings[1].Fixes[1].Text = "\xFC\n";
  EXPECT_EQ(refused(R), "the source is not UTF-8");
}

TEST(SarifFixes, SourcesThatCannotBeRead) {
  EXPECT_EQ(refused(fixedReport(), ""), "a.cpp cannot be read");
}

TEST(SarifFixes, TheReasonWhyThereIsNone) {
  Report R = fixedReport();
  for (Finding &F : R.Findings) {
    F.Closure = "";
    F.Fixes.clear();
    F.NoFixReason = "in a macro";
  }
  EXPECT_EQ(refused(R), "in a macro");
}

} // namespace
