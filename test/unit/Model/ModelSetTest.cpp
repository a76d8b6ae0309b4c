//===- ModelSetTest.cpp - Several models side by side ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Model.h"
#include "gtest/gtest.h"

using namespace gilaudit;

namespace {

ApiModel model(llvm::StringRef Text) {
  llvm::Expected<ApiModel> M = parseModel(Text, "m.json");
  EXPECT_TRUE(bool(M)) << llvm::toString(M.takeError());
  return M ? std::move(*M) : ApiModel();
}

ModelSet twoModels() {
  ModelSet S;
  S.add(model(R"({"schema":"gil-audit-model/1","name":"first","prefix":["api"],
    "kinds":{"k":{"summary":"old"},"other":{"summary":"o"}},
    "functions":{"apiRun":{"waits":true},"apiStop":{"waits":true}}})"));
  S.add(
      model(R"({"schema":"gil-audit-model/1","name":"second","prefix":["ns::"],
    "kinds":{"k":{"summary":"new"}},
    "functions":{"apiRun":{"waits":false},"ns::wait":{"waits":true}}})"));
  return S;
}

TEST(ModelSet, LaterModelsOverrideByFunction) {
  ModelSet S = twoModels();
  ASSERT_TRUE(S.lookup("apiRun"));
  EXPECT_FALSE(S.lookup("apiRun")->Waits);
  EXPECT_TRUE(S.lookup("apiStop")->Waits);
  EXPECT_TRUE(S.lookup("ns::wait")->Waits);
  EXPECT_EQ(S.lookup("apiOther"), nullptr);
  EXPECT_EQ(S.lookup(""), nullptr);
}

TEST(ModelSet, LaterModelsOverrideByKind) {
  ModelSet S = twoModels();
  EXPECT_EQ(S.kind("k")->Summary, "new");
  EXPECT_EQ(S.kind("other")->Summary, "o");
  EXPECT_EQ(S.kind("none"), nullptr);
}

TEST(ModelSet, ModelOf) {
  ModelSet S = twoModels();
  EXPECT_EQ(S.modelOf("apiRun"), "second");
  EXPECT_EQ(S.modelOf("apiStop"), "first");
  EXPECT_EQ(S.modelOf("apiInert"), "first");
  EXPECT_EQ(S.modelOf("ns::inert"), "second");
  EXPECT_EQ(S.modelOf("printf"), "");
}

TEST(ModelSet, PrefixesOfCNamesLeaveNamespacesOut) {
  ModelSet S = twoModels();
  EXPECT_TRUE(S.inPrefix("apiInert"));
  EXPECT_TRUE(S.inPrefix("api"));
  EXPECT_FALSE(S.inPrefix("api::Inert"));
  EXPECT_FALSE(S.inPrefix("apiary::Hive::open"));
  EXPECT_FALSE(S.inPrefix("an::apiInert"));
  EXPECT_TRUE(S.inPrefix("ns::Class::inert"));
  EXPECT_FALSE(S.inPrefix("nsInert"));
}

TEST(ModelSet, PrefixesCoverTheNamespaceTheModelDescribes) {
  ModelSet S;
  S.add(model(R"({"schema":"gil-audit-model/1","name":"q","prefix":["queue"],
                  "functions":{"queue::Executor::push":{}}})"));
  EXPECT_TRUE(S.inPrefix("queue::Executor::inert"));
  EXPECT_TRUE(S.inPrefix("queueInert"));
  EXPECT_FALSE(S.inPrefix("queues::inert"));
}

TEST(ModelSet, ReleaseBoundsAreInclusiveAndUnknownIsNewest) {
  Releases R{20, 22};
  EXPECT_FALSE(R.contains(19));
  EXPECT_TRUE(R.contains(20));
  EXPECT_TRUE(R.contains(22));
  EXPECT_FALSE(R.contains(23));
  EXPECT_FALSE(R.contains(0));
  EXPECT_TRUE(Releases().contains(0));
  EXPECT_TRUE((Releases{20, 0}).contains(0));
}

TEST(BuiltinModels, AreReadable) {
  ModelSet S = ModelSet::builtin();
  ASSERT_TRUE(S.lookup("std::thread::join"));
  EXPECT_TRUE(S.lookup("std::thread::join")->Waits);
  EXPECT_TRUE(S.lookup("std::thread::join")->Invokes[0].OfObject);
  EXPECT_FALSE(S.inPrefix("std::thread::detach"));
}

// A claim that nobody can look up is a rumour.
TEST(BuiltinModels, EveryFunctionHasEvidence) {
  ModelSet Set = ModelSet::builtin();
  for (const ApiModel &M : Set.models())
    for (const auto &[Name, F] : M.Functions)
      EXPECT_FALSE(F.Evidence.empty()) << M.Name << ": " << Name;
}

} // namespace
