//===- FactsFiles.h - Facts files, one at a time ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_FACTSFILES_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_FACTSFILES_H

#include "gil-audit/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gilaudit {

/// Facts files in the order of sortUnits, whatever order they were named in. A
/// few are in memory at a time.
class FactsFiles {
public:
  /// Looks at the heads of \p Paths for the main files. Fails where one cannot
  /// be read, by the first in the order of \p Paths.
  static llvm::Expected<FactsFiles> find(llvm::ArrayRef<std::string> Paths);

  /// One for each file, sorted.
  std::vector<std::string> mainFiles() const;

  /// Reads all and gives them to \p Take. Fails with the first, in order, that
  /// is malformed; \p Take has had those before it.
  llvm::Error read(llvm::function_ref<void(TUFacts)> Take) const;

private:
  struct Entry {
    std::string MainFile, Path;
  };
  std::vector<Entry> Entries; ///< Sorted by MainFile.
};

} // namespace gilaudit

#endif
