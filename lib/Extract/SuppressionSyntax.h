//===- SuppressionSyntax.h - What comments say to gil-audit -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_SUPPRESSIONSYNTAX_H
#define GIL_AUDIT_LIB_EXTRACT_SUPPRESSIONSYNTAX_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gilaudit {

/// One "gil-audit: allow(RULE) -- reason" or "NOLINT(gil-audit-RULE)".
struct SuppressionWords {
  std::string Kind; ///< "allow", "NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN",
                    ///< "NOLINTEND"
  std::vector<std::string> Rules; ///< Without "gil-audit-"; may be globs.
  std::string Reason;             ///< Empty: none.
  std::string Problem;            ///< Why it is not understood, or empty.
  size_t Offset = 0;              ///< In the comment.
};

/// Whether \p Comment may have any: quick, for all comments of a TU.
bool mayBeSuppression(llvm::StringRef Comment);

/// All in \p Comment, which has its slashes. NOLINT with no list or with none
/// of our rules in it is none of our business.
std::vector<SuppressionWords> suppressionsIn(llvm::StringRef Comment);

} // namespace gilaudit

#endif
