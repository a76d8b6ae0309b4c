//===- Fixes.h - Audits that end in edits -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_FIXES_FIXES_H
#define GIL_AUDIT_LIB_DRIVER_FIXES_FIXES_H

#include "Options/Options.h"
#include "gil-audit/Edit.h"
#include "gil-audit/Finding.h"
#include <map>

namespace gilaudit {

struct FixedAudit {
  Report Found; ///< Fixes attached.
  Report Left;  ///< What a run finds once all fixes are in place.
  Report All;   ///< Found, and findings of rules that are off but whose fixes
                ///< others need.
  std::vector<EditedFile> Files; ///< The fixes. Nothing is written yet.
};

/// Audits the units that \p O names, plans fixes and tries them. Fails as
/// auditUnits() does.
llvm::Expected<FixedAudit> auditAndFix(const DriverOptions &O);

/// The text of a file on disk.
llvm::Expected<std::string> readTextFile(llvm::StringRef Path);

/// Prints, exports and writes \p A as \p O says, the report left out. Writes
/// the files last: whatever fails before leaves them as they are.
llvm::Error handOutFixes(const FixedAudit &A, const DriverOptions &O);

/// The lines of -fdiagnostics-parseable-fixits by fingerprint. An edit that
/// findings share is at the first.
std::map<std::string, std::string> fixitLines(const FixedAudit &A);

} // namespace gilaudit

#endif
