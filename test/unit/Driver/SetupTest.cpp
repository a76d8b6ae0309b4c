//===- SetupTest.cpp - Options checked against models and rules -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Setup.h"
#include "Support/TestFolder.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

AnalysisOptions checked(const DriverOptions &O) {
  auto A = analysisOptions(O, ModelSet::builtin());
  EXPECT_TRUE(bool(A)) << llvm::toString(A.takeError());
  return A ? std::move(*A) : AnalysisOptions();
}

std::string refused(const DriverOptions &O) {
  auto A = analysisOptions(O, ModelSet::builtin());
  EXPECT_FALSE(bool(A));
  return A ? "" : llvm::toString(A.takeError());
}

DriverOptions withRules(const char *Globs) {
  DriverOptions O;
  O.RuleGlobs = Globs;
  return O;
}

TEST(Setup, NoRulesGivenMeansAll) {
  EXPECT_FALSE(checked(DriverOptions()).RuleEnabled);
}

TEST(Setup, TheLastGlobThatMatchesDecides) {
  AnalysisOptions A = checked(withRules("gil-*,-gil-lock-order"));
  EXPECT_TRUE(A.RuleEnabled("gil-held-across-wait"));
  EXPECT_FALSE(A.RuleEnabled("gil-lock-order"));
  EXPECT_FALSE(A.RuleEnabled("callback-without-gil"));
}

TEST(Setup, ANegativeGlobInFrontLeavesTheOthersOn) {
  AnalysisOptions A = checked(withRules("-gil-*"));
  EXPECT_FALSE(A.RuleEnabled("gil-held-across-wait"));
  EXPECT_TRUE(A.RuleEnabled("callback-without-gil"));
}

TEST(Setup, APedanticRuleThatIsNamedRuns) {
  EXPECT_TRUE(checked(withRules("redundant-guard")).Pedantic);
  EXPECT_FALSE(checked(withRules("*")).Pedantic);
}

TEST(Setup, UnknownNamesSuggestTheNearest) {
  EXPECT_EQ(refused(withRules("gil-lock-oder")),
            "unknown rule 'gil-lock-oder'; did you mean 'gil-lock-order'?");
  EXPECT_EQ(refused(withRules("-nothing-*")), "unknown rule 'nothing-*'");
  EXPECT_THAT(refused(withRules("[")), HasSubstr("--rules: '['"));
  DriverOptions O;
  O.AssumeRegistered = {"thread-bdy"};
  EXPECT_EQ(refused(O), "unknown kind of callback 'thread-bdy'; did you mean "
                        "'thread-body'?");
  O = DriverOptions();
  O.ApiVersions["mlri"] = 23;
  EXPECT_EQ(refused(O), "unknown API 'mlri'; did you mean 'mlir'?");
}

TEST(Setup, ApisGoByModelPartOrPrefix) {
  DriverOptions O;
  O.ApiVersions = {{"mlir", 22}};
  EXPECT_EQ(checked(O).ApiVersions["mlir"], 22u);
  O.ApiVersions = {{"mlir-c", 22}};
  EXPECT_EQ(checked(O).ApiVersions.size(), 1u);
}

TEST(Setup, ModelFiles) {
  TestFolder F;
  DriverOptions O;
  O.ModelFiles = {F.write("m.json", R"({"schema":"gil-audit-model/1","name":"m",
    "functions":{"run":{"invokes":[{"kind":"thread-body"}]}}})")};
  auto Models = loadModels(O);
  ASSERT_TRUE(bool(Models)) << llvm::toString(Models.takeError());
  EXPECT_TRUE(Models->lookup("run"));
  EXPECT_TRUE(Models->lookup("std::thread::join"));

  O.ModelFiles = {F.write("bad.json", "{\n,}")};
  Models = loadModels(O);
  ASSERT_FALSE(bool(Models));
  EXPECT_THAT(llvm::toString(Models.takeError()),
              HasSubstr("bad.json:2:1: syntax error"));
  O.ModelFiles = {F.path("none.json")};
  Models = loadModels(O);
  ASSERT_FALSE(bool(Models));
  EXPECT_THAT(llvm::toString(Models.takeError()),
              EndsWith("none.json: No such file or directory"));
}

} // namespace
