//===- RuleInfo.h - What there is to know about a rule ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_RULEINFO_H
#define GIL_AUDIT_RULEINFO_H

#include "llvm/ADT/StringRef.h"

namespace gilaudit {

/// The only source of a rule's documentation.
struct RuleInfo {
  llvm::StringRef Name;     ///< "gil-held-across-wait"
  llvm::StringRef Severity; ///< Of most findings: "error", "warning", "note".
  llvm::StringRef Summary;  ///< One line.
  llvm::StringRef Why;      ///< What goes wrong at run time; a paragraph.
  llvm::StringRef Bad;      ///< C++ that it reports.
  llvm::StringRef Good;     ///< The correct twin.
  bool PedanticOnly = false;
};

} // namespace gilaudit

#endif
