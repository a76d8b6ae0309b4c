//===- Summary.cpp - How many findings ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <map>

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr StringRef Severities[] = {"error", "warning", "note"};
using Counts = std::array<unsigned, std::size(Severities)>;

void printRow(llvm::raw_ostream &OS, StringRef Name, const Counts &C) {
  OS << llvm::formatv("{0,-24} {1,8} {2,8} {3,8}\n", Name, C[0], C[1], C[2]);
}

} // namespace

void gilaudit::printSummary(const Report &R, llvm::raw_ostream &OS) {
  std::map<StringRef, Counts> ByRule; // Sorted by name, as everywhere.
  Counts Total = {};
  for (const Finding &F : R.Findings)
    for (size_t I = 0; I != std::size(Severities); ++I)
      if (F.counts() && F.Severity == Severities[I]) {
        ++ByRule[F.Rule][I];
        ++Total[I];
      }
  OS << llvm::formatv("{0,-24} {1,8} {2,8} {3,8}\n", "rule", "errors",
                      "warnings", "notes");
  for (const auto &[Rule, C] : ByRule)
    printRow(OS, Rule, C);
  printRow(OS, "total", Total);
  OS << '\n';
  for (const NotAudited &N : R.Coverage.Missing)
    OS << N.File << ": not audited: " << N.Error << '\n';
  OS << baselineSummary(R) << summaryLine(R) << '\n';
}
