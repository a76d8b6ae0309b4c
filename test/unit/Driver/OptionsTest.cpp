//===- OptionsTest.cpp - The command line ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

DriverOptions parsed(std::vector<const char *> Args) {
  llvm::Expected<DriverOptions> O = parseOptions(Args);
  EXPECT_TRUE(bool(O)) << llvm::toString(O.takeError());
  return O ? std::move(*O) : DriverOptions();
}

std::string refused(std::vector<const char *> Args) {
  llvm::Expected<DriverOptions> O = parseOptions(Args);
  EXPECT_FALSE(bool(O));
  return O ? "" : llvm::toString(O.takeError());
}

TEST(Options, Defaults) {
  DriverOptions O = parsed({});
  EXPECT_EQ(O.What, Command::Audit);
  EXPECT_TRUE(O.Inputs.empty());
  EXPECT_FALSE(O.FixedFlags);
  EXPECT_EQ(O.Format, Format::Text);
  EXPECT_TRUE(O.AssumeThreading);
  EXPECT_FALSE(O.ClosedWorld || O.Pedantic || O.Quiet || O.ShowInventory);
  EXPECT_EQ(O.Jobs, 0u);
}

TEST(Options, ValuesBehindEqualsOrInTheNextWord) {
  for (auto Args : {std::vector<const char *>{"-p", "b", "a.cpp"},
                    {"-p=b", "a.cpp"},
                    {"--p=b", "a.cpp"},
                    {"a.cpp", "-pb"}}) {
    DriverOptions O = parsed(Args);
    EXPECT_EQ(O.BuildPath, "b");
    EXPECT_THAT(O.Inputs, ElementsAre("a.cpp"));
  }
  EXPECT_EQ(parsed({"--root", "r"}).Root, "r");
  EXPECT_EQ(parsed({"--root=r"}).Root, "r");
  EXPECT_EQ(parsed({"-j4"}).Jobs, 4u);
  EXPECT_EQ(parsed({"--extra-arg=-DX=1"}).ExtraArgs[0], "-DX=1");
  EXPECT_EQ(parsed({"--extra-arg", "-DX"}).ExtraArgs[0], "-DX");
}

TEST(Options, RepeatableOnesAddUp) {
  DriverOptions O = parsed({"--model=a", "--model=b", "--assume-registered=k",
                            "--assume-registered=l", "--api-version=mlir=23",
                            "--api-version", "x=1"});
  EXPECT_THAT(O.ModelFiles, ElementsAre("a", "b"));
  EXPECT_THAT(O.AssumeRegistered, ElementsAre("k", "l"));
  EXPECT_EQ(O.ApiVersions["mlir"], 23u);
  EXPECT_EQ(O.ApiVersions["x"], 1u);
}

TEST(Options, Flags) {
  DriverOptions O = parsed({"--closed-world", "--pedantic", "--inventory",
                            "--show-unresolved", "--quiet", "--all-notes",
                            "--parse-all-bodies", "--assume-threading=off",
                            "--format=json", "--color=never"});
  EXPECT_TRUE(O.ClosedWorld && O.Pedantic && O.ShowInventory &&
              O.ShowUnresolved && O.Quiet && O.RepeatNotes && O.ParseAllBodies);
  EXPECT_FALSE(O.AssumeThreading);
  EXPECT_EQ(O.Format, Format::Json);
  EXPECT_EQ(O.Colour, ColourMode::Never);
}

TEST(Options, Subcommands) {
  EXPECT_EQ(parsed({"extract", "a.cpp"}).What, Command::Extract);
  EXPECT_EQ(parsed({"analyze", "a.facts"}).What, Command::Analyze);
  EXPECT_THAT(parsed({"analyze", "a.facts"}).Inputs, ElementsAre("a.facts"));
  // Only in front: anywhere else it is a file.
  EXPECT_THAT(parsed({"a.cpp", "extract"}).Inputs,
              ElementsAre("a.cpp", "extract"));
  EXPECT_EQ(parsed({"--help"}).What, Command::Help);
  EXPECT_EQ(parsed({"--list-rules"}).What, Command::ListRules);
}

TEST(Options, WhatStandsBehindTwoDashesBelongsToTheCompiler) {
  DriverOptions O = parsed({"a.cpp", "--", "-DX", "--pedantic"});
  EXPECT_THAT(*O.FixedFlags, ElementsAre("-DX", "--pedantic"));
  EXPECT_FALSE(O.Pedantic);
  EXPECT_TRUE(parsed({"a.cpp", "--"}).FixedFlags->empty());
}

