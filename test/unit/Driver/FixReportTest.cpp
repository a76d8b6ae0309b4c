//===- FixReportTest.cpp - Which changed lines belong to whom -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Fixes/FixReport.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace {

Finding finding(std::string Name, unsigned Line) {
  Finding F;
  F.Rule = "rule";
  F.Severity = "error";
  F.Fingerprint = Name;
  F.Where = {"a.cpp", Line, 3};
  return F;
}

class FixReportTest : public ::testing::Test {
protected:
  FixReportTest() {
    R.Root = "/src";
    R.Findings = {finding("one", 2), finding("two", 6), finding("three", 9)};
    Plan.Findings.resize(3);
    File.File = "/src/a.cpp";
    File.Before = "int a;\n  one();\nint b;\nint c;\nint d;\n  two();\n"
                  "int e;\nint f;\n  three();\n";
    File.After =
        "#include \"g\"\nint a;\n  {\n    one();\n  }\nint b;\nint c;\n"
        "int d;\n  guard();\n  two();\nint e;\nint f;\n  three();\n";
  }

  unsigned offset(llvm::StringRef Text) const {
    return unsigned(File.Before.find(Text.str()));
  }

  /// A closure of these findings, an edit at each.
  void close(std::string Id, std::vector<unsigned> Findings) {
    static const char *Names[] = {"one", "two", "three"};
    Closure C;
    C.Id = Id;
    C.Changes.push_back({File.File, {}, {}, {}});
    for (unsigned F : Findings) {
      unsigned At = offset(Names[F]);
      C.Changes[0].Edits.push_back({At, 0, "x"});
      Plan.Findings[F].Closure = int(Plan.Closures.size());
      Plan.Findings[F].Anchors = {{File.File, At}};
    }
    C.Findings = std::move(Findings);
    Plan.Closures.push_back(std::move(C));
  }

  static std::vector<std::string> texts(const Finding &F) {
    std::vector<std::string> Out;
    for (const FixEdit &E : F.Fixes)
      Out.push_back(E.Text);
    return Out;
  }

  Report R;
  FixPlan Plan;
  EditedFile File;
};

TEST_F(FixReportTest, EachGetsItsOwn) {
  close("first", {0});
  close("second", {1});
  Plan.Findings[2].Reason = "never";
  attachFixes(R, Plan, File);
  // The include is nobody's: it goes with the nearest.
  EXPECT_THAT(texts(R.Findings[0]),
              ElementsAre("#include \"g\"\n", "  {\n    one();\n  }\n"));
  EXPECT_THAT(texts(R.Findings[1]), ElementsAre("  guard();\n"));
  EXPECT_THAT(texts(R.Findings[2]), IsEmpty());
  EXPECT_EQ(R.Findings[0].Closure, "first");
  EXPECT_EQ(R.Findings[0].Fixes[0].File, "a.cpp");
  EXPECT_EQ(R.Findings[2].NoFixReason, "never");
  EXPECT_EQ(R.Findings[2].Closure, "");
}

TEST_F(FixReportTest, DiffsArePartial) {
  close("first", {0});
  close("second", {1});
  attachFixes(R, Plan, File);
  EXPECT_THAT(R.Findings[1].FixDiff, HasSubstr("+  guard();"));
  EXPECT_THAT(R.Findings[1].FixDiff, Not(HasSubstr("+    one();")));
  EXPECT_THAT(R.Findings[1].FixDiff, HasSubstr("--- a/a.cpp"));
  ASSERT_EQ(R.Closures.size(), 2u);
  EXPECT_THAT(R.Closures[0].Diff, HasSubstr("+    one();"));
  EXPECT_THAT(R.Closures[0].Diff, Not(HasSubstr("+  guard();")));
  EXPECT_THAT(R.Closures[0].Fingerprints, ElementsAre("one"));
}

/// A finding without lines of its own: another's guard covers it.
TEST_F(FixReportTest, SharedGuard) {
  close("both", {1, 2});
  Plan.Findings[2].Anchors = {{File.File, offset("two")}};
  File.After = File.Before;
  File.After.insert(File.After.find("  two"), "  guard();\n");
  attachFixes(R, Plan, File);
  EXPECT_THAT(texts(R.Findings[1]), ElementsAre("  guard();\n"));
  EXPECT_THAT(texts(R.Findings[2]), ElementsAre("  guard();\n"));
}

TEST_F(FixReportTest, RefusedClosure) {
  close("bad", {0});
  Plan.Closures[0].Changes.clear();
  Plan.Closures[0].Refused = "tried in vain";
  Plan.Findings[0].Reason = "tried in vain";
  attachFixes(R, Plan, {});
  EXPECT_EQ(R.Findings[0].NoFixReason, "tried in vain");
  EXPECT_EQ(R.Findings[0].Closure, "");
  EXPECT_EQ(R.Closures[0].Refused, "tried in vain");
  EXPECT_EQ(R.Closures[0].Diff, "");
}

/// Whatever the findings have, together it is the whole change.
TEST_F(FixReportTest, NothingIsLost) {
  close("first", {0, 1});
  attachFixes(R, Plan, File);
  std::vector<ExportedFix> Fixes =
      exportedFixes(R, [&](llvm::StringRef) -> llvm::Expected<std::string> {
        return File.Before;
      });
  ASSERT_EQ(Fixes.size(), 2u);
  EXPECT_EQ(Fixes[0].File, "/src/a.cpp");
  EXPECT_EQ(Fixes[0].Rule, "gil-audit-rule");
  EXPECT_EQ(Fixes[0].Offset, offset("one"));
  std::string Text = File.Before;
  std::vector<SourceEdit> Edits;
  for (const ExportedFix &F : Fixes)
    for (const auto &[Name, E] : F.Edits)
      if (!llvm::is_contained(Edits, E))
        Edits.push_back(E);
  llvm::sort(Edits);
  for (const SourceEdit &E : llvm::reverse(Edits))
    Text.replace(E.Offset, E.Length, E.Text);
  EXPECT_EQ(Text, File.After);
}

TEST_F(FixReportTest, TakenByFingerprint) {
  close("first", {0});
  Plan.Findings[1].Reason = "never";
  attachFixes(R, Plan, File);
  Report Fewer;
  Fewer.Findings = {finding("two", 6), finding("one", 2)};
  takeFixes(Fewer, R);
  EXPECT_EQ(Fewer.Findings[0].NoFixReason, "never");
  EXPECT_EQ(Fewer.Findings[1].Closure, "first");
  EXPECT_FALSE(Fewer.Findings[1].Fixes.empty());
  EXPECT_TRUE(Fewer.FixesPlanned);
  EXPECT_EQ(Fewer.Closures.size(), 1u);
}

} // namespace
