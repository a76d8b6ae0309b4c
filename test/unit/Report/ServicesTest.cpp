//===- ServicesTest.cpp - Reports for GitHub, GitLab and JUnit ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Samples.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

std::string print(Format F, const Report &R, Notices *Said = nullptr) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Notices All = formatInfo(F).Print(R, contextWith("x\n\xC3\xA4run\n"), OS);
  if (Said)
    *Said = All;
  return OS.str();
}

Report withSeverities(unsigned Errors, unsigned Warnings, unsigned Notes) {
  std::vector<Finding> All;
  auto Add = [&](unsigned N, const char *Severity) {
    while (N--) {
      All.push_back(deadlock("a.cpp", All.size() + 1));
      All.back().Severity = Severity;
    }
  };
  Add(Notes, "note");
  Add(Warnings, "warning");
  Add(Errors, "error");
  return reportOf(All);
}

size_t count(llvm::StringRef Text, llvm::StringRef What) {
  return Text.count(What);
}

TEST(GitHub, OneCommandAFinding) {
  Finding F = deadlock();
  F.Witness.resize(1);
  EXPECT_EQ(print(Format::GitHub, reportOf({F})),
            "::error file=sub/a.cpp,line=2,col=2,title=gil-audit-gil-held-"
            "across-wait::'run' waits with the GIL held%0Asub/a.cpp:9: Python "
            "calls 'f'\n");
}

TEST(GitHub, Escapes) {
  Finding F = deadlock("a:b,c%d\n.cpp");
  F.Message = "100%, a: b\r\n";
  F.Witness.clear();
  std::string Text = print(Format::GitHub, reportOf({F}));
  EXPECT_THAT(Text, StartsWith("::error file=sub/a%3Ab%2Cc%25d%0A.cpp,line=2"));
  EXPECT_THAT(Text, HasSubstr("::100%25, a: b%0D%0A\n"));
  EXPECT_EQ(count(Text, "\n"), 1u);
}

TEST(GitHub, ErrorsFirstAndTheRestIsCounted) {
  Notices Said;
  std::string Text = print(Format::GitHub, withSeverities(12, 11, 10), &Said);
  EXPECT_THAT(Text, StartsWith("::error "));
  EXPECT_EQ(count(Text, "::error "), 10u);
  EXPECT_EQ(count(Text, "::warning "), 10u);
  EXPECT_EQ(count(Text, "::notice "), 10u);
  EXPECT_LT(Text.rfind("::error "), Text.find("::warning "));
  ASSERT_EQ(Said.size(), 1u);
  EXPECT_THAT(Said[0], StartsWith("2 errors, 1 warning, 1 note without an"));
  EXPECT_THAT(Text, HasSubstr("::notice title=gil-audit::2 errors, 1 warning"));
}

TEST(GitHub, NothingIsLeftOutWithinTheLimits) {
  Notices Said;
  std::string Text = print(Format::GitHub, withSeverities(10, 10, 9), &Said);
  EXPECT_TRUE(Said.empty());
  EXPECT_EQ(count(Text, "\n"), 29u);
  EXPECT_EQ(print(Format::GitHub, reportOf({})), "");
}

TEST(GitHub, WhatWasNotAuditedIsOneError) {
  Report R = withSeverities(10, 0, 0);
  R.Coverage.Missing = {{"x.cpp", "no"}, {"y.cpp", "neither"}};
  std::string Text = print(Format::GitHub, R);
  EXPECT_THAT(Text, StartsWith("::error title=gil-audit::2 translation units "
                               "not audited%0Asub/x.cpp: no%0Asub/y.cpp: "));
  EXPECT_EQ(count(Text, "::error "), 10u);
  EXPECT_THAT(Text, HasSubstr("1 error without an annotation"));
}

Report suppressed() {
  Report R = reportOf({deadlock()});
  R.Findings[0].Suppression = Suppression();
  return R;
}

TEST(Services, WhatDoesNotCountIsNotShown) {
  EXPECT_EQ(print(Format::GitHub, suppressed()), "");
  EXPECT_EQ(print(Format::GitLab, suppressed()), "[]\n");
  EXPECT_THAT(print(Format::JUnit, suppressed()),
              HasSubstr("tests=\"1\" failures=\"0\""));
}

