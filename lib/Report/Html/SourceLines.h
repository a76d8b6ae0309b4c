//===- SourceLines.h - Files, line by line ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_HTML_SOURCELINES_H
#define GIL_AUDIT_LIB_REPORT_HTML_SOURCELINES_H

#include "gil-audit/Report.h"
#include "llvm/ADT/StringMap.h"

namespace gilaudit::html {

/// Reads each file once.
class SourceLines {
public:
  explicit SourceLines(SourceReader Source) : Source(std::move(Source)) {}

  /// Line number \p Line without its break; nullopt: not to be had.
  std::optional<llvm::StringRef> line(llvm::StringRef File, unsigned Line);

private:
  struct Entry {
    std::string Text;
    std::vector<llvm::StringRef> Lines;
  };
  SourceReader Source;
  llvm::StringMap<Entry> Files;
};

} // namespace gilaudit::html

#endif
