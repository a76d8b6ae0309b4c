//===- Reparse.h - Units parsed again, with edited files --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_REPARSE_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_REPARSE_H

#include "Audit.h"
#include "gil-audit/Proof.h"

namespace gilaudit {

/// Parses units of \p Input, each in a process of its own; number I is unit
/// UnitOf[I]. Both must outlive the result.
Reparser makeReparser(const AuditInput &Input,
                      const std::vector<unsigned> &UnitOf);

/// Takes "FILE:LINE:COL: error: TEXT" apart. FILE is seen from \p Directory, and
/// named from \p Root in the text that the user gets. Without a place, Text is
/// all there is.
CompileError parseCompileError(llvm::StringRef Text, llvm::StringRef Directory,
                               llvm::StringRef Root);

} // namespace gilaudit

#endif
