//===- Blame.cpp - Which closure is to blame ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Blame.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <climits>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// What layout does not change.
size_t countLetters(StringRef Text) {
  return llvm::count_if(Text, [](char C) { return !llvm::isSpace(C); });
}

/// Walks through text before edits in step with the text after them.
class Walk {
public:
  Walk(StringRef Before, unsigned At, size_t Letters)
      : Before(Before), At(At), Letters(Letters) {}

  /// Goes on to \p To; false: the place was passed, and is at().
  bool goTo(unsigned To) {
    for (; At < To; ++At)
      if (!llvm::isSpace(Before[At]) && Letters-- == 0)
        return false;
    return true;
  }
  /// Likewise, through an edit that is here.
  bool pass(const SourceEdit &E) {
    size_t Own = countLetters(E.Text);
    if (Letters < Own)
      return false;
    Letters -= Own;
    At = std::max(At, E.Offset + E.Length);
    return true;
  }
  unsigned at() const { return At; }

private:
  StringRef Before;
  unsigned At;
  size_t Letters; ///< That are still to pass.
};

/// Where \p Offset of File.After was in File.Before; inside of one of \p Edits,
/// which are sorted and were laid out afterwards: at its start.
unsigned oldOffset(const EditedFile &File, llvm::ArrayRef<SourceEdit> Edits,
                   unsigned Offset) {
  long Grown = 0; // By the lines so far.
  for (const SourceEdit &Lines : lineEdits(File.Before, File.After)) {
    long Begin = long(Lines.Offset) + Grown;
    if (long(Offset) < Begin)
      break;
    if (long(Offset) < Begin + long(Lines.Text.size())) {
      StringRef Text = Lines.Text;
      Walk W(File.Before, Lines.Offset,
             countLetters(Text.take_front(Offset - unsigned(Begin))));
      unsigned End = Lines.Offset + Lines.Length;
      for (const SourceEdit &E : Edits)
        if (E.Offset >= Lines.Offset && E.Offset <= End)
          if (!W.goTo(E.Offset) || !W.pass(E))
            return W.at();
      W.goTo(End);
      return W.at();
    }
    Grown += long(Lines.Text.size()) - long(Lines.Length);
  }
  return unsigned(long(Offset) - Grown);
}

} // namespace

const EditedFile *Blame::edited(StringRef File) const {
  auto It =
      llvm::find_if(Files, [&](const EditedFile &F) { return F.File == File; });
  return It == Files.end() ? nullptr : &*It;
}

std::vector<SourceEdit> Blame::editsOf(StringRef File) const {
  std::vector<SourceEdit> Edits;
  for (const Closure &C : Plan.Closures)
    for (const FileChange &Change : C.Changes)
      if (Change.File == File)
        llvm::append_range(Edits, Change.Edits);
  llvm::stable_sort(Edits, [](const SourceEdit &A, const SourceEdit &B) {
    return A.Offset < B.Offset;
  });
  return Edits;
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
  unsigned Old = oldOffset(*Edited, editsOf(File), Offset);
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
