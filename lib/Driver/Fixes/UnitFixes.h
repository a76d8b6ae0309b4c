//===- UnitFixes.h - Fixes that stay in one unit ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_FIXES_UNITFIXES_H
#define GIL_AUDIT_LIB_DRIVER_FIXES_UNITFIXES_H

#include "gil-audit/Edit.h"
#include "gil-audit/Fix.h"
#include "gil-audit/Rule.h"
#include <set>

namespace gilaudit {

/// Fills the fix fields of the report of \p A, as \p Wanted says. Closures that
/// change a file outside of \p Files, or have a finding there, are refused: who
/// sees one unit alone would put half of their guards in place. Nothing is
/// proved.
void attachUnitFixes(Analysis &A, const std::set<std::string> &Files,
                     const FixOptions &Wanted, FileReader Read);

} // namespace gilaudit

#endif
