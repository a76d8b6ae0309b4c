//===- SourceTest.cpp - Lines, comments and names -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Source.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

TEST(Source, OnlyWhiteSpaceBeforeStartsALine) {
  StringRef Text = "a\n  b c";
  EXPECT_TRUE(startsLine(Text, 0));
  EXPECT_TRUE(startsLine(Text, Text.find('b')));
  EXPECT_FALSE(startsLine(Text, Text.find('c')));
}

/// What stands from aboveComments() of "HERE" on.
std::string above(StringRef Text) {
  return Text.substr(aboveComments(Text, Text.find("HERE"))).str();
}

TEST(Source, CommentsRightAboveBelongToAStatement) {
  EXPECT_EQ(above("x();\n  // One.\n  // Two.\n  HERE"),
            "// One.\n  // Two.\n  HERE");
  EXPECT_EQ(above("// One.\nHERE"), "// One.\nHERE");
}

TEST(Source, OtherCommentsDoNot) {
  EXPECT_EQ(above("// One.\n\nHERE"), "HERE");    // A blank line between.
  EXPECT_EQ(above("x(); // One.\nHERE"), "HERE"); // Behind a statement.
  EXPECT_EQ(above("// One.\n{ HERE"), "HERE");    // Not at a line's begin.
  EXPECT_EQ(above("HERE"), "HERE");
}

TEST(Source, ANameThatIsTakenThereGetsANumber) {
  Program P;
  Source Text(P, [](StringRef) { return std::string(); });
  FunctionFacts F;
  F.Names = {
      {"gil", {0, 10, 50}}, {"gil2", {0, 10, 50}}, {"result", {0, 20, 30}}};
  EXPECT_EQ(Text.freeName(F, {0, 40, 45}, "release"), "release");
  EXPECT_EQ(Text.freeName(F, {0, 40, 45}, "gil"), "gil3");
  EXPECT_EQ(Text.freeName(F, {0, 25, 28}, "result"), "result2");
  EXPECT_EQ(Text.freeName(F, {0, 30, 35}, "result"), "result");
}

TEST(Source, WhatIsGivenOnceIsTaken) {
  Program P;
  Source Text(P, [](StringRef) { return std::string(); });
  FunctionFacts F;
  EXPECT_EQ(Text.freeName(F, {0, 40, 60}, "result"), "result");
  EXPECT_EQ(Text.freeName(F, {0, 50, 60}, "result"), "result2");
  EXPECT_EQ(Text.freeName(F, {0, 60, 70}, "result"), "result");
}

TEST(Source, NoEditOutsideOfTheProjectOrInGeneratedFiles) {
  Program P;
  P.Root = "/src";
  P.Files = {"/else/a.h", "/src/a.cpp", "/src/made.h", "/src/sys.h"};
  P.FileFacts = {{0, false, true, "", ""},
                 {1, false, true, "", ""},
                 {2, true, true, "", ""},
                 {~0u, false, false, "", ""}};
  EXPECT_EQ(whyNoEdit(P, {0, 1, 2}), "the file lies outside of the root");
  EXPECT_EQ(whyNoEdit(P, {1, 1, 2}), "");
  EXPECT_EQ(whyNoEdit(P, {2, 1, 2}), "the file says that it is generated");
  EXPECT_EQ(whyNoEdit(P, {3, 1, 2}),
            "it is in a file that is not the project's");
  EXPECT_EQ(whyNoEdit(P, {}), "its text is not in one place of one file");
}

} // namespace
