//===- Paths.h - File names for services ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report names files relative to its root, which may be any folder. Services
// that show findings beside the code want names relative to the repository.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_PATHS_H
#define GIL_AUDIT_LIB_REPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gilaudit {

class Paths {
public:
  /// \p Root is \p Repository or lies below it; both absolute. A repository
  /// that is empty, or no ancestor of the root: the root stands for it.
  Paths(llvm::StringRef Root, llvm::StringRef Repository);

  /// The name of \p File, which is as in Place: relative to the repository,
  /// absolute outside of it.
  std::string inRepository(llvm::StringRef File) const;

  /// Absolute, without a slash at its end (empty for the top folder).
  const std::string &repository() const { return Repository; }

private:
  std::string Repository;
  std::string Prefix; ///< Of the root in the repository, with a slash, or "".
};

/// \p Path with everything percent-encoded that may not stand in a URI's path.
/// Bytes that are no UTF-8 are encoded as they are.
std::string encodePath(llvm::StringRef Path);

} // namespace gilaudit

#endif
