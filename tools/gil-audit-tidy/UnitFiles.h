//===- UnitFiles.h - Places of a report in a parsed unit --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TOOLS_TIDY_UNITFILES_H
#define GIL_AUDIT_TOOLS_TIDY_UNITFILES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>

namespace gilaudit {

/// The files that one unit read, by the names that facts have for them.
class UnitFiles {
public:
  /// \p SM is that of a unit that is parsed, and must outlive this.
  explicit UnitFiles(clang::SourceManager &SM);

  const std::string &mainFile() const { return MainFile; }
  /// Those that are no system headers, the main file left out.
  std::set<std::string> userHeaders() const;

  /// A place or an offset in \p File (absolute, real). Invalid: the unit has no
  /// such file.
  clang::SourceLocation at(llvm::StringRef File, unsigned Line,
                           unsigned Column) const;
  clang::SourceLocation at(llvm::StringRef File, unsigned Offset) const;

  /// The text that was parsed; of other files the one on disk.
  llvm::Expected<std::string> read(llvm::StringRef File) const;

private:
  clang::SourceManager &SM;
  std::string MainFile;
  llvm::StringMap<clang::FileID> Ids;
};

} // namespace gilaudit

#endif
