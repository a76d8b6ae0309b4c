//===- FixCarriers.h - Which finding brings which fix -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_FIXES_FIXCARRIERS_H
#define GIL_AUDIT_LIB_DRIVER_FIXES_FIXCARRIERS_H

#include "gil-audit/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <vector>

namespace gilaudit {

/// clang-tidy applies the fix of one diagnostic whole or not at all, and may
/// leave out any other one: NOLINT, a line filter, an editor that applies what
/// was clicked. Guards that only work together therefore all come with one
/// finding, the first of theirs that is shown.
struct FixCarriers {
  std::map<size_t, std::vector<FixEdit>> Edits; ///< Finding -> all edits.
  std::map<size_t, size_t> GoesWith; ///< Another finding -> that finding.

  /// Closures that share a changed line are one here.
  FixCarriers(const Report &R, llvm::function_ref<bool(const Finding &)> Shown);
};

} // namespace gilaudit

#endif
