//===- UnifiedDiffTest.cpp - Patches that git and patch take --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "llvm/Support/Program.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

std::string diff(StringRef Before, StringRef After, StringRef Name = "x.cpp") {
  EditedFile F;
  F.Before = Before.str();
  F.After = After.str();
  return unifiedDiff(F, Name);
}

TEST(UnifiedDiff, NothingChanges) { EXPECT_EQ(diff("a\n", "a\n"), ""); }

TEST(UnifiedDiff, ThreeLinesAround) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
            "--- a/x.cpp\n+++ b/x.cpp\n"
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, HunksWhoseContextsTouchAreOne) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n"),
            "--- a/x.cpp\n+++ b/x.cpp\n"
            "@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n");
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n"),
            "--- a/x.cpp\n+++ b/x.cpp\n"
            "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n"
            "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n");
}

TEST(UnifiedDiff, NoNewlineAtTheEnd) {
  EXPECT_EQ(diff("a\nb", "a\nc\n"),
            "--- a/x.cpp\n+++ b/x.cpp\n@@ -1,2 +1,2 @@\n a\n-b\n"
            "\\ No newline at end of file\n+c\n");
}

TEST(UnifiedDiff, EmptySides) {
  EXPECT_EQ(diff("", "a\n"), "--- a/x.cpp\n+++ b/x.cpp\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(diff("a\n", ""), "--- a/x.cpp\n+++ b/x.cpp\n@@ -1,1 +0,0 @@\n-a\n");
}

int run(StringRef Program, std::vector<StringRef> Args, StringRef Input) {
  auto Path = llvm::sys::findProgramByName(Program);
  if (!Path)
    return -1;
  Args.insert(Args.begin(), Program);
  return llvm::sys::ExecuteAndWait(*Path, Args, std::nullopt,
                                   {Input, StringRef(""), StringRef("")});
}

struct Sample {
  const char *Name, *Before, *After;
};

class AppliedPatch : public testing::TestWithParam<Sample> {};

TEST_P(AppliedPatch, ByGitAndByPatch) {
  const Sample &S = GetParam();
  TestFolder F;
  std::string File = F.write(S.Name, S.Before);
  std::string Patch = F.write("the.patch", diff(S.Before, S.After, S.Name));
  int Git = run("git", {"-C", F.path(), "apply", "the.patch"}, "");
  if (Git >= 0) {
    EXPECT_EQ(Git, 0);
    EXPECT_EQ(contentOf(File), S.After);
  }
  F.write(S.Name, S.Before);
  int ByPatch = run("patch", {"-p1", "-s", "--binary", "-d", F.path()}, Patch);
  if (ByPatch >= 0) {
    EXPECT_EQ(ByPatch, 0);
    EXPECT_EQ(contentOf(File), S.After);
  }
  if (Git < 0 && ByPatch < 0)
    GTEST_SKIP() << "neither git nor patch found";
}

INSTANTIATE_TEST_SUITE_P(
    UnifiedDiff, AppliedPatch,
    testing::Values(
        Sample{"lib/x.cpp", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
               "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n11\n12\n13\n"},
        Sample{"a folder/my file.cpp", "a\nb\nc\n", "a\nx\nc\n"},
        Sample{"\xC3\xA4.cpp", "a\n\xC3\xA4\n", "b\n\xC3\xA4\n"},
        Sample{"x.cpp", "a\r\nb\r\nc\r\n", "a\r\nb\r\nx\r\nc\r\n"},
        Sample{"x.cpp", "a\nb", "a\nx"}, Sample{"x.cpp", "a\nb", "a\nb\n"},
        Sample{"x.cpp", "a\nb\n", "a\nb"}, Sample{"x.cpp", "a\nb", "x\nb"},
        Sample{"x.cpp",
               "\xEF\xBB\xBF"
               "a\n",
               "\xEF\xBB\xBF"
               "b\n"},
        Sample{"x.cpp", "caf\xE9\nb\n", "caf\xE9\nc\n"}));

} // namespace
