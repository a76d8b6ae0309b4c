//===- InternedStringTest.cpp - Texts that are stored once ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/InternedString.h"
#include "llvm/ADT/DenseMap.h"
#include "gtest/gtest.h"

using namespace gilaudit;

namespace {

TEST(InternedStrings, EqualTextsShareTheirBytes) {
  InternedString A(std::string("interned twice")), B("interned twice");
  EXPECT_EQ(A, B);
  EXPECT_EQ(A.ref().data(), B.ref().data());
  EXPECT_NE(A, InternedString("another"));
}

TEST(InternedStrings, EmptyIsEmpty) {
  EXPECT_EQ(InternedString(), InternedString(""));
  EXPECT_TRUE(InternedString(std::string()).empty());
  EXPECT_EQ(InternedString().str(), "");
  EXPECT_FALSE(InternedString("x").empty());
}

TEST(InternedStrings, CompareWithTexts) {
  EXPECT_TRUE(InternedString("abc") == "abc");
  EXPECT_TRUE(InternedString("abc") != llvm::StringRef("abd"));
  EXPECT_TRUE(InternedString("abc") == std::string("abc"));
  EXPECT_FALSE(InternedString("abc") != "abc");
}

TEST(InternedStrings, SortByContentNotByAddress) {
  // Interned in the other order, so addresses would say the contrary.
  InternedString Z("sorted: z"), A("sorted: a");
  EXPECT_TRUE(A < Z);
  EXPECT_FALSE(Z < A);
  EXPECT_FALSE(A < A);
}

TEST(InternedStrings, FindDoesNotIntern) {
  EXPECT_FALSE(InternedString::find("never interned by anybody"));
  InternedString A("found again");
  EXPECT_EQ(InternedString::find("found again"), A);
  EXPECT_EQ(InternedString::find(""), InternedString());
}

TEST(InternedStrings, AreKeys) {
  llvm::DenseMap<InternedString, int> Map;
  Map[InternedString()] = 1;
  Map["key"] = 2;
  EXPECT_EQ(Map.lookup(""), 1);
  EXPECT_EQ(Map.lookup("key"), 2);
  EXPECT_EQ(Map.lookup("no key"), 0);
}

} // namespace
