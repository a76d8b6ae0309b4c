//===- FactsScanner.h - The text of facts, quickly --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FACTS_FACTSSCANNER_H
#define GIL_AUDIT_LIB_FACTS_FACTSSCANNER_H

#include "gil-audit/InternedString.h"
#include <cstdint>
#include <vector>

namespace gilaudit {

/// The fields of a facts file.
struct FactsTable {
  std::vector<InternedString> Strings;
  std::vector<int64_t> Data;
};

/// Takes a text that is exactly as writeFacts puts it down, in the current
/// version. False for every other text, which may be good facts all the same:
/// what is wrong with it, if anything, is for a JSON parser to say, which
/// takes ten times as long.
bool scanFacts(llvm::StringRef Text, FactsTable &Out);

} // namespace gilaudit

#endif
