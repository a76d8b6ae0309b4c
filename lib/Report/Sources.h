//===- Sources.h - The texts that places are in -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_SOURCES_H
#define GIL_AUDIT_LIB_REPORT_SOURCES_H

#include "gil-audit/Report.h"
#include "llvm/ADT/StringMap.h"

namespace gilaudit {

/// Reads each file once, and finds its lines without counting again.
class Sources {
public:
  /// \p Source may be empty: no text is to be had.
  explicit Sources(SourceReader Source) : Source(std::move(Source)) {}

  /// Null: not to be had.
  const std::string *text(llvm::StringRef File);

  /// Line number \p Line, without its line break.
  std::optional<llvm::StringRef> line(llvm::StringRef File, unsigned Line);

  /// The number of the line that has the byte \p Offset, and where it begins.
  /// The end of a text that ends in a line break is a line of its own.
  std::optional<std::pair<unsigned, unsigned>> lineAt(llvm::StringRef File,
                                                      unsigned Offset);

private:
  struct Entry {
    std::optional<std::string> Text;
    std::vector<unsigned> Starts; ///< Of the lines; never empty.
  };
  const Entry *find(llvm::StringRef File);

  SourceReader Source;
  llvm::StringMap<Entry> Files;
};

/// How many UTF-16 code units \p Text takes. A byte that is no UTF-8 counts as
/// one, which is right for the usual encodings of one byte a letter.
unsigned utf16Length(llvm::StringRef Text);

/// How many bytes of \p Text from the start on belong to one name, else to one
/// letter; 0 if it is empty.
unsigned tokenLength(llvm::StringRef Text);

} // namespace gilaudit

#endif
