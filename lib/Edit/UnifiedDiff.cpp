//===- UnifiedDiff.cpp - A patch ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LineDiff.h"
#include "gil-audit/Edit.h"
#include <algorithm>

using namespace gilaudit;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

constexpr unsigned Context = 3;

void printLines(llvm::raw_ostream &OS, char Mark, ArrayRef<StringRef> Lines) {
  for (StringRef Line : Lines) {
    OS << Mark << Line;
    if (!Line.ends_with("\n"))
      OS << "\n\\ No newline at end of file\n";
  }
}

/// "12,7": the first line, 1-based, and how many. A range of no lines names the
/// line before it.
void printRange(llvm::raw_ostream &OS, unsigned Begin, unsigned End) {
  OS << (Begin == End ? Begin : Begin + 1) << ',' << End - Begin;
}

class DiffPrinter {
public:
  DiffPrinter(llvm::raw_ostream &OS, const EditedFile &File)
      : OS(OS), Old(linesOf(File.Before)), New(linesOf(File.After)) {}

  void print() {
    std::vector<LineHunk> All = diffLines(Old, New);
    ArrayRef<LineHunk> Rest(All);
    while (!Rest.empty()) {
      // Hunks whose contexts touch are printed as one.
      size_t Count = 1;
      while (Count < Rest.size() &&
             Rest[Count].OldBegin - Rest[Count - 1].OldEnd <= 2 * Context)
        ++Count;
      printTogether(Rest.take_front(Count));
      Rest = Rest.drop_front(Count);
    }
  }

private:
  void printTogether(ArrayRef<LineHunk> Hunks) {
    const LineHunk &First = Hunks.front(), &Last = Hunks.back();
    unsigned Before = std::min(Context, First.OldBegin);
    unsigned After = std::min<unsigned>(Context, Old.size() - Last.OldEnd);
    OS << "@@ -";
    printRange(OS, First.OldBegin - Before, Last.OldEnd + After);
    OS << " +";
    printRange(OS, First.NewBegin - Before, Last.NewEnd + After);
    OS << " @@\n";
    unsigned Line = First.OldBegin - Before;
    for (const LineHunk &H : Hunks) {
      printOld(' ', Line, H.OldBegin);
      printOld('-', H.OldBegin, H.OldEnd);
      printLines(OS, '+',
                 ArrayRef(New).slice(H.NewBegin, H.NewEnd - H.NewBegin));
      Line = H.OldEnd;
    }
    printOld(' ', Line, Line + After);
  }

  void printOld(char Mark, unsigned Begin, unsigned End) {
    printLines(OS, Mark, ArrayRef(Old).slice(Begin, End - Begin));
  }

  llvm::raw_ostream &OS;
  std::vector<StringRef> Old, New;
};

} // namespace

std::string gilaudit::unifiedDiff(const EditedFile &File, StringRef Name) {
  if (File.Before == File.After)
    return "";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  // A tab ends a name that has spaces, as git writes it.
  StringRef NameEnd = Name.contains(' ') ? "\t\n" : "\n";
  OS << "--- a/" << Name << NameEnd << "+++ b/" << Name << NameEnd;
  DiffPrinter(OS, File).print();
  return Text;
}
