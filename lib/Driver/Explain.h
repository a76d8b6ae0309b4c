//===- Explain.h - gil-audit explain ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_EXPLAIN_H
#define GIL_AUDIT_LIB_DRIVER_EXPLAIN_H

#include "Options/Options.h"
#include "gil-audit/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace gilaudit {

/// explain RULE: the page of a rule. explain FINGERPRINT [INPUT...]: audits as
/// usual (or judges facts files) and tells the one finding in full. Returns the
/// exit status; status 2 where there is no such rule or finding.
int explain(const DriverOptions &O);

/// The findings of \p R whose fingerprint is, or starts with, \p Name. The
/// version in front of the colon may be left out.
std::vector<const Finding *> findByFingerprint(const Report &R,
                                               llvm::StringRef Name);

/// Whether \p O, of explain, asks for a finding, not for a rule.
bool explainsFinding(const DriverOptions &O);

} // namespace gilaudit

#endif
