//===- SourcesTest.cpp - Lines, columns and names of files ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Sources.h"
#include "Paths.h"
#include "gtest/gtest.h"

using namespace gilaudit;

namespace {

TEST(Sources, LinesAreFoundWithOneRead) {
  unsigned Reads = 0;
  Sources S([&](llvm::StringRef) {
    ++Reads;
    return std::string("one\ntwo\r\nthree");
  });
  EXPECT_EQ(S.line("f", 1), "one");
  EXPECT_EQ(S.line("f", 2), "two");
  EXPECT_EQ(S.line("f", 3), "three");
  EXPECT_FALSE(S.line("f", 4));
  EXPECT_FALSE(S.line("f", 0));
  EXPECT_EQ(Reads, 1u);
  EXPECT_EQ(S.lineAt("f", 0), std::pair(1u, 0u));
  EXPECT_EQ(S.lineAt("f", 4), std::pair(2u, 4u));
  EXPECT_EQ(S.lineAt("f", 14), std::pair(3u, 9u));
  EXPECT_FALSE(S.lineAt("f", 15));
}

TEST(Sources, NoTextNoLines) {
  Sources None(nullptr), Missing([](llvm::StringRef) { return std::nullopt; });
  EXPECT_FALSE(None.line("f", 1));
  EXPECT_FALSE(Missing.line("f", 1));
  EXPECT_EQ(Missing.text("f"), nullptr);
  EXPECT_FALSE(Missing.lineAt("f", 0));
}

TEST(Sources, Utf16Length) {
  EXPECT_EQ(utf16Length("a\tb"), 3u);
  EXPECT_EQ(utf16Length("\xC3\xA4"), 1u);
  EXPECT_EQ(utf16Length("\xE6\xBC\xA2"), 1u);
  EXPECT_EQ(utf16Length("\xF0\x9F\x90\x8D"), 2u);
  EXPECT_EQ(utf16Length("\xFC\xDF"), 2u);     // Latin 1
  EXPECT_EQ(utf16Length("\xED\xA0\x80"), 3u); // A lone surrogate
  EXPECT_EQ(utf16Length("\xF0\x9F"), 2u);     // Cut off
}

TEST(Sources, TokenLength) {
  EXPECT_EQ(tokenLength("run_2(x)"), 5u);
  EXPECT_EQ(tokenLength("->x"), 1u);
  EXPECT_EQ(tokenLength("gr\xC3\xBC\xC3\x9F e"), 6u);
  EXPECT_EQ(tokenLength(""), 0u);
}

TEST(Paths, InTheRepository) {
  Paths P("/repo/sub/x", "/repo");
  EXPECT_EQ(P.inRepository("a.cpp"), "sub/x/a.cpp");
  EXPECT_EQ(P.inRepository("/repo/b.cpp"), "b.cpp");
  EXPECT_EQ(P.inRepository("/repository/b.cpp"), "/repository/b.cpp");
  EXPECT_EQ(P.repository(), "/repo");
  for (const char *Repository : {"", "/other", "/rep"}) {
    Paths Own("/repo", Repository);
    EXPECT_EQ(Own.inRepository("a.cpp"), "a.cpp");
    EXPECT_EQ(Own.repository(), "/repo");
  }
  EXPECT_EQ(Paths("/", "").inRepository("/usr/x.h"), "usr/x.h");
}

TEST(Paths, Encoding) {
  EXPECT_EQ(encodePath("a/b_c-d~1+2@x.cpp"), "a/b_c-d~1+2@x.cpp");
  EXPECT_EQ(encodePath("a b:%?#[\xFC]"), "a%20b%3A%25%3F%23%5B%FC%5D");
}

} // namespace
