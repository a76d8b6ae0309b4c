//===- SarifTest.cpp - SARIF logs -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string sarif(const Report &R, const ReportContext &C, Notices &Said) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Said = printSarif(R, C, OS);
  return OS.str();
}

/// The run of the log.
json run(const Report &R, const ReportContext &C = contextWith()) {
  Notices Said;
  json J = json::parse(sarif(R, C, Said), nullptr, false);
  EXPECT_FALSE(J.is_discarded());
  EXPECT_THAT(Said, testing::IsEmpty());
  EXPECT_EQ(J["version"], "2.1.0");
  return J["runs"][0];
}

json resultOf(Finding F, const ReportContext &C = contextWith()) {
  return run(reportOf({std::move(F)}), C)["results"][0];
}

json regionOf(const json &Result) {
  json R = Result["locations"][0]["physicalLocation"]["region"];
  R.erase("snippet");
  return R;
}

json region(unsigned Line, unsigned Start, unsigned End) {
  return {{"startLine", Line},
          {"startColumn", Start},
          {"endLine", Line},
          {"endColumn", End}};
}

TEST(Sarif, RulesComeFromRuleInfo) {
  json Driver = run(reportOf({deadlock()}))["tool"]["driver"];
  EXPECT_EQ(Driver["semanticVersion"], "1.2.3");
  json Wait = Driver["rules"][0], Guard = Driver["rules"][1];
  EXPECT_EQ(Wait["id"], "gil-held-across-wait");
  EXPECT_EQ(Wait["name"], "GilHeldAcrossWait");
  EXPECT_EQ(Wait["shortDescription"]["text"], "A wait.");
  EXPECT_EQ(Wait["defaultConfiguration"], (json{{"level", "error"}}));
  EXPECT_EQ(Guard["defaultConfiguration"],
            (json{{"level", "note"}, {"enabled", false}}));
  EXPECT_THAT(Wait["help"]["text"].get<std::string>(),
              HasSubstr("It hangs.\n\nReported:\n\nbad();"));
  EXPECT_THAT(Wait["help"]["markdown"].get<std::string>(),
              HasSubstr("```cpp\nbad();\n```"));
  EXPECT_EQ(Guard["properties"]["problem.severity"], "recommendation");
}

TEST(Sarif, LongDescriptionsAreCut) {
  ReportContext C = contextWith();
  std::string Long(3000, 'x');
  C.Rules[0].Why = Long;
  std::string Text = run(
      reportOf({}), C)["tool"]["driver"]["rules"][0]["fullDescription"]["text"];
  EXPECT_EQ(Text.size(), 1024u);
}

TEST(Sarif, ARuleThatNobodyKnowsIsDescribed) {
  Finding F = deadlock();
  F.Rule = "something-else";
  json R = run(reportOf({F}));
  EXPECT_EQ(R["results"][0]["ruleIndex"], 2);
  EXPECT_EQ(R["tool"]["driver"]["rules"][2]["id"], "something-else");
}

