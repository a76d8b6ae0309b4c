//===- CacheEntry.h - One unit's facts as they lie in the cache -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gil-audit-cache/1 KEY CHECKSUM
//   SINCE COUNT
//   KIND SIZE MODIFIED DEVICE INODE HIGH LOW PATH      (COUNT lines)
//   the facts, as in a facts file
//
// The checksum is of the key and of all that is behind the first line: whatever
// happened to a file on the disk, what is read back was written under this key.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CACHE_CACHEENTRY_H
#define GIL_AUDIT_LIB_DRIVER_CACHE_CACHEENTRY_H

#include "gil-audit/Inputs.h"
#include <optional>

namespace gilaudit {

struct CacheEntry {
  int64_t Since = 0; ///< When the stamps were taken; see InputChecker.
  ParseInputs Inputs;
  std::string Facts; ///< As writeFacts made it.
};

/// Nothing where the entry cannot be written down: its inputs are incomplete,
/// or a path has a line break in it.
std::optional<std::string> writeEntry(const CacheEntry &Entry,
                                      llvm::StringRef Key);

/// Nothing for whatever writeEntry did not make for \p Key: truncated, changed,
/// of another version.
std::optional<CacheEntry> readEntry(llvm::StringRef Text, llvm::StringRef Key);

} // namespace gilaudit

#endif
