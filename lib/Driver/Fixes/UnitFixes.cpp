//===- UnitFixes.cpp - Fixes that stay in one unit ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitFixes.h"
#include "FixReport.h"
#include "gil-audit/Proof.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

void refuse(FixPlan &Plan, Closure &C, const std::string &Why) {
  C.Changes.clear();
  C.Refused = Why;
  for (unsigned F : C.Findings)
    Plan.Findings[F].Reason = Why;
}

/// A file of \p C that is not one of \p Files; empty: there is none.
std::string fileOutside(const Closure &C, const Report &R,
                        const std::set<std::string> &Files) {
  for (const FileChange &Change : C.Changes)
    if (!Files.count(Change.File))
      return Change.File;
  for (unsigned F : C.Findings) {
    std::string File = absoluteBelow(R.Root, R.Findings[F].Where.File);
    if (!Files.count(File))
      return File;
  }
  return "";
}

} // namespace

void gilaudit::attachUnitFixes(Analysis &A, const std::set<std::string> &Files,
                               const FixOptions &Wanted, FileReader Read) {
  Report &R = *A.Result;
  FixPlan Plan = planFixes(*A.Solved, R, Wanted, Read);
  for (Closure &C : Plan.Closures)
    if (std::string File = fileOutside(C, R, Files); !File.empty())
      refuse(Plan, C,
             "it only works together with " + relativeTo(R.Root, File) +
                 ", which this translation unit does not have");
  std::map<unsigned, std::string> Conflicts;
  std::vector<EditedFile> Edited = applyPlan(Plan, Read, Conflicts);
  if (!Conflicts.empty()) {
    for (const auto &[Index, Why] : Conflicts)
      refuse(Plan, Plan.Closures[Index], Why);
    Conflicts.clear();
    Edited = applyPlan(Plan, Read, Conflicts);
  }
  attachFixes(R, Plan, Edited);
  noteReleases(R, Wanted.Condition);
}