TEST(GitLab, Issues) {
  Report R = withSeverities(1, 1, 1);
  json J = json::parse(print(Format::GitLab, R), nullptr, false);
  ASSERT_EQ(J.size(), 3u);
  EXPECT_EQ(J[2], (json{{"description", "'run' waits with the GIL held"},
                        {"check_name", "gil-audit-gil-held-across-wait"},
                        {"fingerprint", "1:a.cpp3"},
                        {"severity", "critical"},
                        {"location",
                         {{"path", "sub/a.cpp"}, {"lines", {{"begin", 3}}}}}}));
  EXPECT_EQ(J[1]["severity"], "major");
  EXPECT_EQ(J[0]["severity"], "info");
}

TEST(GitLab, EqualFingerprintsWouldBeDropped) {
  json J =
      json::parse(print(Format::GitLab, reportOf({deadlock(), deadlock()})),
                  nullptr, false);
  EXPECT_EQ(J[0]["fingerprint"], "1:a.cpp2");
  EXPECT_EQ(J[1]["fingerprint"], "1:a.cpp2-2");
}

TEST(GitLab, WhatWasNotAudited) {
  Report R = reportOf({});
  R.Coverage.Missing = {{"x.cpp", "\xFF"}};
  json J = json::parse(print(Format::GitLab, R), nullptr, false);
  EXPECT_EQ(J[0]["check_name"], "not-audited");
  EXPECT_EQ(J[0]["location"]["path"], "sub/x.cpp");
}

TEST(JUnit, AFindingIsAFailedTest) {
  Report R = withSeverities(1, 1, 1);
  R.Coverage.Missing = {{"x.cpp", "no"}};
  std::string Text = print(Format::JUnit, R);
  EXPECT_THAT(Text, HasSubstr("<testsuites name=\"gil-audit\" tests=\"5\" "
                              "failures=\"2\" errors=\"1\">"));
  EXPECT_THAT(
      Text,
      HasSubstr("<testcase classname=\"gil-audit.gil-held-across-wait\" "
                "name=\"sub/a.cpp:3:3: f\" file=\"sub/a.cpp\" time=\"0\">\n"
                "      <failure message=\"'run' waits with the GIL held\" "
                "type=\"gil-audit-gil-held-across-wait\">"
                "sub/a.cpp:3:3: error: 'run' waits"));
  EXPECT_THAT(
      Text,
      HasSubstr(
          "<error message=\"not audited\" type=\"not-audited\">no</error>"));
  EXPECT_EQ(count(Text, "<failure"), 2u);
  EXPECT_EQ(count(Text, "<system-out"), 2u); // The note, and the audit.
}

TEST(JUnit, NothingFoundIsATestThatPassed) {
  EXPECT_THAT(print(Format::JUnit, reportOf({})),
              HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
}

TEST(JUnit, WhatXmlCannotSay) {
  Finding F = deadlock();
  F.Message = std::string("<a & \"b\">\n\x01\x1B\xFF\xEF\xBF\xBF", 16);
  F.Function = "f\r\t";
  std::string Text = print(Format::JUnit, reportOf({F}));
  const std::string Bad = "\xEF\xBF\xBD";
  EXPECT_THAT(Text, HasSubstr("message=\"&lt;a &amp; &quot;b&quot;&gt;&#10;" +
                              Bad + Bad + Bad + Bad + "\""));
  EXPECT_THAT(Text, HasSubstr("f&#13;&#9;\""));
  EXPECT_THAT(Text, Not(HasSubstr("\x1B")));
}

TEST(Formats, ATable) {
  EXPECT_EQ(formats().front().Kind, Format::Text);
  for (const FormatInfo &I : formats()) {
    EXPECT_EQ(findFormat(I.Name), &I);
    EXPECT_EQ(&formatInfo(I.Kind), &I);
  }
  EXPECT_EQ(findFormat("xml"), nullptr);
}

} // namespace
