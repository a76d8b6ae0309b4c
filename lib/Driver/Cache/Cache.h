//===- Cache.h - Facts of earlier runs --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file for each unit, named by its key (CacheKey.h). Several runs may use
// one folder at once: entries are replaced as a whole, and one that is not
// exactly what was written is no entry. Nothing here fails: without a cache
// everything is a miss.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CACHE_CACHE_H
#define GIL_AUDIT_LIB_DRIVER_CACHE_CACHE_H

#include "InputChecker.h"
#include "gil-audit/Facts.h"
#include <vector>

namespace gilaudit {

/// Where the cache is if nobody says otherwise; empty: no home folder.
std::string defaultCacheFolder();

class Cache {
public:
  /// No cache.
  Cache() = default;
  /// Makes the folder, unless it is there. If nothing can be written there, the
  /// reason goes to \p Warning; what can be read is used all the same.
  Cache(llvm::StringRef Folder, std::string &Warning);

  bool exists() const { return !Folder.empty(); }

  /// The facts of the unit, if nothing that they depend on has changed.
  std::optional<TUFacts> find(llvm::StringRef Key);

  /// \p Inputs and \p Facts (as writeFacts made it) of a parse that began at
  /// \p Since. Needs no more than the folder: workers may call it.
  void store(llvm::StringRef Key, int64_t Since, ParseInputs Inputs,
             std::string Facts) const;

  /// Takes out what was not used for 30 days, and more of the oldest if there
  /// are more than \p MostBytes.
  void prune(uint64_t MostBytes = uint64_t(2) << 30) const;

private:
  std::string path(llvm::StringRef Key) const;
  void write(llvm::StringRef Key, llvm::StringRef Text) const;

  std::string Folder;
  bool Writable = false;
  int64_t Started = timeNow(); ///< Before the checker looks at anything.
  InputChecker Checker;
};

} // namespace gilaudit

#endif
