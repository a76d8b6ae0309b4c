//===- Page.cpp - The report as one page ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file that needs nothing else: the style sheet and the script are in it.
// Its content policy forbids everything else, requests and other scripts
// included, so that not even a fault in what is escaped could do harm.
//
//===----------------------------------------------------------------------===//
#include "Parts.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

using namespace gilaudit;
using namespace gilaudit::html;

/// The files beside this one.
static const char StyleSheet[] = {
#include "report.css.inc"
};
static const char Script[] = {
#include "report.js.inc"
};

static StringRef styleSheet() { return {StyleSheet, sizeof(StyleSheet)}; }
static StringRef script() { return {Script, sizeof(Script)}; }

Page::Page(const Report &R, const ReportContext &C, llvm::raw_ostream &OS)
    : R(R), C(C), OS(OS), Text(C.Source) {
  for (const Finding &F : R.Findings)
    Files[F.Where.File];
  for (const MatrixRow &Row : R.Inventory.Matrix)
    Files[Row.Where.File];
  for (auto [Number, Entry] : llvm::enumerate(Files))
    Entry.second = Number;
  std::set<std::string> Taken;
  for (const Finding &F : R.Findings) {
    ByFingerprint.try_emplace(F.Fingerprint, &F);
    std::string Id = "f-" + idOf(F.Fingerprint);
    while (!Taken.insert(Id).second)
      Id += "-";
    Ids[&F] = Id;
  }
  for (const FixClosure &Closure : R.Closures)
    Closures[Closure.Id] = &Closure;
}

std::string Page::withoutRoot(std::string Text) const {
  if (R.Root.empty() || R.Root == "/")
    return Text;
  const std::string Folder = R.Root + "/";
  for (size_t At; (At = Text.find(Folder)) != std::string::npos;)
    Text.erase(At, Folder.size());
  return Text;
}

std::string Page::placeText(const Place &P) const {
  return path(P.File) + ":" + std::to_string(P.Line);
}

void Page::print() {
  printHead();
  printSummary();
  printFilters();
  printMatrix();
  printFindings();
  printBindings();
  printSharedExcerpts();
  printCoverage();
  printInventory();
  printRules();
  OS << "</main>\n<dialog id=drawer "
        "aria-labelledby=drawer-h></dialog>\n<script>"
     << script() << "</script>\n</html>\n";
}

void Page::printHead() {
  llvm::ArrayRef<uint8_t> Bytes(
      reinterpret_cast<const uint8_t *>(script().data()), script().size());
  OS << "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
     << "<meta http-equiv=Content-Security-Policy content=\"default-src "
        "'none'; "
        "style-src 'unsafe-inline'; script-src 'sha256-"
     << llvm::encodeBase64(llvm::SHA256::hash(Bytes))
     << "'; base-uri 'none'; form-action 'none'\">\n"
     << "<meta name=viewport content='width=device-width, initial-scale=1'>\n"
     << "<meta name=color-scheme content='light dark'>\n"
     << "<title>GIL audit: " << counted(R.Findings.size(), "finding")
     << "</title>\n<style>" << styleSheet() << "</style>\n"
     << "<a class=skip href='#findings'>Skip to the findings</a>\n"
     // What the pictures are drawn with.
     << "<svg width=0 height=0 aria-hidden=true><symbol id=cycle viewBox='0 0 "
        "136 66'><text x=68 y=13>waits for</text><path d='M10 23h114m-8-6 8 "
        "6-8 6'/><text x=68 y=64>wants the GIL</text><path d='M126 "
        "44H12m8-6-8 6 8 6'/></symbol><symbol id=bolt viewBox='0 0 136 "
        "66'><path d='M76 12 52 37h15L56 57l28-27H69z'/></symbol></svg>\n";
}

