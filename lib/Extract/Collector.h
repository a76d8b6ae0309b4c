//===- Collector.h - Facts of a whole AST -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_COLLECTOR_H
#define GIL_AUDIT_LIB_EXTRACT_COLLECTOR_H

#include "gil-audit/Extract.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace gilaudit {

class Comments;
class IncludeGraph;

/// Fills \p Facts from an AST without errors. \p Includes may be null: then
/// every file is taken to see what the TU declares. Likewise \p Notes: then no
/// comment suppresses anything.
void collectFacts(clang::ASTContext &Ctx, const ModelSet &Models,
                  const ExtractOptions &Options, const IncludeGraph *Includes,
                  TUFacts &Facts, const Comments *Notes = nullptr);

} // namespace gilaudit

#endif
