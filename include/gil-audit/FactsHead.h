//===- FactsHead.h - What the first bytes of facts say ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_FACTSHEAD_H
#define GIL_AUDIT_FACTSHEAD_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace gilaudit {

/// TUFacts::MainFile, from the \p Start of the text. Nothing: it is too short,
/// or not as writeFacts puts it down; then readFacts tells.
std::optional<std::string> peekMainFile(llvm::StringRef Start);

} // namespace gilaudit

#endif
