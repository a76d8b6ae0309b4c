//===- Change.h - What --since and --diff ask about -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHANGE_CHANGE_H
#define GIL_AUDIT_LIB_DRIVER_CHANGE_CHANGE_H

#include "Diff.h"
#include "Options/Options.h"
#include "gil-audit/Facts.h"
#include "gil-audit/Finding.h"
#include <map>

namespace gilaudit {

struct ChangedFile {
  bool Whole = false; ///< All of its lines; Lines does not matter.
  LineSet Lines;
  bool touches(unsigned Line) const { return Whole || Lines.touches(Line); }
};

struct Change {
  /// By absolute real path. Only files that exist and have changed lines.
  std::map<std::string, ChangedFile> Files;
  ChangeNote Note; ///< But for its TranslationUnits.

  /// Whether \p Unit reads a file that has changed.
  bool isReadBy(const TUFacts &Unit) const;
};

/// The change that \p O names, which names one. Reads the diff, or asks git.
llvm::Expected<Change> loadChange(const DriverOptions &O, llvm::StringRef Root);

/// Finds the files of \p Diff in \p Folders, the first of which that has one
/// prevails; names are taken with and without their first part. Fails
/// if none is to be found at all.
llvm::Error addDiff(Change &C, llvm::ArrayRef<DiffFile> Diff,
                    llvm::ArrayRef<std::string> Folders);

/// What git says about the work tree that \p Root is in.
struct GitChange {
  std::string Top;  ///< Its folder, absolute.
  std::string Diff; ///< From the revision to the files as they are.
  std::vector<std::string> Untracked; ///< Absolute; ignored ones left out.
};
llvm::Expected<GitChange> askGit(llvm::StringRef Revision,
                                 llvm::StringRef Root);

} // namespace gilaudit

#endif
