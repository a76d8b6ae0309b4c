//===- Parts.h - The parts of the page --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Page.cpp      head, summary, coverage, rules
//   Filters.cpp   what can be chosen; the other tables of the inventory
//   Matrix.cpp    bindings x kinds of callbacks, as a table and in words
//   Findings.cpp  groups and their findings
//   Witness.cpp   one finding: two threads over time, source, diff
//
// All that the script needs stands in the document: a finding has its rule,
// severity, file and state in data attributes, a cell names its findings.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_HTML_PARTS_H
#define GIL_AUDIT_LIB_REPORT_HTML_PARTS_H

#include "../Sources.h"
#include "Escape.h"
#include <map>
#include <set>

namespace gilaudit::html {

using llvm::StringRef;

/// What all parts share.
class Page {
public:
  Page(const Report &R, const ReportContext &C, llvm::raw_ostream &OS);

  void print();

private:
  // Page.cpp
  void printHead();
  void printSummary();
  void printCoverage();
  void printRules();
  // Filters.cpp
  void printFilters();
  void printInventory();
  // Matrix.cpp
  void printMatrix();
  void printTiles();
  void printMatrixRow(const MatrixRow &Row, size_t Number,
                      const std::vector<std::string> &Kinds);
  void printFindingLinks(const std::vector<std::string> &Fingerprints);
  void printBindings();
  // Findings.cpp
  void printFindings();
  void printGroup(const Group &G, const std::vector<const Finding *> &Members);
  void printFinding(const Finding &F);
  // Witness.cpp
  void printWitness(const Finding &F);
  std::string excerptOf(const Place &P, unsigned Around);
  void printExcerpt(const Place &P, unsigned Around);
  void printSharedExcerpts();
  void printFix(const Finding &F);

  /// Has so much that a browser would feel it.
  bool isLarge() const {
    return R.Findings.size() > 300 || R.Inventory.Matrix.size() > 300;
  }
  std::string placeText(const Place &P) const;
  /// The number of a file, for data attributes and the filter.
  unsigned fileNumber(StringRef File) const {
    return Files.find(File.str())->second;
  }
  /// Without the root: a page tells nothing about the machine it was made on.
  std::string withoutRoot(std::string Text) const;

  const Report &R;
  const ReportContext &C;
  llvm::raw_ostream &OS;
  std::map<std::string, unsigned> Files; ///< Of findings and bindings.
  std::map<std::string, const Finding *> ByFingerprint;
  std::map<const Finding *, std::string> Ids;
  std::map<std::string, const FixClosure *> Closures;
  Sources Text;
  std::vector<std::pair<Place, std::string>> Excerpts; ///< Shared ones.
  std::map<std::string, size_t> ExcerptNumbers;
};

/// "deadlock", "crash" or "unproven": what kind of trouble a rule is about.
StringRef stateOf(const Finding &F);

} // namespace gilaudit::html

#endif
