//===- Diff.h - Unified diffs -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHANGE_DIFF_H
#define GIL_AUDIT_LIB_DRIVER_CHANGE_DIFF_H

#include "LineSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gilaudit {

/// What a diff does to one file.
struct DiffFile {
  std::string Name;      ///< Of the new file, as written, quotes undone.
  bool Prefixed = false; ///< Git has put "b/" or the like in front of it.
  bool Deleted = false;  ///< There is no new file; Name may be the old one.
  bool Whole = false;    ///< All of it is new, or it is binary.
  bool Link = false;     ///< A symbolic link or a submodule: no text.
  LineSet Lines;         ///< Of the new file.
};

/// Reads a unified diff: of git, of diff -u, or of what writes the same. Text
/// around it, such as a commit message, is skipped. Empty text is an empty
/// diff. Fails with "NAME:LINE: what is wrong there".
llvm::Expected<std::vector<DiffFile>> readDiff(llvm::StringRef Text,
                                               llvm::StringRef Name);

} // namespace gilaudit

#endif
