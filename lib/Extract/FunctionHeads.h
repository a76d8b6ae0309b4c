//===- FunctionHeads.h - Where functions begin and end ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_FUNCTIONHEADS_H
#define GIL_AUDIT_LIB_EXTRACT_FUNCTIONHEADS_H

#include "TuContext.h"

namespace gilaudit {

/// The head of a function or lambda, of its definition or a declaration: the
/// lines from its first word to the brace.
struct FunctionHead {
  unsigned File = 0, FirstLine = 0, LastLine = 0;
  std::vector<LineRange> Covers; ///< The definition, head included; empty: it
                                 ///< is in another unit.
};

/// Of all functions in project code, templates as they are written.
std::vector<FunctionHead> functionHeads(TuContext &Tu);

} // namespace gilaudit

#endif
