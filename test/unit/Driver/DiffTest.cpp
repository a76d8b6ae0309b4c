//===- DiffTest.cpp - Unified diffs ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Change/Diff.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::vector<DiffFile> files(llvm::StringRef Text) {
  llvm::Expected<std::vector<DiffFile>> Files = readDiff(Text, "x.diff");
  if (Files)
    return std::move(*Files);
  ADD_FAILURE() << llvm::toString(Files.takeError());
  return {};
}

DiffFile file(llvm::StringRef Text) {
  std::vector<DiffFile> Files = files(Text);
  EXPECT_EQ(Files.size(), 1u);
  return Files.empty() ? DiffFile() : Files.front();
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<std::vector<DiffFile>> Files = readDiff(Text, "x.diff");
  return Files ? "none" : llvm::toString(Files.takeError());
}

/// "3-4 7|": lines 3, 4 and 7 are new, some behind 7 are gone.
std::string linesOf(const LineSet &Lines) {
  std::string Text;
  for (auto [First, Last] : Lines.spans())
    Text += std::to_string(First) + "-" + std::to_string(Last) + " ";
  for (unsigned Gap : Lines.gaps())
    Text += std::to_string(Gap) + "| ";
  return Text;
}

std::string linesOf(llvm::StringRef Hunks) {
  return linesOf(file(("--- a/x\n+++ b/x\n" + Hunks).str()).Lines);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

TEST(LineSet, JoinsWhatMeetsOrOverlaps) {
  LineSet S;
  S.add(10, 12);
  S.add(1, 2);
  S.add(13, 13);
  S.add(5, 5);
  EXPECT_EQ(linesOf(S), "1-2 5-5 10-13 ");
  S.add(2, 11);
  EXPECT_EQ(linesOf(S), "1-13 ");
}

TEST(LineSet, TouchesBothSidesOfAGap) {
  LineSet S;
  EXPECT_TRUE(S.empty());
  S.add(3, 4);
  S.addGap(7);
  S.addGap(0);
  std::vector<unsigned> Touched;
  for (unsigned Line = 0; Line != 12; ++Line)
    if (S.touches(Line))
      Touched.push_back(Line);
  EXPECT_THAT(Touched, ElementsAre(0, 1, 3, 4, 7, 8));
}

TEST(Diff, LinesOfHunks) {
  EXPECT_EQ(linesOf("@@ -1 +1 @@\n-a\n+b\n"), "1-1 ");
  EXPECT_EQ(linesOf("@@ -3,0 +4,2 @@ f()\n+a\n+b\n@@ -9 +12 @@\n-c\n+d\n"),
            "4-5 12-12 ");
  EXPECT_EQ(linesOf("@@ -1,5 +1,6 @@\n a\n+b\n c\n-d\n-e\n+f\n+g\n h\n"),
            "2-2 4-5 ");
  // New lines before those that are gone.
  EXPECT_EQ(linesOf("@@ -1,2 +1,2 @@\n+b\n-a\n c\n"), "1-1 ");
}

TEST(Diff, GapsWhereLinesAreGone) {
  EXPECT_EQ(linesOf("@@ -5,2 +4,0 @@\n-a\n-b\n"), "4| ");
  EXPECT_EQ(linesOf("@@ -1,2 +0,0 @@\n-a\n-b\n"), "0| ");
  EXPECT_EQ(linesOf("@@ -1,4 +1,2 @@\n a\n-b\n c\n-d\n"), "1| 2| ");
  EXPECT_EQ(linesOf("@@ -1,3 +1 @@\n-a\n b\n-c\n\\ No newline\n"), "0| 1| ");
}

TEST(Diff, BlankContextMayHaveLostItsSpace) {
  EXPECT_EQ(linesOf("@@ -1,3 +1,3 @@\n\n-a\n+b\n\n"), "2-2 ");
}

TEST(Diff, LinesThatLookLikeHeadsAreText) {
  // "-- x" is gone, "++ y" is new.
  EXPECT_EQ(linesOf("@@ -1 +1,2 @@\n--- x\n+++ y\n+@@ -1 +1 @@\n"), "1-2 ");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST(Diff, Empty) {
  EXPECT_THAT(files(""), IsEmpty());
  EXPECT_THAT(files("\n \r\n"), IsEmpty());
}

TEST(Diff, OfGit) {
  DiffFile F = file("diff --git a/lib/x.cpp b/lib/x.cpp\n"
                    "index 1234567..89abcde 100644\n--- a/lib/x.cpp\n"
                    "+++ b/lib/x.cpp\n@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_EQ(F.Name, "b/lib/x.cpp");
  EXPECT_TRUE(F.Prefixed);
  EXPECT_FALSE(F.Whole || F.Deleted || F.Link);
}

TEST(Diff, PrefixesOfGit) {
  auto Prefixed = [](std::string Old, std::string New) {
    return file("diff --git " + Old + " " + New + "\n--- " + Old + "\n+++ " +
                New + "\n@@ -1 +1 @@\n-a\n+b\n")
        .Prefixed;
  };
  EXPECT_TRUE(Prefixed("i/x", "w/x"));
  EXPECT_TRUE(Prefixed("b/x", "a/x"));
  EXPECT_TRUE(Prefixed("a/x", "b/y"));
  EXPECT_FALSE(Prefixed("x.cpp", "x.cpp"));
  EXPECT_FALSE(Prefixed("a/x", "a/x"));
  EXPECT_FALSE(Prefixed("lib/x", "src/x"));
}

TEST(Diff, NewAndDeletedFiles) {
  DiffFile New = file("diff --git a/x b/x\nnew file mode 100644\n"
                      "index 0000000..89abcde\n--- /dev/null\n+++ b/x\n"
                      "@@ -0,0 +1 @@\n+a\n");
  EXPECT_TRUE(New.Whole && New.Prefixed);
  EXPECT_EQ(New.Name, "b/x");
  DiffFile Old = file("diff --git a/x b/x\ndeleted file mode 100644\n"
                      "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  EXPECT_TRUE(Old.Deleted);
  DiffFile Plain = file("--- /dev/null\n+++ x.cpp\t2026-01-01 10:00:00\n"
                        "@@ -0,0 +1 @@\n+a\n");
  EXPECT_TRUE(Plain.Whole);
  EXPECT_EQ(Plain.Name, "x.cpp");
}

TEST(Diff, RenamedCopiedAndEmptyFiles) {
  std::vector<DiffFile> Files =
      files("diff --git a/x b/y\nsimilarity index 100%\nrename from x\n"
            "rename to y\n"
            "diff --git a/x b/z z\nsimilarity index 100%\ncopy from x\n"
            "copy to z z\n"
            "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n"
            "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n");
  ASSERT_EQ(Files.size(), 4u);
  EXPECT_TRUE(Files[0].Lines.empty() && !Files[0].Whole);
  EXPECT_EQ(Files[1].Name, "z z");
  EXPECT_TRUE(Files[1].Whole && !Files[1].Prefixed);
  EXPECT_EQ(Files[2].Name, "b/e");
  EXPECT_TRUE(Files[3].Lines.empty() && !Files[3].Whole);
}

TEST(Diff, BinaryFilesLinksAndSubmodules) {
  EXPECT_TRUE(file("diff --git a/x b/x\nindex 1..2 100644\n"
                   "Binary files a/x and b/x differ\n")
                  .Whole);
  std::vector<DiffFile> Patch =
      files("diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\n"
            "literal 4\nLcmZQzU|?rq0{|tM0ha&(\n\nliteral 0\nHcmV?d00001\n\n"
            "diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n");
  ASSERT_EQ(Patch.size(), 2u);
  EXPECT_TRUE(Patch[0].Whole && !Patch[1].Whole);
  EXPECT_EQ(file("Binary files old/x y.so and new/x y.so differ\n").Name,
            "new/x y.so");
  EXPECT_TRUE(file("diff --git a/s b/s\nindex 1..2 160000\n--- a/s\n+++ b/s\n"
                   "@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n")
                  .Link);
  EXPECT_TRUE(file("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n"
                   "+++ b/l\n@@ -0,0 +1 @@\n+x.cpp\n")
                  .Link);
}

TEST(Diff, QuotedNamesAndNamesWithSpaces) {
  EXPECT_EQ(file("--- \"a/\\303\\244 \\\"\\t\\\\.cpp\"\n"
                 "+++ \"b/\\303\\244 \\\"\\t\\\\.cpp\"\n"
                 "@@ -1 +1 @@\n-a\n+b\n")
                .Name,
            "b/\303\244 \"\t\\.cpp");
  // Git puts a tab behind a name with a space.
  EXPECT_EQ(file("diff --git a/x y b/x y\n--- a/x y\t\n+++ b/x y\t\n"
                 "@@ -1 +1 @@\n-a\n+b\n")
                .Name,
            "b/x y");
  EXPECT_EQ(file("diff --git a/x \"b/\\344\"\nBinary files differ\n").Name, "");
  EXPECT_EQ(
      file("diff --git \"a/\\344\" \"b/\\344\"\nBinary files differ\n").Name,
      "b/\344");
}

TEST(Diff, LinesMayEndInCarriageReturns) {
  DiffFile F = file("diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n"
                    "@@ -1,2 +1,2 @@\r\n-a\r\n+b\r\n\r\n"
                    "\\ No newline at end of file\r\n");
  EXPECT_EQ(F.Name, "b/x");
  EXPECT_EQ(linesOf(F.Lines), "1-1 ");
}

TEST(Diff, TextAroundIsSkipped) {
  std::vector<DiffFile> Files =
      files("From 123\nSubject: --- x\n\n---\n x | 2 +-\n\nIndex: x\n=====\n"
            "diff -ru old/x new/x\n--- old/x\t2026\n+++ new/x\t2026\n"
            "@@ -1 +1 @@\n-a\n+b\n-- \n2.39.5\n\nOnly in new: y\n"
            "--- old/z\n+++ new/z\n@@ -1 +1 @@\n-a\n+b\n");
  ASSERT_EQ(Files.size(), 2u);
  EXPECT_EQ(Files[1].Name, "new/z");
  EXPECT_FALSE(Files[0].Prefixed);
}

//===----------------------------------------------------------------------===//
// What is wrong, and where
//===----------------------------------------------------------------------===//

TEST(Diff, NoDiffAtAll) {
  EXPECT_THAT(errorOf("int main() {}\n"),
              HasSubstr("x.diff:1: no unified diff"));
  EXPECT_THAT(errorOf("*** a\n--- b\n***************\n"),
              HasSubstr("no unified diff"));
}

TEST(Diff, HunksThatAreBroken) {
  std::string Head = "--- a/x\n+++ b/x\n";
  EXPECT_EQ(errorOf("@@ -1 +1 @@\n-a\n+b\n"),
            "x.diff:1: a hunk without '--- FILE' and '+++ FILE' before it");
  for (const char *Wrong :
       {"@@ -1 @@", "@@ -a +1 @@", "@@ -1,2 +1,b @@", "@@ -1 +1", "@@ -1 +0 @@",
        "@@ -1 +1,2000000000 @@", "@@ -1 +99999999999999999999 @@"})
    EXPECT_EQ(
        errorOf(Head + Wrong + "\n-a\n+b\n"),
        std::string("x.diff:3: want '@@ -LINE,COUNT +LINE,COUNT @@', got '") +
            Wrong + "'");
  EXPECT_EQ(errorOf(Head + "@@ -1,2 +1,2 @@\n-a\n+b\n"),
            "x.diff:5: the diff ends in a hunk: 1 old and 1 new lines are "
            "missing");
  EXPECT_EQ(errorOf(Head + "@@ -1,2 +1,2 @@\n-a\n+b\n@@ -9 +9 @@\n"),
            "x.diff:6: want a line of a hunk, with ' ', '+' or '-' in front: 1 "
            "old and 1 new lines are missing");
  EXPECT_THAT(errorOf(Head + "@@ -1,2 +1 @@\n-a\n+b\n+c\n"),
              HasSubstr("x.diff:6: a line too many"));
}

TEST(Diff, HeadsThatAreBroken) {
  EXPECT_THAT(errorOf("diff --git a/x b/x\n--- a/x\n"),
              HasSubstr("x.diff:2: want '+++ FILE' behind '--- FILE'"));
  EXPECT_THAT(errorOf("--- a/x\n+++ \"b/x\n@@ -1 +1 @@\n"),
              HasSubstr("x.diff:2: want the name of a file, got '\"b/x'"));
  EXPECT_THAT(errorOf("--- a/x\n+++ \"b/\\9\"\n"), HasSubstr("x.diff:2: want"));
  EXPECT_THAT(errorOf("diff --git a/x b/x\nBinary files\n@@ -1 +1 @@\n"),
              HasSubstr("x.diff:3: a hunk without"));
  EXPECT_THAT(errorOf("diff --cc x\n--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n"),
              HasSubstr("x.diff:1: a combined diff"));
}

} // namespace
