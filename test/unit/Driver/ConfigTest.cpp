//===- ConfigTest.cpp - Configuration files -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Config.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Config read(llvm::StringRef Text) {
  llvm::Expected<Config> C = readConfig(Text, "/p/.gil-audit.json");
  EXPECT_TRUE(bool(C)) << llvm::toString(C.takeError());
  return C ? std::move(*C) : Config();
}

std::string refused(llvm::StringRef Text) {
  llvm::Expected<Config> C = readConfig(Text, "/p/.gil-audit.json");
  EXPECT_FALSE(bool(C)) << Text.str();
  return C ? "" : llvm::toString(C.takeError());
}

DriverOptions options(llvm::StringRef Text, std::vector<const char *> Args) {
  Config C = read(Text);
  llvm::Expected<DriverOptions> O = parseOptions(Args, &C);
  EXPECT_TRUE(bool(O)) << llvm::toString(O.takeError());
  return O ? std::move(*O) : DriverOptions();
}

TEST(Config, FilesAreRelativeToIt) {
  DriverOptions O = options(R"({"models": ["m/a.json", "/b.json"],
    "root": "..", "baseline": "b", "cache-dir": "./c"})",
                            {});
  EXPECT_THAT(O.ModelFiles, ElementsAre("/p/m/a.json", "/b.json"));
  EXPECT_EQ(O.Root, "/");
  EXPECT_EQ(O.Baseline, "/p/b");
  EXPECT_EQ(O.CacheDir, "/p/c");
}

TEST(Config, FlagsPrevailAndAddUp) {
  const char *Text = R"({"rules": ["a", "-b"], "jobs": 2, "world": "closed",
    "pedantic": true, "assume-registered": ["k"], "api-versions": {"x": 1},
    "severities": {"r": "note", "s": "off"}})";
  DriverOptions O = options(Text, {});
  EXPECT_EQ(O.RuleGlobs, "a,-b");
  EXPECT_EQ(O.Jobs, 2u);
  EXPECT_TRUE(O.ClosedWorld && O.Pedantic);
  O = options(Text, {"--rules=c", "-j3", "--open-world", "--no-pedantic",
                     "--assume-registered=l", "--api-version=x=2",
                     "--severity=r=error"});
  EXPECT_EQ(O.RuleGlobs, "c");
  EXPECT_EQ(O.Jobs, 3u);
  EXPECT_FALSE(O.ClosedWorld || O.Pedantic);
  EXPECT_THAT(O.AssumeRegistered, ElementsAre("k", "l"));
  EXPECT_EQ(O.ApiVersions["x"], 2u);
  EXPECT_EQ(O.Severities["r"], "error");
  EXPECT_EQ(O.Severities["s"], "off");
}

TEST(Config, SaysHowToFixButNotThat) {
  const char *Text = R"({"fix-style": "conditional", "fix-condition": "x",
                         "fix-comments": true})";
  DriverOptions O = options(Text, {});
  EXPECT_FALSE(O.wantsFixes());
  EXPECT_EQ(O.FixCondition, "x");
  EXPECT_TRUE(options(Text, {"--fix"}).FixComments);
  EXPECT_EQ(options(Text, {"--fix", "--fix-style=scoped"}).FixCondition, "");
}

TEST(Config, OutputsAreOfReports) {
  const char *Text = R"({"outputs": ["out.txt"]})";
  EXPECT_EQ(options(Text, {}).Output, "/p/out.txt");
  EXPECT_EQ(options(Text, {"extract", "a.cpp"}).Output, "");
  Config C = read(R"({"outputs": ["sarif:a.sarif", "b"]})");
  ASSERT_EQ(C.Settings.size(), 2u);
  EXPECT_EQ(C.Settings[0].Value, "sarif:/p/a.sarif");
  EXPECT_EQ(C.Settings[1].Value, "/p/b");
}

TEST(Config, MistakesHaveTheirPlace) {
  EXPECT_EQ(refused("{\n \"world\": \"flat\"}"),
            "/p/.gil-audit.json:2:11: expected \"open\" or \"closed\"");
  EXPECT_THAT(refused("{\"rulse\": []}"),
              HasSubstr(":1:2: unknown field 'rulse'; did you mean 'rules'?"));
  EXPECT_THAT(refused(R"({"schema": "gil-audit-config/2"})"),
              HasSubstr(":1:12: configuration schema: want "
                        "\"gil-audit-config/1\""));
  EXPECT_THAT(refused(R"({"jobs": 0})"), HasSubstr("makes no sense here"));
  EXPECT_THAT(refused(R"({"fix-condition": "x"})"),
              HasSubstr(":1:19: 'fix-condition' wants"));
  EXPECT_THAT(refused(R"({"jobs": 1, "jobs": 2})"),
              HasSubstr("'jobs' is given twice"));
}

TEST(Config, DumpNamesOrigins) {
  DriverOptions O = options("{\n\"rules\": [\"a\", \"b\"],\n\"jobs\": 2}",
                            {"-j3", "--include=x/*"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  O.ConfigFile = "/p/.gil-audit.json";
  dumpConfig(OS, O);
  EXPECT_THAT(OS.str(),
              testing::ContainsRegex("rules +a +/p/.gil-audit.json:2\n"
                                     "rules +b +/p/.gil-audit.json:2\n"));
  EXPECT_THAT(OS.str(), testing::ContainsRegex("include +x/[*] +--include\n"));
  EXPECT_THAT(OS.str(), testing::ContainsRegex("jobs +3 +-j\ncache-dir"));
  EXPECT_THAT(OS.str(), testing::ContainsRegex("world +open +default\n"));
}

} // namespace
