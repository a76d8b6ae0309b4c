//===- Comments.h - Comments that speak to gil-audit ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_COMMENTS_H
#define GIL_AUDIT_LIB_EXTRACT_COMMENTS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/MapVector.h"
#include <string>
#include <vector>

namespace clang {
class MacroInfo;
class Preprocessor;
} // namespace clang

namespace gilaudit {

/// What the preprocessor sees and the AST does not have: comments in code that
/// is compiled, system headers left out, and where macros are used.
class Comments {
public:
  /// Fills this while \p PP runs; must live as long.
  void attach(clang::Preprocessor &PP);

  struct Comment {
    clang::SourceRange Range; ///< End is behind it.
    std::string Text;
  };
  std::vector<Comment> All;

  struct Macro {
    clang::SourceRange Definition; ///< From its name to its last token.
    std::vector<clang::SourceLocation> Uses;
  };
  /// Macros of no system header, in the order of their first use.
  llvm::MapVector<const clang::MacroInfo *, Macro> Macros;
};

} // namespace gilaudit

#endif
