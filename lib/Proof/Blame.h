//===- Blame.h - Which closure is to blame ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROOF_BLAME_H
#define GIL_AUDIT_LIB_PROOF_BLAME_H

#include "gil-audit/Edit.h"
#include "gil-audit/Fix.h"
#include <set>

namespace gilaudit {

/// Indices into FixPlan::Closures.
using ClosureSet = std::set<unsigned>;

/// Finds the closures behind a place in the edited text. All closures of the
/// plan that have edits are candidates.
class Blame {
public:
  Blame(const FixPlan &Plan, llvm::ArrayRef<EditedFile> Files)
      : Plan(Plan), Files(Files) {}

  ClosureSet all() const;
  /// Those with changes in one of \p Paths.
  ClosureSet inFiles(llvm::ArrayRef<std::string> Paths) const;
  /// Those whose edits in \p File are nearest to line \p Line of the edited
  /// text; of one distance all. Empty: the file has no edit.
  ClosureSet nearest(llvm::StringRef File, unsigned Line) const;
  /// Likewise, to offset \p Offset of the edited text.
  ClosureSet nearestToOffset(llvm::StringRef File, unsigned Offset) const;

private:
  const EditedFile *edited(llvm::StringRef File) const;
  std::vector<SourceEdit> editsOf(llvm::StringRef File) const;

  const FixPlan &Plan;
  llvm::ArrayRef<EditedFile> Files;
};

} // namespace gilaudit

#endif
