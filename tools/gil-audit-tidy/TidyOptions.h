//===- TidyOptions.h - The options of the checks ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TOOLS_TIDY_TIDYOPTIONS_H
#define GIL_AUDIT_TOOLS_TIDY_TIDYOPTIONS_H

#include "clang-tidy/ClangTidyCheck.h"
#include <string>
#include <vector>

namespace gilaudit {

/// CheckOptions that start with "GilAudit.": all checks have them in common.
struct TidyOptions {
  std::string FactsDir;
  std::vector<std::string> Args; ///< As options of gil-audit.

  /// As the options for the file that \p Context is at say.
  static TidyOptions read(clang::tidy::ClangTidyContext &Context);
  /// Puts all of them, defaults included, into \p Out (--dump-config).
  static void store(clang::tidy::ClangTidyContext &Context,
                    clang::tidy::ClangTidyOptions::OptionMap &Out);
};

} // namespace gilaudit

#endif