TEST(Sarif, PathsAreThoseOfTheRepository) {
  json R = run(reportOf({deadlock("with blank/ü#.cpp")}));
  EXPECT_EQ(R["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///repo/");
  EXPECT_EQ(
      R["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
      (json{{"uri", "sub/with%20blank/%C3%BC%23.cpp"},
            {"uriBaseId", "SRCROOT"}}));
  // Outside of the repository; in it, but outside of the root.
  EXPECT_EQ(
      resultOf(deadlock("/usr/include/x.h"))["locations"][0]["physicalLocation"]
                                            ["artifactLocation"],
      (json{{"uri", "file:///usr/include/x.h"}}));
  EXPECT_EQ(resultOf(deadlock("/repo/x.h"))["locations"][0]["physicalLocation"]
                                           ["artifactLocation"]["uri"],
            "x.h");
}

TEST(Sarif, LongPathsStayWhole) {
  std::string Long;
  for (int I = 0; I != 500; ++I)
    Long += "folder-" + std::to_string(I) + "/";
  Long += "x.cpp";
  EXPECT_EQ(
      resultOf(deadlock(
          Long))["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
      "sub/" + Long);
}

TEST(Sarif, RegionsAreOneName) {
  EXPECT_EQ(regionOf(resultOf(deadlock(), contextWith("x\n  run(1);\n"))),
            region(2, 3, 6));
  EXPECT_EQ(regionOf(resultOf(deadlock(), contextWith("x\n  (1);\n"))),
            region(2, 3, 4));
  // No source, no column, a column behind the end: something to mark all the
  // same.
  EXPECT_EQ(regionOf(resultOf(deadlock())), region(2, 3, 4));
  Finding F = deadlock();
  F.Where.Column = 0;
  EXPECT_EQ(regionOf(resultOf(F, contextWith("x\nrun(1);\n"))),
            region(2, 1, 8));
  EXPECT_EQ(regionOf(resultOf(F)), region(2, 1, 2));
  F.Where.Column = 99;
  EXPECT_EQ(regionOf(resultOf(F, contextWith("x\nrun;\n"))), region(2, 5, 6));
}

TEST(Sarif, ColumnsAreUtf16) {
  Finding F = deadlock();
  // Two letters of two bytes, one of four (two units), then the name.
  F.Where.Column = 9;
  std::string Line = "\xC3\xA4\xC3\xB6\xF0\x9F\x90\x8Drun();";
  json R = resultOf(F, contextWith("x\n" + Line + "\n"));
  EXPECT_EQ(regionOf(R), region(2, 5, 8));
  EXPECT_EQ(
      R["locations"][0]["physicalLocation"]["contextRegion"]["snippet"]["text"],
      Line);
  EXPECT_EQ(run(reportOf({}))["columnKind"], "utf16CodeUnits");
}

TEST(Sarif, AByteOrderMarkIsNoColumn) {
  Finding F = deadlock();
  F.Where = {"a.cpp", 1, 4};
  EXPECT_EQ(regionOf(resultOf(F, contextWith("\xEF\xBB\xBFrun();\n"))),
            region(1, 1, 4));
}

TEST(Sarif, SourcesAndNamesNeedNotBeUtf8) {
  Finding F = deadlock("gr\xFC\xDF.cpp");
  F.Where.Column = 3;
  F.Function = "gr\xFC\xDF";
  F.Message = "\xFF";
  json R = resultOf(F, contextWith("x\n\xFC\xDFrun();\n"));
  // A byte is a letter there. (It may be part of the name as well.)
  EXPECT_EQ(regionOf(R), region(2, 3, 6));
  EXPECT_EQ(R["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "sub/gr%FC%DF.cpp");
  EXPECT_THAT(R["message"]["text"].get<std::string>(),
              HasSubstr("\xEF\xBF\xBD"));
}

TEST(Sarif, ADeadlockHasTwoThreads) {
  json Flows = resultOf(deadlock())["codeFlows"];
  ASSERT_EQ(Flows.size(), 1u);
  json Threads = Flows[0]["threadFlows"];
  ASSERT_EQ(Threads.size(), 2u);
  EXPECT_EQ(Threads[0]["id"], "python-thread");
  EXPECT_EQ(Threads[1]["id"], "worker-thread");
  auto Orders = [](const json &Thread) {
    std::vector<int> All;
    for (const json &L : Thread["locations"])
      All.push_back(L["executionOrder"]);
    return All;
  };
  // Registered first; then Python enters, calls and waits; then the worker
  // does.
  EXPECT_THAT(Orders(Threads[0]), ElementsAre(2, 3, 4));
  EXPECT_THAT(Orders(Threads[1]), ElementsAre(1, 5));
  json Wait = Threads[0]["locations"][2];
  EXPECT_EQ(Wait["nestingLevel"], 2);
  // A fact of the model is told where the call is.
  EXPECT_EQ(Wait["location"]["physicalLocation"]["region"]["startLine"], 2);
  EXPECT_EQ(Threads[1]["locations"][1]["location"]["physicalLocation"]
                   ["artifactLocation"]["uri"],
            "sub/b.h");
}

TEST(Sarif, OtherWitnessesAreOneThread) {
  Finding F = deadlock();
  F.Witness.resize(2);
  json Threads = resultOf(F)["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(Threads.size(), 1u);
  EXPECT_FALSE(Threads[0].contains("id"));
  F.Witness.clear();
  EXPECT_FALSE(resultOf(F).contains("codeFlows"));
}

TEST(Sarif, RelatedLocationsAreLinked) {
  json R = resultOf(deadlock());
  EXPECT_EQ(R["message"]["text"],
            "'run' waits with the GIL held. See [the entry](1), [the "
            "registration](2), [the operation](3).");
  ASSERT_EQ(R["relatedLocations"].size(), 3u);
  EXPECT_EQ(R["relatedLocations"][2]["id"], 3);
  EXPECT_EQ(R["relatedLocations"][2]["message"]["text"], "'g' needs the GIL");
  Finding F = deadlock();
  F.Message = "'operator[](1)' waits";
  EXPECT_THAT(resultOf(F)["message"]["text"].get<std::string>(),
              HasSubstr("operator\\[\\](1)"));
}

TEST(Sarif, FingerprintsBaselineSuppressions) {
  Finding F = deadlock();
  F.BaselineState = BaselineState::Unchanged;
  F.Suppression = Suppression{"allow", "on purpose", {"a.cpp", 1, 1}};
  json R = resultOf(F);
  EXPECT_EQ(R["partialFingerprints"], (json{{"gilAudit/v1", "1:a.cpp2"}}));
  EXPECT_EQ(R["baselineState"], "unchanged");
  EXPECT_EQ(R["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(R["suppressions"][0]["justification"], "on purpose");
  R = resultOf(deadlock());
  EXPECT_FALSE(R.contains("baselineState") || R.contains("suppressions"));
}

TEST(Sarif, WhatWasNotAuditedIsANotification) {
  Report R = reportOf({});
  EXPECT_EQ(run(R)["invocations"][0]["executionSuccessful"], true);
  R.Coverage.Missing = {{"x.cpp", "no such header"}};
  json I = run(R)["invocations"][0];
  EXPECT_EQ(I["executionSuccessful"], false);
  json N = I["toolExecutionNotifications"][0];
  EXPECT_EQ(N["level"], "error");
  EXPECT_EQ(N["message"]["text"], "Not audited: no such header");
  EXPECT_EQ(N["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "sub/x.cpp");
}

TEST(Sarif, WhatIsOutsideOfTheChangeIsLeftOut) {
  Report R = reportOf({deadlock(), deadlock()});
  R.Findings[0].OutsideChange = true;
  json Run = run(R);
  EXPECT_EQ(Run["results"].size(), 1u);
  EXPECT_EQ(
      Run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
      "1 result outside of the change that was asked about: left out.");
}

TEST(Sarif, MoreResultsThanGitHubTakes) {
  std::vector<Finding> Many;
  for (unsigned I = 0; I != 25001; ++I) {
    Many.push_back(deadlock("a.cpp", I + 1));
    Many.back().Witness.clear(); // Parsing them all would take long.
  }
  // The least severe one is left out, wherever it stands.
  Many[7].Severity = "warning";
  Notices Said;
  json J = json::parse(sarif(reportOf(std::move(Many)), contextWith(), Said),
                       nullptr, false);
  ASSERT_FALSE(J.is_discarded());
  json Run = J["runs"][0];
  ASSERT_EQ(Run["results"].size(), 25000u);
  EXPECT_EQ(regionOf(Run["results"][6])["startLine"], 7);
  EXPECT_EQ(regionOf(Run["results"][7])["startLine"], 9);
  ASSERT_EQ(Said.size(), 1u);
  EXPECT_THAT(Said[0], HasSubstr("1 of 25001 results are left out"));
  json N = Run["invocations"][0]["toolExecutionNotifications"][0];
  EXPECT_EQ(N["descriptor"]["id"], "left-out");
  EXPECT_THAT(N["message"]["text"].get<std::string>(), HasSubstr("left out"));
}

TEST(Sarif, MoreResultsThanGitHubShows) {
  Notices Said;
  std::vector<Finding> Many(5001, deadlock());
  sarif(reportOf(Many), contextWith(), Said);
  ASSERT_EQ(Said.size(), 1u);
  EXPECT_THAT(Said[0], HasSubstr("shows the 5000 most severe of 5001"));
}

TEST(Sarif, AWitnessWithoutEnd) {
  Finding F = deadlock();
  F.Witness.assign(20000, F.Witness[1]);
  Notices Said;
  json J =
      json::parse(sarif(reportOf({F}), contextWith(), Said), nullptr, false);
  EXPECT_EQ(
      J["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"]
          .size(),
      1000u);
  ASSERT_EQ(Said.size(), 1u);
  EXPECT_THAT(Said[0],
              HasSubstr("the witness of 1 result ends after 1000 steps"));
}

} // namespace