TEST(Options, UnknownOnesSuggestTheNearest) {
  EXPECT_EQ(refused({"--pedntic"}),
            "unknown option '--pedntic'; did you mean '--pedantic'?");
  EXPECT_EQ(refused({"--modle=x"}),
            "unknown option '--modle=x'; did you mean '--model'?");
  EXPECT_EQ(refused({"--xyzzy-plugh"}), "unknown option '--xyzzy-plugh'");
  EXPECT_THAT(refused({"-z"}), HasSubstr("unknown option '-z'"));
}

TEST(Options, WrongValues) {
  EXPECT_EQ(refused({"--quiet=1"}), "option '--quiet' takes no value");
  EXPECT_EQ(refused({"-p"}), "option '-p' needs a value: DIR");
  EXPECT_EQ(refused({"-j", "many"}), "'many' is not a number");
  EXPECT_EQ(refused({"-j-1"}), "'-1' is not a number");
  EXPECT_THAT(refused({"--format=xml"}), HasSubstr("unknown format 'xml'"));
  EXPECT_THAT(refused({"--format=xml"}), HasSubstr("text, json, html, sarif"));
  EXPECT_THAT(refused({"--assume-threading=no"}), HasSubstr("want on or off"));
  EXPECT_THAT(refused({"--color=blue"}), HasSubstr("want auto"));
  for (const char *Bad :
       {"--api-version=23", "--api-version=mlir=", "--api-version=mlir=x",
        "--api-version==23", "--api-version=mlir=0"})
    EXPECT_THAT(refused({Bad}), HasSubstr("want API=RELEASE"));
}

TEST(Options, HelpNamesEveryOption) {
  std::string Help = helpText();
  for (const char *Name :
       {"-p DIR", "--root=DIR", "--format=text|json|html|sarif", "--model=FILE",
        "--list-rules", "exit status"})
    EXPECT_THAT(Help, HasSubstr(Name));
}

TEST(Options, MoreSubcommands) {
  DriverOptions O = parsed({"explain", "-p", "b", "gil-lock-order", "a.cpp"});
  EXPECT_EQ(O.What, Command::Explain);
  EXPECT_THAT(O.Inputs, ElementsAre("gil-lock-order", "a.cpp"));
  EXPECT_EQ(parsed({"check-model", "m.json"}).What, Command::CheckModel);
  // Only as the first word.
  EXPECT_EQ(parsed({"-p", "b", "explain"}).What, Command::Audit);
}

TEST(Options, SeveralReports) {
  DriverOptions O = parsed(
      {"-o", "sarif:a.sarif", "-ojson:b:c", "-o", "out", "--format=junit"});
  ASSERT_EQ(O.MoreOutputs.size(), 2u);
  EXPECT_EQ(O.MoreOutputs[0].Format, Format::Sarif);
  EXPECT_EQ(O.MoreOutputs[0].File, "a.sarif");
  EXPECT_EQ(O.MoreOutputs[1].File, "b:c");
  EXPECT_EQ(O.Output, "out");
  EXPECT_EQ(O.Format, Format::JUnit);
}

TEST(Options, FileNamesWithColons) {
  EXPECT_EQ(parsed({"-o", "./sarif:x"}).Output, "./sarif:x");
  EXPECT_EQ(parsed({"-o", "a1:x"}).Output, "a1:x");
  EXPECT_THAT(refused({"-o", "srif:x"}), HasSubstr("did you mean 'sarif'?"));
  EXPECT_THAT(refused({"-o", "word:x"}), HasSubstr("-o ./word:x"));
  EXPECT_THAT(refused({"-o", "sarif:"}), HasSubstr("want a file"));
}

TEST(Options, StandardOutputTakesOneReport) {
  DriverOptions O = parsed({"-o", "sarif:-", "-o", "json:x"});
  EXPECT_EQ(O.Format, Format::Sarif);
  EXPECT_EQ(O.Output, "-");
  EXPECT_THAT(refused({"-o", "sarif:-", "-o", "json:-"}),
              HasSubstr("standard output takes one report"));
  EXPECT_THAT(refused({"-o", "sarif:-", "--format=json"}),
              HasSubstr("not beside --format"));
  EXPECT_THAT(refused({"-o", "sarif:-", "-o", "x"}), HasSubstr("-o FILE"));
  EXPECT_THAT(refused({"-o", "a", "-o", "b"}), HasSubstr("goes to a already"));
}

TEST(Options, ReportsAreOfFindings) {
  EXPECT_THAT(refused({"extract", "-o", "sarif:x", "a.cpp"}),
              HasSubstr("is for findings"));
  EXPECT_EQ(parsed({"analyze", "-o", "sarif:x", "a"}).MoreOutputs.size(), 1u);
}

