//===- Explain.cpp - gil-audit explain ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Explain.h"
#include "Audit.h"
#include "Output.h"
#include "gil-audit/Driver.h"
#include "gil-audit/NearestName.h"
#include "gil-audit/Report.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

int wrongCall(const llvm::Twine &Message) {
  llvm::errs() << "gil-audit: error: " << Message << '\n';
  return WrongCall;
}

int write(const DriverOptions &O,
          llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  if (llvm::Error E = writeOutput(O.Output, Print))
    return wrongCall(llvm::toString(std::move(E)));
  return NothingFound;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Breaks \p Text between words.
void printParagraph(llvm::raw_ostream &OS, StringRef Text) {
  constexpr size_t Width = 79;
  size_t Column = 0;
  for (StringRef Word : llvm::split(Text, ' ')) {
    if (Column && Column + 1 + Word.size() > Width) {
      OS << '\n';
      Column = 0;
    } else if (Column) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Word.size();
  }
  OS << '\n';
}

void printCode(llvm::raw_ostream &OS, StringRef Title, StringRef Code) {
  OS << '\n' << Title << ":\n\n";
  for (StringRef Line : llvm::split(Code.rtrim(), '\n'))
    OS << (Line.empty() ? "" : "    ") << Line << '\n';
}

void printRule(llvm::raw_ostream &OS, const RuleInfo &I) {
  OS << I.Name << " (" << I.Severity
     << (I.PedanticOnly ? ", only with --pedantic" : "") << ")\n\n";
  printParagraph(OS, ("Reports " + I.Summary + ".").str());
  OS << '\n';
  printParagraph(OS, I.Why);
  printCode(OS, "Reported", I.Bad);
  printCode(OS, "Right", I.Good);
  if (!I.Name.ends_with("-suppression"))
    OS << "\nTo accept one finding, in its line or the line before:\n"
          "    // gil-audit: allow("
       << I.Name << ") -- reason\n";
  OS << "\nTo turn it off: --rules=-" << I.Name
     << "\nTo run it alone: --rules=" << I.Name << '\n';
}

const RuleInfo *findRule(StringRef Name) {
  Name.consume_front("gil-audit-"); // As findings print it.
  for (const Rule *R : allRules())
    if (R->info().Name == Name)
      return &R->info();
  return nullptr;
}

int unknownRule(StringRef Name) {
  std::vector<StringRef> Names;
  for (const Rule *R : allRules())
    Names.push_back(R->info().Name);
  std::string Best = nearestName(Name, Names);
  return wrongCall("'" + Name + "' is no rule and no fingerprint" +
                   (Best.empty() ? "; --list-rules names the rules"
                                 : "; did you mean '" + Best + "'?"));
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// "1:0123456789abcdef", the version optional, the end too.
bool looksLikeFingerprint(StringRef Name) {
  StringRef Hex = Name.contains(':') ? Name.split(':').second : Name;
  return Hex.size() >= 6 && llvm::all_of(Hex, llvm::isHexDigit);
}

bool isFactsFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFileSlice(Path, 64, 0);
  return Buffer && (*Buffer)->getBuffer().contains("gil-audit-facts/");
}

TextOptions fullText(const DriverOptions &O, const Report &R) {
  TextOptions T;
  T.RepeatNotes = true;
  T.Quiet = true; // The group's story follows; the summary is not the subject.
  T.Colour = O.Colour == ColourMode::Always ||
             (O.Colour == ColourMode::Auto && isTerminal(O.Output));
  T.Source = readSourcesBelow(R.Root);
  return T;
}

void printGroupOf(llvm::raw_ostream &OS, const Finding &F, const Report &R) {
  for (const Group &G : R.Groups)
    if (G.Id == F.Group)
      OS << "\nIts group: " << G.Story << '\n';
  for (const Finding &Other : R.Findings)
    if (!F.Group.empty() && Other.Group == F.Group && &Other != &F)
      OS << "  also " << Other.Where.File << ':' << Other.Where.Line << ':'
         << Other.Where.Column << " (" << Other.Fingerprint << ")\n";
}

void printFinding(llvm::raw_ostream &OS, const Finding &F, const Report &R,
                  const DriverOptions &O) {
  Report One;
  One.Findings = {F};
  // Only what counts is printed.
  One.Findings[0].Suppression.reset();
  One.Findings[0].BaselineState = BaselineState::None;
  One.Findings[0].OutsideChange = false;
  printText(One, OS, fullText(O, R));
  auto Line = [&](StringRef Name, StringRef Value) {
    if (!Value.empty())
      OS << Name << ": " << Value << '\n';
  };
  OS << '\n';
  Line("function", F.Function);
  Line("API function", F.Api);
  Line("kind of callback", F.Kind);
  Line("basis", F.Assumed
                    ? "assumed: a registration by the API's own bindings, "
                      "or --assume-registered"
                    : "registered: code that was audited");
  Line("fingerprint", F.Fingerprint);
  if (F.BaselineState == BaselineState::Unchanged)
    Line("baseline", "known: it does not count");
  if (R.Change)
    Line("change", F.OutsideChange ? "it is outside: it does not count"
                                   : "it lies in it");
  if (F.Suppression)
    Line("suppressed", F.Suppression->Where.File + ":" +
                           std::to_string(F.Suppression->Where.Line) + ": " +
                           F.Suppression->Kind + " " +
                           F.Suppression->Justification);
  printGroupOf(OS, F, R);
  OS << "\nThe rule: gil-audit explain " << F.Rule << '\n';
}

int explainFinding(StringRef Name, const DriverOptions &O) {
  bool Facts = !O.Inputs.empty() && llvm::all_of(O.Inputs, isFactsFile);
  llvm::Expected<Report> R = Facts ? auditFacts(O) : auditUnits(O);
  if (!R)
    return wrongCall(llvm::toString(R.takeError()));
  std::vector<const Finding *> Found = findByFingerprint(*R, Name);
  if (Found.empty())
    return wrongCall("no finding has the fingerprint '" + Name +
                     "' (--format=json prints them); " +
                     StringRef(summaryLine(*R)).split(": ").second);
  if (Found.size() > 1)
    return wrongCall("'" + Name + "' is the start of " +
                     llvm::Twine(Found.size()) +
                     " fingerprints: " + Found[0]->Fingerprint + ", " +
                     Found[1]->Fingerprint + (Found.size() > 2 ? ", ..." : ""));
  return write(O, [&](llvm::raw_ostream &OS) {
    printFinding(OS, *Found.front(), *R, O);
  });
}

} // namespace

