//===- ChangedCode.h - Which findings lie in a change -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding lies in a change if a step of its witness, or its place, does: on a
// line that is new, before or behind lines that are gone, or in code of which
// another line has changed. That code is the innermost function, lambda or call
// of a binder around the step, without those inside of it: a guard that was
// taken away leaves no line behind, and may have stood anywhere before the
// step.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHANGE_CHANGEDCODE_H
#define GIL_AUDIT_LIB_DRIVER_CHANGE_CHANGEDCODE_H

#include "Change.h"
#include "gil-audit/Edit.h"
#include "gil-audit/Program.h"

namespace gilaudit {

class ChangedCode {
public:
  /// \p Read gives the text of files that have changed; of one that it does not
  /// have only the lines count. \p C and \p P must outlive this.
  ChangedCode(const Change &C, const Program &P, const FileReader &Read);

  /// Whether the line of \p Where has changed.
  bool isChanged(const Place &Where) const;

  /// A step that points to the changed line of the code around \p Where; no
  /// File: there is none.
  WitnessStep changeAround(const Place &Where) const;

private:
  /// A function, a lambda or a call of a binder.
  struct Piece {
    unsigned Begin, End;  ///< Bytes.
    unsigned First, Last; ///< Lines.
    std::string Name;
    int Parent = -1;
    unsigned Changed = 0; ///< A line of its own that has changed; 0: none.
  };
  struct File {
    const ChangedFile *Change;
    std::vector<unsigned> LineStarts; ///< Offsets. Empty: no text.
    std::vector<Piece> Pieces;        ///< Sorted by Begin, the longest first.
    unsigned offsetOf(unsigned Line, unsigned Column) const;
    unsigned lineOf(unsigned Offset) const;
  };

  void readTexts(const FileReader &Read);
  void addFunctions(const Program &P);
  void addBindings(const Program &P);
  /// EXPECTS fileOf(P, Range).
  void addPiece(const Program &P, const ByteRange &Range, unsigned Begin,
                std::string Name);
  static void nest(std::vector<Piece> &Pieces);
  static void findChanges(File &F);
  const File *fileOf(const Place &Where) const;
  /// Null: not changed, or its text is not to be had.
  const File *fileOf(const Program &P, const ByteRange &Range) const;

  std::string Root;
  std::map<std::string, File> Files; ///< Changed files of the program, by
                                     ///< absolute path.
};

/// Sets OutsideChange of all findings of \p R, of \p P, and R.Change but for
/// its TranslationUnits. One that lies in the change although none of its steps
/// is on a changed line gets a step more, which says what was changed.
void selectFindings(Report &R, const Program &P, const Change &C,
                    const FileReader &Read);

/// Sets OutsideChange of \p Left, what is found once the fixes of \p Found are
/// in place: lines have moved, but findings in the change that have no fix are
/// there as they were.
void selectLeftFindings(Report &Left, const Report &Found);

} // namespace gilaudit

#endif
