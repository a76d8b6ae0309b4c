//===- Placement.h - Edits fitted to their file -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EDIT_PLACEMENT_H
#define GIL_AUDIT_LIB_EDIT_PLACEMENT_H

#include "gil-audit/Edit.h"
#include "llvm/ADT/StringRef.h"

namespace gilaudit {

/// "\r\n" if most lines of \p Code end so, else "\n".
llvm::StringRef lineEndingOf(llvm::StringRef Code);

/// \p Text with "\n" made \p LineEnding.
std::string withLineEndings(llvm::StringRef Text, llvm::StringRef LineEnding);

/// \p E as it is applied to \p Code, which it lies in: behind a comment that
/// ends the line if its text starts a new line, without its last newline where
/// the line ends anyway, its lines indented like the first and ended like those
/// of \p Code. Indentation is for what clang-format will not touch.
SourceEdit placed(SourceEdit E, llvm::StringRef Code);

/// If \p E deletes all that stands on its lines, the deletion of these lines;
/// else \p E.
SourceEdit wholeLineOf(const SourceEdit &E, llvm::StringRef Code);

} // namespace gilaudit

#endif
