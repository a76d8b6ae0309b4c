//===- Formatting.h - Touched lines through clang-format --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EDIT_FORMATTING_H
#define GIL_AUDIT_LIB_EDIT_FORMATTING_H

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gilaudit {

struct FileStyle {
  clang::format::FormatStyle Style;
  std::string Problem; ///< See EditedFile::StyleProblem.
};

/// The style for \p File, whose text is \p Code: the one of its .clang-format,
/// else LLVM's with the indentation that \p Code shows and no limit for lines.
/// Whatever would move or change tokens is off.
FileStyle styleOf(llvm::StringRef File, llvm::StringRef Code);

/// \p Code with the lines formatted that \p Touched lies on; what changes in
/// others is left as it is.
std::string formatTouched(llvm::StringRef File, llvm::StringRef Code,
                          llvm::ArrayRef<clang::tooling::Range> Touched,
                          const clang::format::FormatStyle &Style);

/// \p Code with \p Header ("<x.h>" or "\"x.h\"") included, where \p Style
/// sorts it; \p Code itself if it has it.
std::string withInclude(llvm::StringRef File, llvm::StringRef Code,
                        llvm::StringRef Header,
                        const clang::format::FormatStyle &Style);

} // namespace gilaudit

#endif
