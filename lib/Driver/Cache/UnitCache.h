//===- UnitCache.h - Which units have to be parsed --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CACHE_UNITCACHE_H
#define GIL_AUDIT_LIB_DRIVER_CACHE_UNITCACHE_H

#include "Cache.h"
#include "Units/Extraction.h"

namespace gilaudit {

/// The cache for the units of one run, looked through when it is made. A unit
/// is its index.
class UnitCache {
public:
  /// \p Warning: as Cache.
  UnitCache(llvm::ArrayRef<CompileUnit> Units, const ExtractionOptions &Options,
            std::string &Warning);

  bool exists() const { return Store.exists(); }
  /// The units that nothing is known of, in their order.
  std::vector<size_t> misses() const;
  /// What the cache has; once.
  std::optional<TUFacts> take(size_t Unit) { return std::move(Hits[Unit]); }
  /// See Cache::store; for workers.
  void store(size_t Unit, int64_t Since, ParseInputs Inputs,
             std::string Facts) const;
  void prune() const { Store.prune(); }

private:
  Cache Store;
  std::vector<std::string> Keys; ///< Empty: this unit is not cached.
  std::vector<std::optional<TUFacts>> Hits;
};

} // namespace gilaudit

#endif