/// "3 errors, 1 warning"
static std::string severities(const Report &R) {
  std::string Out;
  for (StringRef Severity : {"error", "warning", "note"}) {
    size_t N = llvm::count_if(
        R.Findings, [&](const Finding &F) { return F.Severity == Severity; });
    if (N)
      Out += (Out.empty() ? "" : ", ") + counted(N, Severity);
  }
  return Out.empty() ? "Nothing found" : Out;
}

void Page::printSummary() {
  OS << "<header>\n<h1>GIL audit</h1>\n<p class=lead>" << severities(R)
     << " in " << counted(R.Coverage.TranslationUnits, "translation unit");
  for (const std::string &Release : R.ApiReleases)
    OS << " · " << escape(withoutRoot(Release));
  OS << "</p>\n";
  if (size_t N = R.Coverage.Missing.size())
    OS << "<p class=alert><strong>" << counted(N, "translation unit")
       << "</strong> could not be audited; nothing is said of what is in "
          "there. "
          "<a href='#coverage'>Which, and why</a></p>\n";
  size_t Quiet =
      llvm::count_if(R.Findings, [](const Finding &F) { return !F.counts(); });
  if (Quiet)
    OS << "<p>" << counted(Quiet, "finding")
       << " of these do not count: suppressed, "
       << (R.Change ? "in the baseline, or outside of the change"
                    : "or in the baseline")
       << ".</p>\n";
  OS << "<nav aria-label=Sections><a href='#matrix'>Matrix</a> <a "
        "href='#findings'>Findings</a> <a href='#coverage'>Coverage</a> <a "
        "href='#rules'>Rules</a></nav>\n</header>\n<main>\n";
}

void Page::printCoverage() {
  const Coverage &Seen = R.Coverage;
  OS << "<section id=coverage aria-labelledby=coverage-h>\n<h2 id=coverage-h>"
     << "Coverage</h2>\n<p>"
     << counted(Seen.TranslationUnits, "translation unit") << " audited, "
     << Seen.Missing.size() << " not; " << Seen.Unresolved.size()
     << " unresolved: what the audit could not follow.</p>\n";
  if (!Seen.Missing.empty())
    OS << "<h3>Not audited</h3>\n<ul class=missing>\n";
  for (const NotAudited &N : Seen.Missing)
    OS << "<li><code>" << path(withoutRoot(N.File)) << "</code><br>"
       << escape(withoutRoot(N.Error)) << '\n';
  if (!Seen.Missing.empty())
    OS << "</ul>\n";
  if (!Seen.Unresolved.empty())
    OS << "<details><summary>Unresolved (" << Seen.Unresolved.size()
       << ")</summary>\n<ul>\n";
  for (const UnresolvedRow &U : Seen.Unresolved)
    OS << "<li>" << prose(U.What) << " <span class=at>" << placeText(U.Where)
       << "</span>\n";
  if (!Seen.Unresolved.empty())
    OS << "</ul></details>\n";
  OS << "</section>\n";
}

void Page::printRules() {
  OS << "<section id=rules aria-labelledby=rules-h>\n<h2 "
        "id=rules-h>Rules</h2>\n";
  for (const RuleInfo &I : C.Rules)
    OS << "<section class=rulehelp id='rule-" << idOf(I.Name) << "'><h3><code>"
       << escape(I.Name) << "</code> <small>" << escape(I.Severity)
       << (I.PedanticOnly ? ", with --pedantic" : "")
       << "</small></h3>\n<p class=sum>" << escape(I.Summary) << "</p>\n<p>"
       << escape(I.Why) << "</p>\n<div class=pair><figure><figcaption>"
       << "Reported</figcaption><pre class=bad tabindex=0>" << escape(I.Bad)
       << "</pre></figure><figure><figcaption>Right</figcaption><pre "
          "class=good "
          "tabindex=0>"
       << escape(I.Good) << "</pre></figure></div></section>\n";
  OS << "</section>\n";
}

std::string gilaudit::renderHtml(const Report &R, const ReportContext &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Page(R, C, OS).print();
  return Text;
}
