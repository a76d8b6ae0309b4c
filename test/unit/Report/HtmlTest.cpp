//===- HtmlTest.cpp - The report as a page --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html/Escape.h"
#include "Html/Timeline.h"
#include "gil-audit/Report.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <fstream>

using namespace gilaudit;
using namespace gilaudit::html;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

Finding deadlock(std::string File, unsigned Line, std::string Print = "1:abc") {
  Finding F;
  F.Rule = "gil-held-across-wait";
  F.Severity = "error";
  F.Where = {File, Line, 3};
  F.Function = "f";
  F.Message = "'mlirRun' waits with the GIL held";
  F.Api = "mlirRun";
  F.Kind = "handler";
  F.Fingerprint = Print;
  F.Group = "kind:handler";
  F.Witness = {{"entry",
                {File, Line + 1, 1},
                "Python calls 'f'",
                false,
                WitnessStep::Held},
               {"call",
                {File, Line, 3},
                "'f' calls 'mlirRun'",
                false,
                WitnessStep::Held},
               {"model",
                {},
                "'mlirRun' may wait (model: Pass.cpp: run)",
                false,
                WitnessStep::Held},
               {"registration",
                {File, Line + 2, 1},
                "'h' is registered",
                true,
                WitnessStep::Released},
               {"operation",
                {File, Line + 3, 1},
                "'h' waits for the GIL",
                true,
                WitnessStep::Released},
               {"cost", {}, "once per call"}};
  return F;
}

Report twoFindings() {
  Report R;
  R.Root = "/src";
  R.Findings = {deadlock("a.cpp", 1, "1:a"), deadlock("b.cpp", 1, "1:b")};
  R.Groups = {{"kind:handler", "'handler' callbacks: they are called."}};
  R.Inventory.Matrix = {
      {{"a.cpp", 2, 1},
       "run",
       "def",
       {{"handler", "deadlock", "'mlirRun' waits", {"a.cpp", 1, 3}, {"1:a"}},
        {"printer", "safe", "it is native", {"a.cpp", 1, 3}, {}}}}};
  R.Coverage.TranslationUnits = 2;
  return R;
}

ReportContext context(std::string Text = "") {
  ReportContext C;
  C.Source = [Text](llvm::StringRef) { return Text; };
  C.Rules = {{"gil-held-across-wait", "error", "a wait", "it hangs",
              "if (a < b)\n", "right"}};
  return C;
}

std::string html(const Report &R, std::string Source = "") {
  return renderHtml(R, context(Source));
}

size_t countOf(llvm::StringRef Text, llvm::StringRef What) {
  return Text.count(What);
}

//===--- Escaping ---------------------------------------------------------===//

