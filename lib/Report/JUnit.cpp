//===- JUnit.cpp - Findings as failed tests -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One suite with a test case for each finding (failed; a note passes, with its
// text as output), for each translation unit that was not audited (an error),
// and for the audit as a whole: a suite without test cases looks like one that
// did not run.
//
//===----------------------------------------------------------------------===//
#include "Paths.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace gilaudit;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

/// Whether XML 1.0 has this letter below U+0080 at all.
bool isXmlAscii(char C) {
  return static_cast<unsigned char>(C) >= 0x20 || C == '\t' || C == '\n' ||
         C == '\r';
}

enum Where { Content, Attribute };

/// \p Text for an attribute in double quotes, or for content. What XML has no
/// way to say is replaced.
std::string xml(StringRef Text, Where Kind) {
  constexpr StringRef Replacement = "\xEF\xBF\xBD";
  std::string Valid = llvm::json::fixUTF8(Text), Out;
  for (StringRef Rest = Valid; !Rest.empty(); Rest = Rest.drop_front()) {
    char C = Rest.front();
    // U+FFFE and U+FFFF are UTF-8 but not XML.
    if (Rest.starts_with("\xEF\xBF\xBE") || Rest.starts_with("\xEF\xBF\xBF")) {
      Out += Replacement;
      Rest = Rest.drop_front(2);
    } else if (C == '&')
      Out += "&amp;";
    else if (C == '<')
      Out += "&lt;";
    else if (C == '>')
      Out += "&gt;";
    else if (C == '"')
      Out += "&quot;";
    else if (C == '\r' || (Kind == Attribute && (C == '\n' || C == '\t')))
      // As they are, a reader makes a line break or a blank of them.
      Out += "&#" + std::to_string(int(C)) + ";";
    else
      Out += isXmlAscii(C) ? StringRef(&C, 1) : Replacement;
  }
  return Out;
}

class TestReport {
public:
  TestReport(const Report &R, const ReportContext &C, raw_ostream &OS)
      : R(R), OS(OS), Names(R.Root, C.Repository) {}

  void print() {
    size_t Shown =
        llvm::count_if(R.Findings, [](const Finding &F) { return F.counts(); });
    size_t Failures = llvm::count_if(R.Findings, [](const Finding &F) {
      return F.counts() && F.Severity != "note";
    });
    size_t Errors = R.Coverage.Missing.size();
    std::string Counts = " tests=\"" + std::to_string(Shown + Errors + 1) +
                         "\" failures=\"" + std::to_string(Failures) +
                         "\" errors=\"" + std::to_string(Errors) + "\"";
    OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << "<testsuites name=\"gil-audit\"" << Counts << ">\n"
       << "  <testsuite name=\"gil-audit\"" << Counts
       << " skipped=\"0\" time=\"0\">\n";
    printWhole();
    for (const NotAudited &N : R.Coverage.Missing)
      printMissing(N);
    for (const Finding &F : R.Findings)
      if (F.counts())
        printFinding(F);
    OS << "  </testsuite>\n</testsuites>\n";
  }

private:
  void open(StringRef Class, StringRef Name, StringRef File) {
    OS << "    <testcase classname=\"" << xml(Class, Attribute) << "\" name=\""
       << xml(Name, Attribute) << '"';
    if (!File.empty())
      OS << " file=\"" << xml(File, Attribute) << '"';
    OS << " time=\"0\">\n";
  }

  void element(StringRef Name, StringRef Attributes, StringRef Text) {
    OS << "      <" << Name << Attributes << '>' << xml(Text, Content) << "</"
       << Name << ">\n    </testcase>\n";
  }

  static std::string attributes(StringRef Message, StringRef Type) {
    return " message=\"" + xml(Message, Attribute) + "\" type=\"" +
           xml(Type, Attribute) + "\"";
  }

  void printWhole() {
    open("gil-audit", "audit", "");
    element("system-out", "", summaryLine(R));
  }

  void printMissing(const NotAudited &N) {
    std::string File = Names.inRepository(N.File);
    open("gil-audit.not-audited", File, File);
    element("error", attributes("not audited", "not-audited"), N.Error);
  }

  void printFinding(const Finding &F) {
    std::string Class = "gil-audit." + F.Rule, Type = "gil-audit-" + F.Rule;
    open(Class, placeText(F.Where) + F.Function,
         Names.inRepository(F.Where.File));
    std::string Text =
        placeText(F.Where) + F.Severity + ": " + F.Message + "\n";
    for (const WitnessStep &S : F.Witness)
      Text += (S.Where.File.empty() ? "" : placeText(S.Where)) +
              "note: " + S.Message + "\n";
    if (F.Severity == "note")
      element("system-out", "", Text);
    else
      element("failure", attributes(F.Message, Type), Text);
  }

  std::string placeText(const Place &P) const {
    return Names.inRepository(P.File) + ":" + std::to_string(P.Line) + ":" +
           std::to_string(P.Column) + ": ";
  }

  const Report &R;
  raw_ostream &OS;
  Paths Names;
};

} // namespace

Notices gilaudit::printJUnit(const Report &R, const ReportContext &C,
                             raw_ostream &OS) {
  TestReport(R, C, OS).print();
  return {};
}
