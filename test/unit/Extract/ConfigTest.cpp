//===- ConfigTest.cpp - Configurations and their sets ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Config.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace gilaudit;

namespace {

Config with(GilState Cur) {
  Config C;
  C.Cur = Cur;
  return C;
}

void begin(Config &C, const std::string &Key, GilEffect Effect, bool Raii,
           int Try = -1) {
  SavedState S;
  S.Key = Key;
  S.Saved = C.Cur;
  S.SavedBy = C.By;
  S.Effect = Effect;
  S.Raii = Raii;
  S.Try = Try;
  C.Stack.push_back(S);
  C.Cur = Effect == GilEffect::Acquire ? GilState::Held : GilState::Released;
}

TEST(Config, EndRestoresWhatWasSaved) {
  Config C;
  begin(C, "v1", GilEffect::Release, true);
  begin(C, "v2", GilEffect::Acquire, true);
  EXPECT_EQ(C.Cur, GilState::Held);
  EXPECT_TRUE(C.end("v2"));
  EXPECT_EQ(C.Cur, GilState::Released);
  EXPECT_FALSE(C.end("v2"));
  EXPECT_TRUE(C.end("v1"));
  EXPECT_EQ(C.Cur, GilState::Inherited);
}

TEST(Config, PartsOfKeys) {
  EXPECT_TRUE(isPartOf("v1", "v1"));
  EXPECT_TRUE(isPartOf("v1.f.*", "v1.f"));
  EXPECT_FALSE(isPartOf("v12", "v1"));
  EXPECT_FALSE(isPartOf("v1", "v1.f"));
  Config C;
  begin(C, "v1.guard", GilEffect::Release, true);
  EXPECT_FALSE(C.end("v1.g"));
  EXPECT_TRUE(C.end("v1"));
}

TEST(Config, NullsAreClosedUnderParts) {
  Config C;
  C.setNull("v1");
  EXPECT_TRUE(C.isNull("v1.f.g"));
  EXPECT_FALSE(C.isNull("v2"));
  C.setNotNull("v1.f");
  EXPECT_FALSE(C.isNull("v1.f"));
  EXPECT_FALSE(C.isNull("v1"));
  C.setNull("v1.f");
  C.setNotNull("v1");
  EXPECT_FALSE(C.isNull("v1.f"));
  EXPECT_FALSE(C.isNull(""));
}

TEST(Config, MoveTakesGuardsAndNullsAlong) {
  Config C;
  begin(C, "v1.*", GilEffect::Release, true);
  C.move("v1", "v2");
  EXPECT_FALSE(C.end("v1"));
  EXPECT_TRUE(C.end("v2"));
  C.setNull("v3");
  C.setNull("v4");
  C.setNotNull("v4");
  C.move("v3", "v4");
  EXPECT_TRUE(C.isNull("v4"));
}

TEST(Config, AnonymousTokensEndByTheirEffect) {
  Config C;
  begin(C, "v1", GilEffect::Release, false);
  begin(C, "v2", GilEffect::Acquire, false);
  EXPECT_TRUE(C.endAnonymous(GilEffect::Release));
  EXPECT_EQ(C.Cur, GilState::Inherited);
  EXPECT_FALSE(C.endAnonymous(GilEffect::Release));
  Config Raii;
  begin(Raii, "v1", GilEffect::Release, true);
  EXPECT_FALSE(Raii.endAnonymous(GilEffect::Release));
}

TEST(Config, UnwindingEndsGuardsButNotTokens) {
  Config C;
  begin(C, "v1", GilEffect::Release, true, 0);
  begin(C, "v2", GilEffect::Acquire, false, 1);
  begin(C, "v3", GilEffect::Release, true, 1);
  C.unwind([](int Try) { return Try == 1; });
  EXPECT_EQ(C.Cur, GilState::Held);
  ASSERT_EQ(C.Stack.size(), 2u);
  EXPECT_EQ(C.Stack.back().Key, "v2");
}

TEST(Config, RenameDropsWhatHasNoName) {
  Config C;
  begin(C, "v1", GilEffect::Release, true);
  begin(C, "this.s", GilEffect::Acquire, false);
  C.setNull("this.t");
  C.rename([](const std::string &Key) -> std::optional<std::string> {
    if (!isPartOf(Key, "this"))
      return std::nullopt;
    return "v9" + Key.substr(4);
  });
  ASSERT_EQ(C.Stack.size(), 1u);
  EXPECT_EQ(C.Stack[0].Key, "v9.s");
  EXPECT_TRUE(C.isNull("v9.t"));
}

TEST(Config, HandedOutTokensHaveNoNameAnyMore) {
  Config C;
  begin(C, "v1", GilEffect::Release, false);
  begin(C, "v2", GilEffect::Acquire, true);
  C.handOut("v1");
  C.handOut("v2");
  EXPECT_EQ(C.Stack[0].Key, "escaped");
  EXPECT_EQ(C.Stack[1].Key, "v2");
}

TEST(ConfigSet, InsertIsIdempotent) {
  ConfigSet Set;
  EXPECT_TRUE(insert(Set, with(GilState::Held), 4));
  EXPECT_FALSE(insert(Set, with(GilState::Held), 4));
  EXPECT_TRUE(insert(Set, with(GilState::Released), 4));
  EXPECT_EQ(Set.size(), 2u);
}

TEST(ConfigSet, NullIsWhatAllPathsKnow) {
  ConfigSet Set;
  Config A, B;
  A.setNull("v1");
  A.setNull("v2");
  B.setNull("v2");
  insert(Set, A, 4);
  EXPECT_TRUE(insert(Set, B, 4));
  ASSERT_EQ(Set.size(), 1u);
  EXPECT_FALSE(Set[0].isNull("v1"));
  EXPECT_TRUE(Set[0].isNull("v2"));
  EXPECT_FALSE(insert(Set, A, 4));
}

TEST(ConfigSet, OrderDoesNotMatterBeyondTheLimit) {
  std::vector<GilState> States = {GilState::Inherited, GilState::Held,
                                  GilState::Released};
  do {
    ConfigSet Set;
    for (GilState S : States)
      insert(Set, with(S), 2);
    ASSERT_EQ(Set.size(), 1u);
    EXPECT_EQ(Set[0].Cur, GilState::Mixed);
  } while (std::next_permutation(States.begin(), States.end()));
}

TEST(ConfigSet, JoiningKeepsWhatAllHave) {
  ConfigSet Set;
  for (int I = 0; I < 4; ++I) {
    Config C;
    begin(C, "v1", GilEffect::Release, true);
    begin(C, "v" + std::to_string(I + 2), GilEffect::Acquire, false);
    insert(Set, C, 3);
  }
  ASSERT_EQ(Set.size(), 1u);
  ASSERT_EQ(Set[0].Stack.size(), 1u);
  EXPECT_EQ(Set[0].Stack[0].Key, "v1");
  EXPECT_TRUE(Set[0].end("v1"));
  EXPECT_EQ(Set[0].Cur, GilState::Inherited);
}

} // namespace
