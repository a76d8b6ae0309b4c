//===- LineDiff.h - The lines that differ -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EDIT_LINEDIFF_H
#define GIL_AUDIT_LIB_EDIT_LINEDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace gilaudit {

/// The lines of \p Text, each with its "\n"; the last may have none.
std::vector<llvm::StringRef> linesOf(llvm::StringRef Text);

/// Lines [OldBegin, OldEnd) are replaced by lines [NewBegin, NewEnd); 0-based.
struct LineHunk {
  unsigned OldBegin, OldEnd, NewBegin, NewEnd;
};

/// What differs, with as few lines as can be; between two hunks is at least
/// one line that both have. In order.
std::vector<LineHunk> diffLines(llvm::ArrayRef<llvm::StringRef> Old,
                                llvm::ArrayRef<llvm::StringRef> New);

} // namespace gilaudit

#endif