TEST(Escape, Markup) {
  EXPECT_EQ(escape("<a href=\"x\">&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(escape("\ta\r\nb"), "\ta\nb");
}

TEST(Escape, WhatIsNoTextIsShownAsSuch) {
  EXPECT_EQ(escape("a\xFF"), "a\xEF\xBF\xBD");
  EXPECT_EQ(escape(llvm::StringRef("a\0b\x1B", 4)), "a\xEF\xBF\xBD"
                                                    "b\xEF\xBF\xBD");
  EXPECT_EQ(escape("a\xE2\x80\xAE b"), "a[U+202E] b");
  EXPECT_EQ(escape("\xE6\xBC\xA2"), "\xE6\xBC\xA2");
}

TEST(Escape, NamesInQuotesBecomeCode) {
  EXPECT_EQ(prose("'a<b>' calls 'c', the API's own"),
            "<code>a&lt;b&gt;</code> calls <code>c</code>, the API&#39;s own");
  EXPECT_EQ(prose("f (model: x.cpp: run)"),
            "f <small>(model: x.cpp: run)</small>");
  EXPECT_EQ(prose("it's open 'to the end"), "it&#39;s open &#39;to the end");
}

//===--- Two threads over time --------------------------------------------===//

std::string lanes(const Timeline &T) {
  std::string Out;
  for (const TimelineRow &R : T.Rows) {
    for (LaneState S : R.Lanes)
      Out += ".rhbwx"[unsigned(S)];
    Out += R.Step ? (R.Second ? "2 " : "1 ") : "|";
  }
  return Out;
}

TEST(Timeline, AWait) {
  Finding F = deadlock("a.cpp", 1);
  Timeline T = timelineOf(F);
  EXPECT_EQ(lanes(T), "h.1 h.1 br1 br2 bw2 bw|");
  EXPECT_EQ(T.End, Timeline::Deadlock);
  EXPECT_EQ(T.Second, "Worker thread");
  ASSERT_EQ(T.Remarks.size(), 1u);
}

TEST(Timeline, ALock) {
  Finding F = deadlock("a.cpp", 1);
  F.Rule = "gil-lock-order";
  F.Group = "lock:engine";
  F.Witness[2].Role = "lock";
  Timeline T = timelineOf(F);
  EXPECT_EQ(T.Second, "Another thread");
  EXPECT_EQ(lanes(T), "h.1 h.1 br1 br2 bw2 bw|");
  EXPECT_THAT(T.Outcome, HasSubstr("the lock 'engine'"));
}

TEST(Timeline, ACallbackOnAWorker) {
  Finding F = deadlock("a.cpp", 1);
  F.Rule = "callback-without-gil";
  F.Witness = {
      {"registration", {"a.cpp", 1, 1}, "handed over"},
      {"model", {}, "runs", false, WitnessStep::Released},
      {"operation", {"a.cpp", 2, 1}, "op", false, WitnessStep::Released}};
  Timeline T = timelineOf(F);
  EXPECT_EQ(lanes(T), "h.1 hr2 hx2 hx|");
  EXPECT_EQ(T.End, Timeline::Crash);
}

TEST(Timeline, ARegionOfOneThread) {
  Finding F = deadlock("a.cpp", 1);
  F.Rule = "python-without-gil";
  F.Witness = {
      {"guard", {"a.cpp", 1, 1}, "releases", false, WitnessStep::Released},
      {"operation", {"a.cpp", 2, 1}, "op", false, WitnessStep::Released}};
  EXPECT_EQ(lanes(timelineOf(F)), "rh1 xh1 xh|");
}

TEST(Timeline, ALeakThatKeepsTheGil) {
  Finding F = deadlock("a.cpp", 1);
  F.Rule = "unbalanced-gil";
  F.Witness = {{"guard", {"a.cpp", 1, 1}, "Ensure", false, WitnessStep::Held},
               {"exit", {"a.cpp", 2, 1}, "left", false, WitnessStep::Held}};
  Timeline T = timelineOf(F);
  EXPECT_EQ(lanes(T), "hw1 hw1 hw|");
  EXPECT_EQ(T.End, Timeline::Deadlock);
  F.Witness[0].Gil = F.Witness[1].Gil = WitnessStep::Released;
  EXPECT_EQ(timelineOf(F).End, Timeline::Crash);
}

TEST(Timeline, NothingHappens) {
  Finding F = deadlock("a.cpp", 1);
  F.Witness.clear();
  EXPECT_TRUE(timelineOf(F).Rows.empty());
  F.Rule = "unmodelled-callback";
  EXPECT_EQ(timelineOf(F).End, Timeline::Open);
}

//===--- The page ---------------------------------------------------------===//

TEST(Html, IsOneDocumentWithoutReferences) {
  std::string Page = html(twoFindings());
  EXPECT_THAT(Page, testing::StartsWith("<!DOCTYPE html>\n<html lang=en>"));
  EXPECT_THAT(Page, testing::EndsWith("</html>\n"));
  EXPECT_THAT(Page, HasSubstr("default-src 'none'"));
  EXPECT_EQ(countOf(Page, "</script"), 1u);
  EXPECT_EQ(countOf(Page, "</style"), 1u);
  EXPECT_THAT(Page, Not(HasSubstr("http://")));
  EXPECT_THAT(Page, Not(HasSubstr("https://")));
  EXPECT_THAT(Page, Not(HasSubstr("/src")));
  EXPECT_EQ(Page, html(twoFindings()));
}

TEST(Html, CellsLeadToWordsAndWordsToFindings) {
  std::string Page = html(twoFindings());
  EXPECT_THAT(Page, HasSubstr("<td class=D><a href='#b0-0' aria-label="
                              "'deadlock'>D</a><td class=S>"));
  EXPECT_THAT(Page, HasSubstr("<li id=b0-0><b class='pill D'>deadlock</b>"));
  EXPECT_THAT(Page, HasSubstr("<a class=go href='#f-1-a'>a.cpp:1 "));
  EXPECT_THAT(Page, HasSubstr("<details class=f id=f-1-a "));
}

TEST(Html, ExcerptsMarkTheLine) {
  std::string Page =
      html(twoFindings(), "one\r\ntwo\n</script><b>\nfour\nfive\nsix\n");
  EXPECT_THAT(Page, HasSubstr("<pre aria-hidden=true><b>1\n</b>2\n3\n</pre>"
                              "<pre>\n<mark>one\n</mark>two\n"
                              "&lt;/script&gt;&lt;b&gt;\n</pre>"));
}

TEST(Html, HostileNamesStayNames) {
  Report R = twoFindings();
  std::string Evil = "\"><script>alert(1)</script>'\xFF";
  R.Findings[0].Message = R.Findings[0].Function = R.Findings[0].Rule = Evil;
  R.Findings[0].Severity = R.Findings[0].Where.File = Evil;
  R.Findings[0].Fingerprint = R.Findings[0].NoFixReason = Evil;
  R.Findings[0].FixDiff = "--- a\n+++ b\n@@ -1 +1 @@\n-" + Evil + "\n+x\n";
  R.Inventory.Matrix[0].Name = R.Inventory.Matrix[0].Form = Evil;
  R.Inventory.Matrix[0].Cells[0].Kind = Evil;
  R.Inventory.Matrix[0].Cells[0].Why = Evil;
  R.Coverage.Missing = {{Evil, Evil}};
  R.Coverage.Unresolved = {{{Evil, 1, 1}, Evil}};
  R.Groups[0].Story = Evil;
  std::string Page = html(R);
  EXPECT_EQ(countOf(Page, "<script>"), 1u);
  EXPECT_EQ(countOf(Page, "\xFF"), 0u);
  EXPECT_THAT(Page, HasSubstr("<del>-&quot;&gt;&lt;script&gt;"));
}

TEST(Html, TheRootIsNotTold) {
  Report R = twoFindings();
  R.Root = "/home/someone/tree";
  R.Coverage.Missing = {{"a.cpp", "/home/someone/tree/x.h:1: error: no"}};
  EXPECT_THAT(html(R), Not(HasSubstr("/home/someone")));
  EXPECT_THAT(html(R), HasSubstr("x.h:1: error: no"));
}

TEST(Html, NothingAtAll) {
  std::string Page = html(Report());
  EXPECT_THAT(Page, HasSubstr("Nothing found in 0 translation units"));
  EXPECT_THAT(Page, HasSubstr("No binding has to do with callbacks."));
  EXPECT_THAT(Page, HasSubstr("Nothing was found."));
}

TEST(Html, FixesAndWhyThereIsNone) {
  Report R = twoFindings();
  R.FixesPlanned = true;
  R.Findings[0].Closure = "c";
  R.Findings[0].FixDiff = "--- a/a.cpp\n+++ b/a.cpp\n@@ -1 +1 @@\n-old\n+new\n";
  R.Findings[1].NoFixReason = "it is in a macro";
  R.Closures.emplace_back();
  R.Closures[0].Id = "c";
  R.Closures[0].Fingerprints = {"1:a", "1:x"};
  std::string Page = html(R);
  EXPECT_THAT(Page, HasSubstr("<del>-old\n</del><ins>+new\n</ins>"));
  EXPECT_THAT(Page, HasSubstr("1 other finding:"));
  EXPECT_THAT(Page, HasSubstr("<h5>No fix</h5><p>it is in a macro</p>"));
}

TEST(Html, WhatDoesNotCountIsMarked) {
  Report R = twoFindings();
  R.Findings[0].Suppression = {"allow", "checked by hand", {"a.cpp", 1, 1}};
  R.Findings[1].BaselineState = BaselineState::Unchanged;
  std::string Page = html(R);
  EXPECT_THAT(Page, HasSubstr("<span class=tag>suppressed</span>"));
  EXPECT_THAT(Page, HasSubstr("checked by hand"));
  EXPECT_THAT(Page, HasSubstr("<span class=tag>in the baseline</span>"));
  EXPECT_THAT(Page, HasSubstr("<select name=status>"));
}

TEST(Html, ManyFindingsShareExcerptsAndArePacked) {
  Report R = twoFindings();
  EXPECT_THAT(html(R, "a\nb\nc\nd\n"), Not(HasSubstr("<a class=x")));
  EXPECT_THAT(html(R), Not(HasSubstr("<noscript>")));
  Finding F = R.Findings[0];
  for (unsigned N = 0; N != 300; ++N) {
    F.Fingerprint = "1:more" + std::to_string(N);
    F.Message = F.Function = "</noscript><script>";
    R.Findings.push_back(F);
  }
  std::string Page = html(R, "a\nb\nc\nd\n");
  EXPECT_EQ(countOf(Page, "<div class=src id=x0 "), 1u);
  EXPECT_EQ(countOf(Page, "<a class=x href='#x0'>"), 302u);
  EXPECT_EQ(countOf(Page, "<noscript>"), 303u);
  EXPECT_EQ(countOf(Page, "</noscript>"), 303u);
}

//===--- Size -------------------------------------------------------------===//

/// A program of 100 files with 50 findings each.
Report large() {
  Report R;
  R.Root = "/src";
  for (unsigned N = 0; N != 5000; ++N) {
    std::string File = "lib/Bindings/File" + std::to_string(N / 50) + ".cpp";
    Finding F = deadlock(File, 10 * (N % 50) + 10, "1:" + std::to_string(N));
    if (N % 3 == 0)
      F.Rule = "gil-lock-order";
    F.FixDiff =
        "--- a\n+++ b\n@@ -1 +1,2 @@\n+  nb::gil_scoped_release release;\n"
        "   mlirRun(x);\n";
    R.Inventory.Matrix.push_back(
        {{File, F.Where.Line + 1, 1},
         "binding" + std::to_string(N),
         "def",
         {{"kind" + std::to_string(N % 30),
           "deadlock",
           "it waits",
           F.Where,
           {F.Fingerprint}},
          {"printer", N % 2 ? "safe" : "guarded", "it is", F.Where, {}}}});
    R.Findings.push_back(std::move(F));
  }
  R.Groups = {{"kind:handler", "'handler' callbacks: they are called."}};
  R.Coverage.TranslationUnits = 100;
  return R;
}

/// How long it takes is measured by bench/reports.
TEST(Html, FiveThousandFindings) {
  Report R = large();
  std::string Source;
  for (unsigned Line = 0; Line != 600; ++Line)
    Source +=
        "    auto value" + std::to_string(Line) + " = mlirRun(context);\n";
  std::string Page = html(R, Source);
  RecordProperty("bytes", std::to_string(Page.size()));
  EXPECT_LT(Page.size(), 25u << 20);
  // For test/browser, which opens it.
  if (const char *File = std::getenv("GIL_AUDIT_LARGE_REPORT"))
    std::ofstream(File, std::ios::binary) << Page;
}

} // namespace
