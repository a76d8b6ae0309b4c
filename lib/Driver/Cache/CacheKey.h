//===- CacheKey.h - What the facts of a unit depend on ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CACHE_CACHEKEY_H
#define GIL_AUDIT_LIB_DRIVER_CACHE_CACHEKEY_H

#include "Units/Extraction.h"

namespace gilaudit {

/// Names the cache entries of one run: everything that facts depend on apart
/// from files that the parser reads.
class CacheKeys {
public:
  /// What all units have in common: this program, the Clang that it is linked
  /// to, the models, the root, options of the extraction, the environment.
  /// Fails if a model file cannot be read.
  static llvm::Expected<CacheKeys> create(const ExtractionOptions &Options,
                                          llvm::ArrayRef<std::string> Models);

  /// For one unit with its adjusted command line: 40 hexadecimal digits.
  std::string of(const CompileUnit &Unit,
                 llvm::ArrayRef<std::string> Command) const;

private:
  std::string Common;
};

} // namespace gilaudit

#endif
