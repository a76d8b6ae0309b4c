//===- Matrix.cpp - Bindings against kinds of callbacks -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Twice: as a table, whose cells are links, and in words, where they lead.
//
//===----------------------------------------------------------------------===//
#include "Parts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include <utility>

using namespace gilaudit;
using namespace gilaudit::html;

namespace {

struct StateInfo {
  StringRef Name, Letter, Meaning;
};

/// From the worst to the harmless; the letters are classes of report.css too.
constexpr StateInfo States[] = {
    {"deadlock", "D",
     "the call waits, with the GIL held, for someone who needs it"},
    {"crash", "C", "Python is touched without the GIL"},
    {"unproven", "U", "it depends on what the audit cannot see"},
    {"guarded", "G",
     "the GIL would be missing or in the way; a guard sees to it"},
    {"safe", "S",
     "nothing there needs the GIL, or the caller's thread holds it"},
};

size_t rankOf(StringRef State) {
  for (size_t I = 0; I != std::size(States); ++I)
    if (States[I].Name == State)
      return I;
  return std::size(States) - 1;
}

StringRef titleOf(StringRef Kind) { return Kind.empty() ? "own code" : Kind; }

/// The kinds that some binding has to do with: what can go wrong comes first,
/// and most often.
std::vector<std::string> columnsOf(const std::vector<MatrixRow> &Rows) {
  std::map<std::string, std::vector<unsigned>> Counts;
  for (const MatrixRow &Row : Rows)
    for (const MatrixCell &Cell : Row.Cells) {
      std::vector<unsigned> &N = Counts[Cell.Kind];
      N.resize(std::size(States));
      ++N[rankOf(Cell.State)];
    }
  std::vector<std::string> Kinds;
  for (const auto &[Kind, N] : Counts)
    Kinds.push_back(Kind);
  llvm::stable_sort(Kinds, [&](const std::string &A, const std::string &B) {
    return Counts[A] > Counts[B];
  });
  return Kinds;
}

const MatrixCell *cellOf(const MatrixRow &Row, StringRef Kind) {
  for (const MatrixCell &Cell : Row.Cells)
    if (Cell.Kind == Kind)
      return &Cell;
  return nullptr;
}

size_t worstOf(const MatrixRow &Row) {
  size_t Worst = std::size(States) - 1;
  for (const MatrixCell &Cell : Row.Cells)
    Worst = std::min(Worst, rankOf(Cell.State));
  return Worst;
}

/// The letters of all states that are in the row.
std::string lettersOf(const MatrixRow &Row) {
  std::string Letters;
  for (const StateInfo &S : States)
    if (llvm::any_of(Row.Cells, [&](const MatrixCell &Cell) {
          return Cell.State == S.Name;
        }))
      Letters += S.Letter;
  return Letters;
}

} // namespace

void Page::printTiles() {
  std::vector<unsigned> Counts(std::size(States));
  for (const MatrixRow &Row : R.Inventory.Matrix)
    ++Counts[worstOf(Row)];
  OS << "<fieldset class=tiles><legend>Bindings by their worst cell"
        "</legend>\n";
  for (size_t I = 0; I != std::size(States); ++I)
    OS << "<label class='tile " << States[I].Letter << "'><input type=checkbox "
       << "name=state value=" << States[I].Letter << " checked hidden><b>"
       << Counts[I] << "</b><span><i aria-hidden=true>" << States[I].Letter
       << "</i>" << States[I].Name << "</span><small>" << States[I].Meaning
       << "</small></label>\n";
  OS << "</fieldset>\n";
}

void Page::printMatrixRow(const MatrixRow &Row, size_t Number,
                          const std::vector<std::string> &Kinds) {
  OS << "<tr data-f=" << fileNumber(Row.Where.File)
     << " data-t=" << lettersOf(Row) << " data-b=" << Number
     << "><th scope=row><a href='#b" << Number << "'>" << escape(Row.Name)
     << "</a> <small>" << Row.Where.Line << "</small>";
  size_t Gap = 0;
  for (size_t K = 0; K != Kinds.size(); ++K) {
    const MatrixCell *Cell = cellOf(Row, Kinds[K]);
    // Most cells of a large matrix are empty: one element for all in a row.
    if (!Cell && isLarge()) {
      ++Gap;
      continue;
    }
    if (Gap)
      OS << "<td colspan=" << std::exchange(Gap, 0) << '>';
    if (!Cell) {
      OS << "<td>";
      continue;
    }
    const StateInfo &S = States[rankOf(Cell->State)];
    OS << "<td class=" << S.Letter << "><a href='#b" << Number << '-' << K
       << "' aria-label='" << S.Name << "'>" << S.Letter << "</a>";
  }
  if (Gap)
    OS << "<td colspan=" << Gap << '>';
  OS << '\n';
}

