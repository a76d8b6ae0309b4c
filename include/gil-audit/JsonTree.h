//===- JsonTree.h - JSON values that know where they stand ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For files that people write (models) or other programs wrote (compilation
// databases): a message about one has to say where. nlohmann's document tree
// keeps no positions; this one does.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_JSONTREE_H
#define GIL_AUDIT_JSONTREE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace gilaudit {

struct JsonNode {
  enum Kind { Null, Bool, Integer, Real, String, Array, Object };
  Kind Type = Null;
  size_t Offset = 0; ///< Of its first byte (numbers and words: about there).
  bool Flag = false;
  int64_t Number = 0;
  std::string Text;
  std::vector<JsonNode> Elements; ///< Array, and the values of an Object ...
  std::vector<std::pair<std::string, size_t>> Keys; ///< ... whose keys, with
                                                    ///< offsets, are these.
};

/// "FILE:LINE:COLUMN: \p Message" for byte \p Offset of \p Text.
llvm::Error errorAt(llvm::StringRef FileName, llvm::StringRef Text,
                    size_t Offset, const llvm::Twine &Message);

/// Parses \p Text strictly (no comments, nothing behind the value, no key
/// twice in one object).
llvm::Expected<JsonNode> parseJson(llvm::StringRef Text,
                                   llvm::StringRef FileName);

} // namespace gilaudit

#endif
