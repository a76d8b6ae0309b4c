//===- BaselineTest.cpp - Known findings ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Baseline.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string hash(char C) { return std::string(16, C); }

Finding finding(std::string File, char Print, char Content) {
  Finding F;
  F.Rule = "gil-lock-order";
  F.Where.File = File;
  F.Function = "ns::f";
  F.Message = "'x' is: taken";
  F.Fingerprint = "1:" + hash(Print);
  F.Content = hash(Content);
  return F;
}

Report report(std::vector<Finding> Findings) {
  Report R;
  R.Findings = std::move(Findings);
  return R;
}

/// As the first --write-baseline makes it.
Baseline baseline(std::vector<Finding> Findings) {
  Report R = report(std::move(Findings));
  R.Baseline.emplace();
  return completeBaseline(R);
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Baseline> B = readBaseline(Text, "b.txt");
  return B ? "none" : llvm::toString(B.takeError());
}

bool lookedForAll(const BaselineEntry &) { return true; }

std::vector<BaselineState> states(const Report &R) {
  std::vector<BaselineState> All;
  for (const Finding &F : R.Findings)
    All.push_back(F.BaselineState);
  return All;
}

constexpr auto New = BaselineState::New;
constexpr auto Unchanged = BaselineState::Unchanged;

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

TEST(BaselineFile, IsSortedAndReadable) {
  Baseline B =
      baseline({finding("b.cpp", '2', 'b'), finding("a.cpp", '1', 'a')});
  B.Scope = {"lib"};
  std::string Text = writeBaseline(B);
  EXPECT_THAT(Text, testing::StartsWith("gil-audit-baseline/1\n#"));
  EXPECT_THAT(Text,
              testing::EndsWith(
                  "scope lib\n"
                  "a.cpp: gil-lock-order 1:1111111111111111 aaaaaaaaaaaaaaaa "
                  "ns::f: 'x' is: taken\n"
                  "b.cpp: gil-lock-order 1:2222222222222222 bbbbbbbbbbbbbbbb "
                  "ns::f: 'x' is: taken\n"));
}

TEST(BaselineFile, ComesBackAsItWas) {
  Finding Odd = finding("#a: %2\n.cpp", '1', 'a');
  Odd.Function = "x: y";
  Baseline B = baseline({Odd, finding("b c.cpp:", '2', 'b')});
  std::string Text = writeBaseline(B);
  llvm::Expected<Baseline> Again = readBaseline(Text, "b.txt");
  ASSERT_TRUE(bool(Again));
  ASSERT_EQ(Again->Entries.size(), 2u);
  EXPECT_EQ(Again->Entries[0].File, "#a: %2\n.cpp");
  EXPECT_EQ(Again->Entries[0].Function, "x: y");
  EXPECT_EQ(Again->Entries[0].Message, "'x' is: taken");
  EXPECT_EQ(Again->Entries[1].File, "b c.cpp:");
  EXPECT_EQ(writeBaseline(*Again), Text);
}

/// The order is that of the text, whatever stood in its place before.
TEST(BaselineFile, LettersThatALineCannotHave) {
  Baseline B = baseline({finding("a.cpp", 'a', '0'), finding("a.cpp", 'b', '0')});
  B.Entries[1].Message[0] = '\t';
  B.Entries[0].Message[0] = ' ';
  std::string Text = writeBaseline(B);
  EXPECT_EQ(writeBaseline(llvm::cantFail(readBaseline(Text, "b"))), Text);
}

TEST(BaselineFile, TakesWhatMergesMake) {
  std::string Text =
      writeBaseline(baseline({finding("b.cpp", '2', 'b')})) + "\n" +
      "a.cpp: gil-lock-order 1:1111111111111111 aaaaaaaaaaaaaaaa f: m\r\n" +
      "a.cpp: gil-lock-order 1:1111111111111111 aaaaaaaaaaaaaaaa f: m";
  llvm::Expected<Baseline> B = readBaseline(Text, "b.txt");
  ASSERT_TRUE(bool(B));
  ASSERT_EQ(B->Entries.size(), 2u);
  EXPECT_EQ(B->Entries[0].File, "a.cpp");
}