std::vector<const Finding *> gilaudit::findByFingerprint(const Report &R,
                                                         StringRef Name) {
  std::vector<const Finding *> Found;
  for (const Finding &F : R.Findings) {
    StringRef Whole = F.Fingerprint, Hash = Whole.split(':').second;
    if (Whole == Name || Hash == Name)
      return {&F};
    if (Whole.starts_with(Name) || Hash.starts_with(Name))
      Found.push_back(&F);
  }
  return Found;
}

bool gilaudit::explainsFinding(const DriverOptions &O) {
  return !O.Inputs.empty() && !findRule(O.Inputs.front()) &&
         looksLikeFingerprint(O.Inputs.front());
}

int gilaudit::explain(const DriverOptions &O) {
  if (O.Inputs.empty())
    return wrongCall("explain: want a rule or a fingerprint");
  StringRef Subject = O.Inputs.front();
  if (const RuleInfo *Info = findRule(Subject)) {
    if (O.Inputs.size() > 1)
      return wrongCall("explain: want one rule, got '" + O.Inputs[1] + "' too");
    return write(O, [&](llvm::raw_ostream &OS) { printRule(OS, *Info); });
  }
  if (!looksLikeFingerprint(Subject))
    return unknownRule(Subject);
  DriverOptions Rest = O;
  Rest.Inputs.erase(Rest.Inputs.begin());
  return explainFinding(Subject, Rest);
}
