//===- InventoryTable.cpp - The inventory for people ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Excerpt.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;

namespace {

using Row = std::vector<std::string>;

std::string placeText(const Place &P) {
  return P.File + ":" + std::to_string(P.Line);
}

/// Prints \p Rows, the first of which is the head, in columns.
void printTable(llvm::StringRef Title, std::vector<Row> Rows,
                llvm::raw_ostream &OS) {
  for (Row &R : Rows)
    for (std::string &Cell : R)
      Cell = printable(Cell);
  OS << Title << " (" << Rows.size() - 1 << ")\n";
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (size_t I = 0; I != R.size(); ++I)
      Widths[I] = std::max(Widths[I], R[I].size());
  for (const Row &R : Rows) {
    std::string Line;
    for (size_t I = 0; I != R.size(); ++I)
      Line += "  " + R[I] + std::string(Widths[I] - R[I].size(), ' ');
    OS << llvm::StringRef(Line).rtrim() << '\n';
  }
  OS << '\n';
}

} // namespace

void gilaudit::printInventory(const Inventory &I, llvm::raw_ostream &OS) {
  std::vector<Row> Rows = {
      {"handed over at", "kind", "api", "acquires", "verdict"}};
  for (const CallbackRow &C : I.Callbacks)
    Rows.push_back({placeText(C.Where), C.Kind, C.Api, C.Acquires, C.Verdict});
  printTable("callbacks", Rows, OS);

  Rows = {{"bound at", "name", "form", "verdict", "reaches"}};
  for (const BindingRow &B : I.Bindings)
    Rows.push_back({placeText(B.Where), B.Name, B.Form, B.Verdict,
                    llvm::join(B.Reaches, ", ")});
  printTable("bindings", Rows, OS);

  Rows = {{"called at", "api", "gil", "verdict"}};
  for (const CallRow &C : I.Calls)
    Rows.push_back({placeText(C.Where), C.Api, C.State, C.Verdict});
  printTable("calls", Rows, OS);
}
