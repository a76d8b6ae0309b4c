//===- LineDiffTest.cpp - The smallest edits of lines ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LineDiff.h"
#include "gil-audit/Edit.h"
#include "gmock/gmock.h"
#include <random>

using namespace gilaudit;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::string applied(std::string Text, std::vector<SourceEdit> Edits) {
  for (auto E = Edits.rbegin(); E != Edits.rend(); ++E)
    Text.replace(E->Offset, E->Length, E->Text);
  return Text;
}

TEST(LineEdits, NoDifferenceNoEdit) {
  EXPECT_THAT(lineEdits("a\nb\n", "a\nb\n"), IsEmpty());
  EXPECT_THAT(lineEdits("", ""), IsEmpty());
}

TEST(LineEdits, OnlyLinesThatDiffer) {
  EXPECT_THAT(lineEdits("a\nb\nc\nd\n", "a\nx\ny\nc\nd\n"),
              ElementsAre(SourceEdit{2, 2, "x\ny\n"}));
  EXPECT_THAT(lineEdits("a\nb\nc\nd\n", "b\nc\nd\ne\n"),
              ElementsAre(SourceEdit{0, 2, ""}, SourceEdit{8, 0, "e\n"}));
}

TEST(LineEdits, NewlineAtTheEnd) {
  EXPECT_THAT(lineEdits("a\nb", "a\nb\n"),
              ElementsAre(SourceEdit{2, 1, "b\n"}));
  EXPECT_THAT(lineEdits("", "a"), ElementsAre(SourceEdit{0, 0, "a"}));
  EXPECT_THAT(lineEdits("a\r\nb\r\n", "a\nb\r\n"),
              ElementsAre(SourceEdit{0, 3, "a\n"}));
}

/// The length of the longest common subsequence, by the book.
size_t common(const std::vector<llvm::StringRef> &A,
              const std::vector<llvm::StringRef> &B) {
  std::vector<std::vector<size_t>> L(A.size() + 1,
                                     std::vector<size_t>(B.size() + 1));
  for (size_t I = 0; I < A.size(); ++I)
    for (size_t J = 0; J < B.size(); ++J)
      L[I + 1][J + 1] =
          A[I] == B[J] ? L[I][J] + 1 : std::max(L[I][J + 1], L[I + 1][J]);
  return L[A.size()][B.size()];
}

TEST(LineEdits, RandomTextsSmallestDisjointAndRight) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 2000; ++Round) {
    std::string Texts[2];
    for (std::string &Text : Texts)
      for (unsigned N = Random() % 12; N > 0; --N)
        Text += std::string(1, char('a' + Random() % 4)) + "\n";
    auto A = linesOf(Texts[0]), B = linesOf(Texts[1]);
    std::vector<SourceEdit> Edits = lineEdits(Texts[0], Texts[1]);
    ASSERT_EQ(applied(Texts[0], Edits), Texts[1]) << Texts[0];
    size_t Changed = 0;
    for (size_t I = 0; I < Edits.size(); ++I) {
      Changed += Edits[I].Length / 2 + Edits[I].Text.size() / 2;
      if (I > 0)
        ASSERT_GT(Edits[I].Offset, Edits[I - 1].Offset + Edits[I - 1].Length);
    }
    ASSERT_EQ(Changed, A.size() + B.size() - 2 * common(A, B));
  }
}

TEST(LineEdits, TextsWithNothingInCommonAreOneEdit) {
  std::string Before, After;
  for (int I = 0; I < 3000; ++I) {
    Before += std::to_string(I) + "\n";
    After += "x" + std::to_string(I) + "\n";
  }
  EXPECT_THAT(lineEdits(Before, After),
              ElementsAre(SourceEdit{0, unsigned(Before.size()), After}));
}

TEST(Edits, DistanceIsOutsideOnly) {
  SourceEdit E{10, 5, "x"};
  EXPECT_EQ(distance(E, 7), 3u);
  EXPECT_EQ(distance(E, 10), 0u);
  EXPECT_EQ(distance(E, 15), 0u);
  EXPECT_EQ(distance(E, 17), 2u);
}

TEST(Edits, OffsetsOfLines) {
  EXPECT_EQ(offsetOfLine("ab\ncd\n", 1), 0u);
  EXPECT_EQ(offsetOfLine("ab\ncd\n", 2), 3u);
  EXPECT_EQ(offsetOfLine("ab\ncd", 9), 3u);
}

} // namespace
