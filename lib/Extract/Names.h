//===- Names.h - Names that a body uses --------------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_NAMES_H
#define GIL_AUDIT_LIB_EXTRACT_NAMES_H

#include "TuContext.h"

namespace gilaudit {

/// Fills Names of \p Facts, whose Body is known, from \p F.
void collectNames(TuContext &Tu, const clang::FunctionDecl *F,
                  FunctionFacts &Facts);

} // namespace gilaudit

#endif
