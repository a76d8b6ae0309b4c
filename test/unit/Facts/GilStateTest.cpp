//===- GilStateTest.cpp - The laws of the lattice -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/GilState.h"
#include "gtest/gtest.h"

using namespace gilaudit;

namespace {

constexpr GilState All[] = {GilState::Inherited, GilState::Held,
                            GilState::Released, GilState::Mixed};

TEST(GilState, JoinIsCommutativeAndIdempotent) {
  for (GilState A : All) {
    EXPECT_EQ(join(A, A), A);
    for (GilState B : All)
      EXPECT_EQ(join(A, B), join(B, A));
  }
}

TEST(GilState, JoinIsAssociative) {
  for (GilState A : All)
    for (GilState B : All)
      for (GilState C : All)
        EXPECT_EQ(join(join(A, B), C), join(A, join(B, C)));
}

TEST(GilState, MixedAbsorbs) {
  for (GilState A : All)
    EXPECT_EQ(join(A, GilState::Mixed), GilState::Mixed);
}

TEST(GilState, ComposeTakesTheEntryOnlyForInherited) {
  for (GilState Entry : All) {
    EXPECT_EQ(compose(Entry, GilState::Inherited), Entry);
    for (GilState S : {GilState::Held, GilState::Released, GilState::Mixed})
      EXPECT_EQ(compose(Entry, S), S);
  }
}

TEST(GilState, ComposeIsAssociative) {
  for (GilState A : All)
    for (GilState B : All)
      for (GilState C : All)
        EXPECT_EQ(compose(compose(A, B), C), compose(A, compose(B, C)));
}

TEST(GilState, NamesAreReadBack) {
  for (GilState A : All)
    EXPECT_EQ(parseGilState(toString(A)), A);
  EXPECT_EQ(toString(GilState::Held), "held");
  EXPECT_EQ(parseGilState("Held"), std::nullopt);
  EXPECT_EQ(parseGilState(""), std::nullopt);
}

} // namespace
