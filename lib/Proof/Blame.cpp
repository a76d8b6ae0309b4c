//===- Blame.cpp - Which closure is to blame ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Blame.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Where \p Offset of File.After was in File.Before; inside of an edit: at its
/// start.
unsigned oldOffset(const EditedFile &File, unsigned Offset) {
  long Grown = 0; // By the edits so far.
  for (const SourceEdit &E : lineEdits(File.Before, File.After)) {
    long Begin = long(E.Offset) + Grown;
    if (long(Offset) < Begin)
      break;
    if (long(Offset) < Begin + long(E.Text.size()))
      return E.Offset;
    Grown += long(E.Text.size()) - long(E.Length);
  }
  return unsigned(long(Offset) - Grown);
}

} // namespace

const EditedFile *Blame::edited(StringRef File) const {
  auto It =
      llvm::find_if(Files, [&](const EditedFile &F) { return F.File == File; });
  return It == Files.end() ? nullptr : &*It;
}

ClosureSet Blame::all() const {
  ClosureSet Set;
  for (unsigned I = 0; I != Plan.Closures.size(); ++I)
    if (!Plan.Closures[I].Changes.empty())
      Set.insert(I);
  return Set;
}

ClosureSet Blame::inFiles(llvm::ArrayRef<std::string> Paths) const {
  ClosureSet Set;
  for (unsigned I = 0; I != Plan.Closures.size(); ++I)
    for (const FileChange &C : Plan.Closures[I].Changes)
      if (llvm::is_contained(Paths, C.File))
        Set.insert(I);
  return Set;
}

ClosureSet Blame::nearest(StringRef File, unsigned Line) const {
  const EditedFile *Edited = edited(File);
  if (!Edited)
    return {};
  return nearestToOffset(File, offsetOfLine(Edited->After, Line));
}

ClosureSet Blame::nearestToOffset(StringRef File, unsigned Offset) const {
  const EditedFile *Edited = edited(File);
  if (!Edited)
    return {};
  unsigned Old = oldOffset(*Edited, Offset);
  ClosureSet Set;
  unsigned Best = UINT_MAX;
  for (unsigned I = 0; I != Plan.Closures.size(); ++I)
    for (const FileChange &C : Plan.Closures[I].Changes) {
      if (C.File != File)
        continue;
      for (const SourceEdit &E : C.Edits) {
        unsigned D = distance(E, Old);
        if (D < Best)
          Set.clear();
        if (D <= Best)
          Set.insert(I);
        Best = std::min(Best, D);
      }
    }
  return Set;
}