void Page::printMatrix() {
  const std::vector<MatrixRow> &Rows = R.Inventory.Matrix;
  OS << "<section id=matrix aria-labelledby=matrix-h>\n<h2 "
        "id=matrix-h>Bindings "
        "and the callbacks they meet</h2>\n";
  if (Rows.empty()) {
    OS << "<p class=empty>No binding has to do with "
          "callbacks.</p>\n</section>\n";
    return;
  }
  std::vector<std::string> Kinds = columnsOf(Rows);
  OS << "<p>A row is a function that Python can call, a column a kind of "
        "callback that native code runs. Choose a cell to see why.</p>\n"
     << "<div class=scroll role=region tabindex=0 aria-labelledby=matrix-h>\n"
     << "<table class=mx>\n<thead><tr><th scope=col>Binding";
  for (const std::string &Kind : Kinds)
    OS << "<th scope=col><span>" << escape(titleOf(Kind)) << "</span>";
  OS << "\n</thead>\n";
  StringRef File;
  for (size_t I = 0; I != Rows.size(); ++I) {
    if (I == 0 || Rows[I].Where.File != File) {
      File = Rows[I].Where.File;
      OS << "<tbody><tr class=file><th colspan=" << Kinds.size() + 1
         << " scope=rowgroup><span>" << path(File) << "</span>\n";
    }
    printMatrixRow(Rows[I], I, Kinds);
  }
  OS << "</table></div>\n<p class=empty id=norow hidden>No binding passes the "
        "filters.</p>\n</section>\n";
}

/// Links to findings, as numbers.
void Page::printFindingLinks(const std::vector<std::string> &Fingerprints) {
  for (const std::string &Fingerprint : Fingerprints) {
    auto It = ByFingerprint.find(Fingerprint);
    if (It == ByFingerprint.end())
      continue;
    const Finding &F = *It->second;
    OS << " <a class=go href='#" << Ids[&F] << "'>"
       << escape(llvm::sys::path::filename(F.Where.File)) << ':' << F.Where.Line
       << " <span class=rule>" << escape(F.Rule) << "</span></a>";
  }
}

void Page::printBindings() {
  const std::vector<MatrixRow> &Rows = R.Inventory.Matrix;
  if (Rows.empty())
    return;
  std::vector<std::string> Kinds = columnsOf(Rows);
  OS << "<section id=words aria-labelledby=words-h>\n<h2 id=words-h>The matrix "
        "in words</h2>\n";
  for (size_t I = 0; I != Rows.size(); ++I) {
    const MatrixRow &Row = Rows[I];
    OS << "<section class=b id=b" << I << "><h3><code>" << escape(Row.Name)
       << "</code> <small>" << escape(Row.Form) << ", " << placeText(Row.Where)
       << "</small></h3>\n"
       << (isLarge() ? "<noscript>" : "") << "<ul>\n";
    for (size_t K = 0; K != Kinds.size(); ++K)
      if (const MatrixCell *Cell = cellOf(Row, Kinds[K])) {
        const StateInfo &S = States[rankOf(Cell->State)];
        OS << "<li id=b" << I << '-' << K << "><b class='pill " << S.Letter
           << "'>" << S.Name << "</b> <code>" << escape(titleOf(Cell->Kind))
           << "</code>: " << prose(withoutRoot(Cell->Why)) << " <span class=at>"
           << placeText(Cell->Where) << "</span>";
        printFindingLinks(Cell->Findings);
        OS << '\n';
      }
    OS << "</ul>" << (isLarge() ? "</noscript>" : "") << "</section>\n";
  }
  OS << "</section>\n";
}
