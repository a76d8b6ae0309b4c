//===- InputChecker.h - Would a parse read the same again? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_INPUTCHECKER_H
#define GIL_AUDIT_LIB_DRIVER_INPUTCHECKER_H

#include "gil-audit/Inputs.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace gilaudit {

/// Asks the questions of a parse again. Units share most of their headers, so
/// every path is looked at once; an object serves one look at the disk.
class InputChecker {
public:
  enum class Answer {
    Same,    ///< And the stamps prove it.
    Touched, ///< The same contents; the stamps were brought up to date.
    Changed
  };

  /// \p Since is when the stamps were taken (nanoseconds since the epoch). A
  /// file that was young then may have changed without a new stamp: its
  /// contents are compared.
  Answer check(ParseInputs &Inputs, int64_t Since);

private:
  struct Found {
    ParseInput::Kind Is = ParseInput::Kind::Absent;
    FileStamp Stamp;
    std::optional<Digest> Content; ///< Once somebody asked.
  };

  Found &find(llvm::StringRef Path);
  Answer checkFile(ParseInput &Input, int64_t Since);
  static std::optional<Digest> contentOf(llvm::StringRef Path);
  static std::optional<Digest> listingOf(llvm::StringRef Path);

  llvm::StringMap<Found> Known;
  llvm::StringMap<std::optional<Digest>> Listings;
};

/// Nanoseconds since the epoch.
int64_t timeNow();

} // namespace gilaudit

#endif
