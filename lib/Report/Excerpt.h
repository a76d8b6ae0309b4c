//===- Excerpt.h - Source lines with a caret --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_EXCERPT_H
#define GIL_AUDIT_LIB_REPORT_EXCERPT_H

#include "Sources.h"

namespace gilaudit {

/// \p Text without what a terminal, or a service that reads its lines, would
/// obey: other controls than tabs are "<1B>", as Clang prints them; bytes that
/// are no UTF-8 are replaced.
std::string printable(llvm::StringRef Text);

/// The source lines of a report's places. Reads each file once.
class Excerpts {
public:
  /// \p Source may be empty.
  explicit Excerpts(SourceReader Source) : Files(std::move(Source)) {}

  /// Prints "  12 | text" and "     | ^" for \p P; nothing if the line is not
  /// to be had.
  void print(const Place &P, llvm::raw_ostream &OS, bool Colour);

  /// Prints the lines that \p E takes away and those that it puts there, as a
  /// diff without context; only the latter if the file is not to be had.
  void printEdit(const FixEdit &E, llvm::raw_ostream &OS, bool Colour);

private:
  Sources Files;
};

} // namespace gilaudit

#endif
