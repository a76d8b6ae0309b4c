//===- Suppressions.h - Which lines a comment covers ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_SUPPRESSIONS_H
#define GIL_AUDIT_LIB_EXTRACT_SUPPRESSIONS_H

#include "Comments.h"
#include "TuContext.h"

namespace gilaudit {

/// Fills the Suppressions of Tu.Facts from the comments in project files.
void findSuppressions(TuContext &Tu, const Comments &Notes);

} // namespace gilaudit

#endif
