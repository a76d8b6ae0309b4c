//===- DiffNames.h - Names of files in diffs --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHANGE_DIFFNAMES_H
#define GIL_AUDIT_LIB_DRIVER_CHANGE_DIFFNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gilaudit {

/// The name behind "--- " or "+++ ": quotes undone, the time behind a tab left
/// out. False: empty, or wrongly quoted.
bool parseDiffName(llvm::StringRef Text, std::string &Out);

/// Whether both names begin with what git puts there: "a/" and "b/", or with
/// diff.mnemonicPrefix "i/" and "w/", and so on.
bool isGitPrefixed(llvm::StringRef Old, llvm::StringRef New);

struct NamePair {
  std::string Old, New;
  bool Prefixed = false; ///< isGitPrefixed
};

/// The two names behind "diff --git ". Names without quotes may have spaces, so
/// it can be told only if they are equal but for the prefix: else false.
bool splitGitNames(llvm::StringRef Text, NamePair &Out);

} // namespace gilaudit

#endif
