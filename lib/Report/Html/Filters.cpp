//===- Filters.cpp - What can be chosen, and the other tables -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The filters do nothing without the script, which is what shows them.
//
//===----------------------------------------------------------------------===//
#include "Parts.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using namespace gilaudit::html;

/// One <select>: all, or one of \p Counts.
static void printSelect(StringRef Name, StringRef Label, StringRef All,
                        const std::map<std::string, unsigned> &Counts,
                        llvm::raw_ostream &OS) {
  OS << "<label>" << Label << " <select name=" << Name << "><option value=''>"
     << All << "</option>";
  for (const auto &[Value, N] : Counts)
    OS << "<option value=\"" << escape(Value) << "\">" << escape(Value) << " ("
       << N << ")</option>";
  OS << "</select></label>\n";
}

void Page::printFilters() {
  std::map<std::string, unsigned> Rules, Severities;
  std::vector<unsigned> InFile(Files.size());
  bool Quiet = false;
  for (const Finding &F : R.Findings) {
    ++Rules[F.Rule];
    ++Severities[F.Severity];
    ++InFile[fileNumber(F.Where.File)];
    Quiet |= !F.counts();
  }
  OS << "<form id=filters role=search aria-label='Filter bindings and "
        "findings'>\n";
  printTiles();
  OS << "<div class=bar hidden>\n<label class=grow>Text <input type=search "
        "name=text autocomplete=off spellcheck=false placeholder='name, file, "
        "API …'></label>\n";
  printSelect("rule", "Rule", "all rules", Rules, OS);
  printSelect("severity", "Severity", "all", Severities, OS);
  OS << "<label>File <select name=file><option value=''>all files</option>";
  for (const auto &[Name, Number] : Files)
    OS << "<option value=" << Number << ">" << escape(Name) << " ("
       << InFile[Number] << ")</option>";
  OS << "</select></label>\n";
  if (Quiet)
    OS << "<label>Status <select name=status><option value=''>all</option>"
          "<option value=counts>counting</option><option value=quiet>"
          "not counting</option></select></label>\n";
  OS << "<output aria-live=polite></output>\n<button "
        "type=reset>Reset</button></div>\n</form>\n";
}

void Page::printInventory() {
  const Inventory &I = R.Inventory;
  OS << "<section id=inventory aria-labelledby=inventory-h>\n<h2 "
        "id=inventory-h>Inventory</h2>\n<details><summary>Callbacks that are "
        "handed over ("
     << I.Callbacks.size()
     << ")</summary>\n<div class=scroll tabindex=0><table "
     << "class=inv><thead><tr><th scope=col>Where<th scope=col>Kind<th "
        "scope=col>Function<th scope=col>Acquires<th scope=col>Verdict\n";
  for (const CallbackRow &Row : I.Callbacks)
    OS << "<tr><td class=at>" << placeText(Row.Where) << "<td>"
       << escape(Row.Kind) << "<td><code>" << escape(Row.Api) << "</code><td>"
       << escape(Row.Acquires) << "<td>" << prose(Row.Verdict) << '\n';
  OS << "</table></div></details>\n<details><summary>Calls that wait, lock or "
        "call back ("
     << I.Calls.size() << ")</summary>\n<div class=scroll tabindex=0><table "
     << "class=inv><thead><tr><th scope=col>Where<th scope=col>Function<th "
        "scope=col>GIL<th scope=col>Verdict\n";
  for (const CallRow &Row : I.Calls)
    OS << "<tr><td class=at>" << placeText(Row.Where) << "<td><code>"
       << escape(Row.Api) << "</code><td>" << escape(Row.State) << "<td>"
       << prose(Row.Verdict) << '\n';
  OS << "</table></div></details>\n</section>\n";
}
