//===- FixReport.h - Proved fixes, finding by finding -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_FIXES_FIXREPORT_H
#define GIL_AUDIT_LIB_DRIVER_FIXES_FIXREPORT_H

#include "gil-audit/Edit.h"
#include "gil-audit/Fix.h"
#include <string>
#include <vector>

namespace gilaudit {

/// Fills the fix fields of \p R, of which \p Plan was made, in terms of the
/// lines that change in \p Files. Every changed line belongs to a finding at
/// least: all edits of all findings together make Files.
void attachFixes(Report &R, const FixPlan &Plan,
                 llvm::ArrayRef<EditedFile> Files);

/// Likewise for a report with some of the findings of \p Planned, which has
/// been filled: takes them over by fingerprint.
void takeFixes(Report &R, const Report &Planned);

/// Adds what a reader of a release has to know besides its text: what the GIL
/// was good for, and (with a condition) what rests on the user's word.
void noteReleases(Report &R, const std::string &Condition);

/// The fixes of \p R for clang-apply-replacements. \p Read gives the texts that
/// lines and columns are of.
std::vector<ExportedFix> exportedFixes(const Report &R, FileReader Read);

/// The name of \p File in reports: relative to \p Root, absolute outside of it.
std::string relativeTo(llvm::StringRef Root, llvm::StringRef File);
/// The inverse.
std::string absoluteBelow(llvm::StringRef Root, llvm::StringRef File);

} // namespace gilaudit

#endif
