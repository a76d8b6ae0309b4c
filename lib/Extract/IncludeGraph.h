//===- IncludeGraph.h - Which project file includes what --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_INCLUDEGRAPH_H
#define GIL_AUDIT_LIB_EXTRACT_INCLUDEGRAPH_H

#include "clang/Basic/FileEntry.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace gilaudit {

/// The include directives of a TU's files, those in system headers left out.
class IncludeGraph {
public:
  /// Fills this graph while \p PP runs; must live as long.
  void attach(clang::Preprocessor &PP);

  /// True if \p From is \p To or includes it, itself or through others.
  bool reaches(const clang::FileEntry *From, const clang::FileEntry *To) const;
  /// True if a guard of a binding library is declared in \p File itself or in
  /// what it includes.
  bool seesGuards(const clang::FileEntry *File) const;
  /// The first include of \p File, as written, that is the library's main
  /// header or a header that includes that itself; empty: none.
  std::string guardInclude(const clang::FileEntry *File) const;

private:
  friend class IncludeRecorder;
  struct Edge {
    const clang::FileEntry *To;
    std::string Spelled;      ///< With its quotes or angle brackets.
    bool ToLibrary = false;   ///< A file of a binding library.
    bool ToMain = false;      ///< Its main header.
  };
  template <typename Fn>
  bool search(const clang::FileEntry *From, Fn Found) const;

  llvm::DenseMap<const clang::FileEntry *, std::vector<Edge>> Edges;
};

} // namespace gilaudit

#endif
