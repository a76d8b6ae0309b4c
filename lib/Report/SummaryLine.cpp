//===- SummaryLine.cpp - A run in one line --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

size_t countOf(const Report &R, StringRef Severity) {
  return llvm::count_if(R.Findings, [&](const Finding &F) {
    return F.counts() && F.Severity == Severity;
  });
}

/// "2 errors, 1 warning"
std::string found(const Report &R) {
  std::vector<std::string> Parts;
  for (StringRef Severity : {"error", "warning", "note"})
    if (size_t N = countOf(R, Severity))
      Parts.push_back(counted(N, Severity));
  if (!Parts.empty())
    return llvm::join(Parts, ", ");
  std::string Nothing = R.Baseline ? "nothing new" : "nothing found";
  return Nothing + (R.Change ? " in the change" : "");
}

/// "baseline: 89 unchanged (2 in other files), 3 fixed"
std::string baselinePart(const Report &R) {
  size_t Unchanged = llvm::count_if(R.Findings, [](const Finding &F) {
    return F.BaselineState == BaselineState::Unchanged;
  });
  const BaselineComparison &B = *R.Baseline;
  std::string Text = "baseline: " + std::to_string(Unchanged) + " unchanged";
  if (B.Moved)
    Text += " (" + std::to_string(B.Moved) + " in other files)";
  Text += ", " + std::to_string(B.Fixed.size()) + " fixed";
  if (!B.NotLooked.empty())
    Text += ", " + std::to_string(B.NotLooked.size()) + " not looked for";
  return Text;
}

/// "changed since HEAD~1: 2 files, read by 1 translation unit; 3 findings
/// outside of the change are not shown"
std::string changePart(const Report &R) {
  const ChangeNote &C = *R.Change;
  std::string Text = !C.Since.empty() ? "changed since " + C.Since
                     : C.Diff == "-"  ? "changed by standard input"
                                      : "changed by " + C.Diff;
  Text += C.Files ? ": " + counted(C.Files, "file") + ", read by " +
                        counted(C.TranslationUnits, "translation unit")
                  : ": nothing";
  if (size_t N = C.NotFound.size())
    Text += ", " + counted(N, "file") + " not found";
  size_t Outside = llvm::count_if(R.Findings, [](const Finding &F) {
    return F.OutsideChange && F.countsAnywhere();
  });
  if (Outside)
    Text += "; " + counted(Outside, "finding") + " outside of the change " +
            (Outside == 1 ? "is" : "are") + " not shown";
  return Text;
}

} // namespace

std::string gilaudit::summaryLine(const Report &R) {
  std::string Line = "gil-audit: " + found(R) + " in " +
                     counted(R.Coverage.TranslationUnits, "translation unit");
  if (size_t N = R.Coverage.Missing.size())
    Line += ", " + std::to_string(N) + " not audited";
  if (size_t N = R.Coverage.Unresolved.size())
    Line += ", " + std::to_string(N) + " unresolved";
  if (size_t N = llvm::count_if(R.Findings, [](const Finding &F) {
        return F.Suppression.has_value();
      }))
    Line += ", " + std::to_string(N) + " suppressed";
  if (R.Filtered)
    Line += ", " + std::to_string(R.Filtered) + " in excluded files";
  if (R.Baseline)
    Line += "; " + baselinePart(R);
  if (R.Change)
    Line += "; " + changePart(R);
  for (const std::string &Release : R.ApiReleases)
    Line += "; " + Release;
  return Line + "; root " + R.Root;
}

std::string gilaudit::baselineSummary(const Report &R) {
  std::string Text;
  if (R.Baseline)
    for (const BaselineEntry &E : R.Baseline->Fixed)
      Text += E.File + ": fixed since the baseline: in '" + E.Function +
              "': " + E.Message + " [gil-audit-" + E.Rule + "]\n";
  return Text;
}
