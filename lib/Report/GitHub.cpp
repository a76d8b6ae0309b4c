//===- GitHub.cpp - Annotations of a workflow -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line of the log is one command:
//   ::error file=a.cpp,line=1,col=2,title=rule::message
// GitHub shows ten of each level in a step and forgets the rest without a word;
// so the rest is counted here.
//
//===----------------------------------------------------------------------===//
#include "Order.h"
#include "Paths.h"
#include "Sources.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr unsigned LevelLimit = 10;
constexpr StringRef Levels[] = {"error", "warning", "notice"};
constexpr StringRef Names[] = {"error", "warning", "note"};

std::string escaped(StringRef Text, StringRef Special) {
  std::string Out;
  for (char C : llvm::json::fixUTF8(Text)) {
    if (Special.contains(C))
      Out += "%" + llvm::toHex(StringRef(&C, 1));
    else
      Out += C;
  }
  return Out;
}

/// What stands behind "::".
std::string escapedText(StringRef Text) { return escaped(Text, "%\r\n"); }
/// The value of a property.
std::string escapedProperty(StringRef Text) { return escaped(Text, "%\r\n:,"); }

class Annotations {
public:
  Annotations(const Report &R, const ReportContext &C, llvm::raw_ostream &OS)
      : R(R), OS(OS), Names(R.Root, C.Repository), Texts(C.Source) {}

  Notices print() {
    printMissing();
    // The last of the notices is for the count of what is left out.
    unsigned Left[] = {LevelLimit - !R.Coverage.Missing.empty(), LevelLimit,
                       LevelLimit - 1};
    unsigned Out[] = {0, 0, 0};
    for (const Finding *F :
         mostSevereFirst(R, [](const Finding &F) { return F.counts(); })) {
      unsigned Level = severityRank(*F);
      if (Left[Level] == 0) {
        ++Out[Level];
        continue;
      }
      --Left[Level];
      printFinding(*F, Levels[Level]);
    }
    return tellRest(Out);
  }

private:
  /// One for all: they must not take the places of the findings.
  void printMissing() {
    if (R.Coverage.Missing.empty())
      return;
    std::string Text =
        counted(R.Coverage.Missing.size(), "translation unit") + " not audited";
    for (const NotAudited &N : R.Coverage.Missing)
      Text += "\n" + Names.inRepository(N.File) + ": " + N.Error;
    OS << "::error title=gil-audit::" << escapedText(Text) << '\n';
  }

  void printFinding(const Finding &F, StringRef Level) {
    OS << "::" << Level
       << " file=" << escapedProperty(Names.inRepository(F.Where.File))
       << ",line=" << F.Where.Line << ",col=" << column(F.Where)
       << ",title=" << escapedProperty("gil-audit-" + F.Rule)
       << "::" << escapedText(F.Message);
    for (const WitnessStep &S : F.Witness)
      OS << escapedText("\n" + place(S.Where) + S.Message);
    OS << '\n';
  }

  std::string place(const Place &P) const {
    return P.File.empty() ? ""
                          : Names.inRepository(P.File) + ":" +
                                std::to_string(P.Line) + ": ";
  }

  unsigned column(const Place &P) {
    std::optional<StringRef> Line = Texts.line(P.File, P.Line);
    if (!Line || P.Column == 0)
      return P.Column;
    return utf16Length(Line->take_front(P.Column - 1)) + 1;
  }

  Notices tellRest(llvm::ArrayRef<unsigned> Out) {
    std::vector<std::string> Parts;
    for (unsigned I = 0; I != Out.size(); ++I)
      if (Out[I])
        Parts.push_back(counted(Out[I], ::Names[I]));
    if (Parts.empty())
      return {};
    std::string Text = llvm::join(Parts, ", ") +
                       " without an annotation: GitHub shows no more than " +
                       std::to_string(LevelLimit) +
                       " of a level in a step; the text and the SARIF report "
                       "have all";
    OS << "::notice title=gil-audit::" << escapedText(Text) << '\n';
    return {Text};
  }

  const Report &R;
  llvm::raw_ostream &OS;
  Paths Names;
  Sources Texts;
};

} // namespace

Notices gilaudit::printGitHub(const Report &R, const ReportContext &C,
                              llvm::raw_ostream &OS) {
  return Annotations(R, C, OS).print();
}