TEST(BaselineFile, SaysWhatIsWrongAndWhere) {
  std::string Head = "gil-audit-baseline/1\n";
  EXPECT_EQ(errorOf(""), "b.txt:1: not a baseline: want "
                         "'gil-audit-baseline/1' in its first line");
  EXPECT_THAT(errorOf("{}\n"), HasSubstr("b.txt:1: not a baseline"));
  EXPECT_EQ(errorOf("gil-audit-baseline/2\nx"),
            "b.txt:1: baseline version: want 1, got '2'; remove the file, "
            "then --write-baseline makes a new one");
  EXPECT_EQ(errorOf(Head + "#\n<<<<<<< ours\n"),
            "b.txt:3: a merge conflict that is not resolved: keep the lines of "
            "both sides");
  for (std::string Line :
       {"a.cpp", "a.cpp: rule", "a.cpp: rule 1:1 aaaaaaaaaaaaaaaa f: m",
        ": rule 1:1111111111111111 aaaaaaaaaaaaaaaa f: m",
        "a.cpp: ru/le 1:1111111111111111 aaaaaaaaaaaaaaaa f: m",
        "a.cpp: rule 1:1111111111111111 aaaa f: m"})
    EXPECT_EQ(errorOf(Head + Line), "b.txt:2: want 'FILE: RULE FINGERPRINT "
                                    "CONTENT FUNCTION: MESSAGE'")
        << Line;
}

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

TEST(BaselineMatch, KnownNewAndFixed) {
  Baseline B =
      baseline({finding("a.cpp", '1', 'a'), finding("a.cpp", '2', 'b')});
  Report R = report({finding("a.cpp", '1', 'a'), finding("a.cpp", '3', 'c')});
  compareWithBaseline(R, B, lookedForAll);
  EXPECT_THAT(states(R), ElementsAre(Unchanged, New));
  ASSERT_EQ(R.Baseline->Fixed.size(), 1u);
  EXPECT_EQ(R.Baseline->Fixed[0].Content, hash('b'));
  EXPECT_EQ(R.Baseline->Moved, 0u);
}

TEST(BaselineMatch, RenamedFile) {
  Baseline B =
      baseline({finding("a.cpp", '1', 'a'), finding("a.cpp", '2', 'a')});
  Report R = report({finding("b.cpp", '3', 'a'), finding("b.cpp", '4', 'a'),
                     finding("b.cpp", '5', 'a')});
  compareWithBaseline(R, B, lookedForAll);
  // Two entries stand for two of three equal findings.
  EXPECT_THAT(states(R), ElementsAre(Unchanged, Unchanged, New));
  EXPECT_TRUE(R.Baseline->Fixed.empty());
  EXPECT_EQ(R.Baseline->Moved, 2u);
}

TEST(BaselineMatch, ACopyIsNew) {
  // The file that sorts first must not take the entry of the other.
  Baseline B = baseline({finding("b.cpp", '1', 'a')});
  Report R = report({finding("a.cpp", '2', 'a'), finding("b.cpp", '1', 'a')});
  compareWithBaseline(R, B, lookedForAll);
  EXPECT_THAT(states(R), ElementsAre(New, Unchanged));
}

TEST(BaselineMatch, SuppressedOnesNeedNoEntry) {
  Baseline B = baseline({finding("a.cpp", '1', 'a')});
  Report R = report({finding("a.cpp", '1', 'a')});
  R.Findings[0].Suppression = Suppression{"allow", "tested", {}};
  compareWithBaseline(R, B, lookedForAll);
  EXPECT_THAT(states(R), ElementsAre(BaselineState::None));
  EXPECT_EQ(R.Baseline->Fixed.size(), 1u);
  EXPECT_TRUE(completeBaseline(R).Entries.empty());
}

TEST(BaselineMatch, WhatWasNotLookedForIsNotFixed) {
  Baseline B =
      baseline({finding("a.cpp", '1', 'a'), finding("b.cpp", '2', 'b')});
  Report R;
  compareWithBaseline(R, B,
                      [](const BaselineEntry &E) { return E.File == "b.cpp"; });
  ASSERT_EQ(R.Baseline->Fixed.size(), 1u);
  EXPECT_EQ(R.Baseline->Fixed[0].File, "b.cpp");
  ASSERT_EQ(R.Baseline->NotLooked.size(), 1u);
  EXPECT_EQ(R.Baseline->NotLooked[0].File, "a.cpp");
}

TEST(BaselineMatch, WhatIsWrittenAgain) {
  Baseline B = baseline({finding("a.cpp", '1', 'a'), finding("b.cpp", '2', 'b'),
                         finding("c.cpp", '3', 'c')});
  Report R = report({finding("z.cpp", '4', 'a'), finding("new.cpp", '5', 'd')});
  compareWithBaseline(R, B,
                      [](const BaselineEntry &E) { return E.File != "c.cpp"; });
  auto Files = [](Baseline B) {
    std::vector<std::string> All;
    for (const BaselineEntry &E : B.Entries)
      All.push_back(E.File);
    return All;
  };
  // a.cpp has its new name, b.cpp is fixed, c.cpp was left out.
  EXPECT_THAT(Files(prunedBaseline(R)), ElementsAre("c.cpp", "z.cpp"));
  EXPECT_THAT(Files(completeBaseline(R)),
              ElementsAre("c.cpp", "z.cpp", "new.cpp"));
}

} // namespace