TEST(Options, ADiffNeedsStandardOutput) {
  EXPECT_THAT(refused({"--fix-preview", "--format=gitlab"}),
              HasSubstr("-o gitlab:FILE"));
  parsed({"--fix-preview", "--format=gitlab", "-o", "x"});
  parsed({"--fix-preview", "-o", "gitlab:x"});
  parsed({"--fix-preview", "--format=sarif"});
}

TEST(Options, HelpNamesEveryFormat) {
  std::string Names;
  for (const FormatInfo &I : formats())
    Names += (Names.empty() ? "" : "|") + I.Name.str();
  EXPECT_THAT(helpText(), HasSubstr("--format=" + Names));
}

TEST(Options, SummaryIsText) {
  EXPECT_TRUE(parsed({"--summary"}).SummaryOnly);
  EXPECT_THAT(refused({"--summary", "--format=json"}), HasSubstr("--summary"));
}

TEST(Options, HelpHasAShortName) {
  EXPECT_EQ(parsed({"-h"}).What, Command::Help);
  EXPECT_EQ(parsed({"--help"}).What, Command::Help);
  EXPECT_THAT(refused({"--h"}), HasSubstr("unknown option"));
}

TEST(Options, RemovedArgumentsAddUp) {
  EXPECT_THAT(parsed({"--removed-arg=-I*", "--removed-arg", "-DX"}).RemovedArgs,
              ElementsAre("-I*", "-DX"));
}

TEST(Options, FixesAreAskedForByAnyOfTheirOptions) {
  EXPECT_FALSE(parsed({"--rules=x", "-o", "y"}).wantsFixes());
  for (const char *Option :
       {"--fix", "--fix-preview", "--export-fixes=x",
        "-fdiagnostics-parseable-fixits", "--fix-comments", "--fix-rules=x",
        "--fix-files=x", "--fix-style=scoped"})
    EXPECT_TRUE(parsed({Option}).wantsFixes()) << Option;
  EXPECT_TRUE(parsed({"--fix"}).Fix);
  EXPECT_FALSE(parsed({"--fix-preview"}).Fix);
  EXPECT_THAT(parsed({"--fix-files=a,b", "--fix-files=c"}).FixFiles,
              ElementsAre("a", "b", "c"));
}

TEST(Options, ConditionalFixesNeedTheirCondition) {
  DriverOptions O =
      parsed({"--fix-style=conditional", "--fix-condition=threaded(x)"});
  EXPECT_EQ(O.FixStyle, FixStyle::Conditional);
  EXPECT_EQ(O.FixCondition, "threaded(x)");
  EXPECT_THAT(refused({"--fix-style=conditional"}),
              HasSubstr("want --fix-condition=EXPR"));
  EXPECT_THAT(refused({"--fix-condition=x"}),
              HasSubstr("only with --fix-style=conditional"));
  EXPECT_THAT(refused({"--fix-style=scoped", "--fix-condition=x"}),
              HasSubstr("only with --fix-style=conditional"));
  EXPECT_THAT(refused({"--fix-style=x"}),
              HasSubstr("want scoped or conditional"));
  EXPECT_THAT(refused({"--fix-files="}), HasSubstr("want files"));
}

TEST(Options, FixesNeedCompileCommands) {
  EXPECT_THAT(refused({"analyze", "--fix", "x.facts"}),
              HasSubstr("no compile commands"));
  EXPECT_THAT(refused({"extract", "--fix-preview", "x.cpp"}),
              HasSubstr("by a plain audit only"));
}

TEST(Options, OneChangeAtATime) {
  EXPECT_EQ(parsed({"--since=HEAD~1"}).Since, "HEAD~1");
  EXPECT_EQ(parsed({"--diff", "-"}).Diff, "-");
  EXPECT_EQ(parsed({"analyze", "--diff=x", "a.facts"}).Diff, "x");
  EXPECT_EQ(refused({"--since=HEAD", "--diff=x"}),
            "--since and --diff: one at a time");
  EXPECT_THAT(refused({"--since="}), HasSubstr("want a revision"));
  EXPECT_THAT(refused({"--diff="}), HasSubstr("want a file"));
  EXPECT_THAT(refused({"--since=HEAD", "--write-baseline=b"}),
              HasSubstr("a baseline is of the whole program"));
  EXPECT_THAT(refused({"extract", "--since=HEAD", "a.cpp"}),
              HasSubstr("facts are of the whole file"));
}

} // namespace
