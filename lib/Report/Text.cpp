//===- Text.cpp - Reports for people --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Excerpt.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <tuple>

using namespace gilaudit;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

class TextPrinter {
public:
  TextPrinter(const Report &R, raw_ostream &OS, const TextOptions &O)
      : R(R), OS(OS), O(O), Source(O.Source) {}

  void print() {
    for (const Group &G : R.Groups)
      printGroup(G);
    printUngrouped();
    if (O.ShowInventory)
      printInventory(R.Inventory, OS);
    if (O.ShowUnresolved)
      for (const UnresolvedRow &U : R.Coverage.Unresolved)
        printLine(U.Where, "remark", "not followed: " + U.What);
    if (O.Quiet)
      return;
    for (const NotAudited &N : R.Coverage.Missing)
      OS << printable(N.File) << ": not audited: " << N.Error << '\n';
    OS << baselineSummary(R) << fixSummary(R) << summaryLine(R) << '\n';
  }

private:
  /// The story once, then its places.
  void printGroup(const Group &G) {
    std::vector<const Finding *> Members;
    for (const Finding &F : R.Findings)
      if (F.counts() && F.Group == G.Id)
        Members.push_back(&F);
    if (Members.empty())
      return;
    if (!O.Quiet) {
      setColour(raw_ostream::SAVEDCOLOR);
      OS << "== " << printable(G.Story) << " ("
         << counted(Members.size(), "place") << ")\n";
      resetColour();
    }
    Told.clear();
    for (const Finding *F : Members)
      printFinding(*F);
    if (!O.Quiet)
      OS << '\n';
  }

  void printUngrouped() {
    std::set<StringRef> Ids;
    for (const Group &G : R.Groups)
      Ids.insert(G.Id);
    for (const Finding &F : R.Findings)
      if (F.counts() && !Ids.count(F.Group)) {
        Told.clear();
        printFinding(F);
      }
  }

  void printFinding(const Finding &F) {
    printLine(F.Where, F.Severity, F.Message + " [gil-audit-" + F.Rule + "]");
    printFixes(F);
    for (const WitnessStep &S : F.Witness) {
      bool New =
          Told.insert({S.Where.File, S.Where.Line, S.Where.Column, S.Message})
              .second;
      if (New || O.RepeatNotes)
        printLine(S.Where, "note", S.Message);
    }
  }

  void printFixes(const Finding &F) {
    StringRef In = F.Where.File;
    for (const FixEdit &E : F.Fixes) {
      if (E.File != In)
        OS << "      | in " << printable(E.File) << ":\n";
      In = E.File;
      Source.printEdit(E, OS, O.Colour);
    }
    if (O.Fixits)
      OS << O.Fixits(F);
    if (!F.NoFixReason.empty())
      printHead(F.Where, "note", "no fix: " + F.NoFixReason);
  }

  /// "file:1:2: word: message", and the source line.
  void printLine(const Place &P, StringRef Word, StringRef Message) {
    printHead(P, Word, Message);
    Source.print(P, OS, O.Colour);
  }

  void printHead(const Place &P, StringRef Word, const llvm::Twine &Message) {
    setColour(raw_ostream::SAVEDCOLOR);
    if (!P.File.empty())
      OS << printable(P.File) << ':' << P.Line << ':' << P.Column << ": ";
    setColour(colourOf(Word));
    OS << Word << ": ";
    resetColour();
    OS << printable(Message.str()) << '\n';
  }

  static raw_ostream::Colors colourOf(StringRef Word) {
    if (Word == "error")
      return raw_ostream::RED;
    return Word == "warning" ? raw_ostream::MAGENTA : raw_ostream::CYAN;
  }
  void setColour(raw_ostream::Colors C) {
    if (O.Colour)
      OS.changeColor(C, /*Bold=*/true);
  }
  void resetColour() {
    if (O.Colour)
      OS.resetColor();
  }

  const Report &R;
  raw_ostream &OS;
  const TextOptions &O;
  Excerpts Source;
  /// The notes of the current group that were printed.
  std::set<std::tuple<StringRef, unsigned, unsigned, StringRef>> Told;
};

} // namespace

void gilaudit::printText(const Report &R, raw_ostream &OS,
                         const TextOptions &O) {
  if (O.Colour)
    OS.enable_colors(true);
  TextPrinter(R, OS, O).print();
}
