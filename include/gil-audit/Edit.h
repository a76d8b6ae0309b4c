//===- Edit.h - Edits applied, formatted and handed out ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FileChange ──applyChanges──► EditedFile ──┬─ writeEdited     the files
//                                             ├─ unifiedDiff     a patch
//                                             └─ lineEdits ──┬─ writeFixesYaml
//                                                            └─ parseableFixits
//
// Nothing is written before writeEdited. All ways out lead to the same bytes.
// Offsets and lengths are bytes of the file as it is on disk, its byte order
// mark included.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_EDIT_H
#define GIL_AUDIT_EDIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>
#include <vector>

namespace gilaudit {

/// The bytes [Offset, Offset + Length) are replaced by Text. Length 0: Text is
/// inserted. Text need not be formatted, but should break its lines, with "\n",
/// after each "{" and ";": not every style adds breaks.
struct SourceEdit {
  unsigned Offset = 0, Length = 0;
  std::string Text;
};

bool operator==(const SourceEdit &A, const SourceEdit &B);
bool operator<(const SourceEdit &A, const SourceEdit &B);

/// How far \p Offset is from the text that \p E replaces; 0: in it or at it.
unsigned distance(const SourceEdit &E, unsigned Offset);

/// Where line number \p Line (1-based) of \p Text begins; where its last line
/// does if it has less.
unsigned offsetOfLine(llvm::StringRef Text, unsigned Line);

/// What a fix does to one file.
struct FileChange {
  std::string File; ///< Absolute real path.

  /// In any order. An insertion at the offset of a replacement goes before it.
  std::vector<SourceEdit> Edits;

  /// [Begin, End) of code that moves, such as a statement that comes to lie in
  /// a block: its lines are formatted too.
  std::vector<std::pair<unsigned, unsigned>> Reformat;

  /// "<nanobind/nanobind.h>" or "\"x.h\"": added once, where clang-format sorts
  /// it, unless the file has it.
  std::vector<std::string> Includes;
};

struct EditedFile {
  std::string File;
  std::string Before, After; ///< The whole text; they differ.

  /// Why the file's .clang-format could not be used, else empty. A style that
  /// looks like the file was used then.
  std::string StyleProblem;
};

/// Returns the text of the file of that path.
using FileReader =
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef)>;

/// Applies \p Changes, of which several may name one file; files that do not
/// change are left out, the others come sorted by File.
///
/// Edits that are equal are one, in whatever changes they are. So two blocks
/// that end at one offset must be made one by the caller. Edits that overlap,
/// two different insertions at one offset, and edits beyond the end of the file
/// are errors that name the file and the line.
///
/// The lines that the edits and Reformat touch, and only those, are formatted
/// by clang-format with the style of the file's folder; without one (or where
/// it says DisableFormat), with LLVM's, indented as the file is and with line
/// breaks as they are. The line above may get a "{" though, and the line below
/// lose an "else" to the touched one. Comments are not reflowed. Under
/// "clang-format off" the lines of a text are indented like the one they are
/// put into. A line that an edit leaves blank goes away. A text that starts
/// with a newline goes behind the comment that ends the line.
///
/// Line endings, byte order mark and a missing newline at the end stay as they
/// are; so do bytes that are no UTF-8.
llvm::Expected<std::vector<EditedFile>>
applyChanges(llvm::ArrayRef<FileChange> Changes, FileReader Read);

/// The smallest edits of whole lines that turn \p Before into \p After: sorted,
/// at least one line apart, so never two at one offset. Empty: no difference.
std::vector<SourceEdit> lineEdits(llvm::StringRef Before,
                                  llvm::StringRef After);

/// A unified diff as `git apply` and `patch -p1` take it. \p Name is relative
/// to where they run ("lib/x.cpp"). Empty: no difference.
std::string unifiedDiff(const EditedFile &File, llvm::StringRef Name);

/// One finding and what changes for it, in terms of clang-apply-replacements.
struct ExportedFix {
  struct Note {
    std::string Message, File;
    unsigned Offset = 0;
  };
  std::string Rule, Message;
  std::string Severity = "warning"; ///< "error", "warning", else a remark.
  std::string File;                 ///< Absolute real path, as all others.
  unsigned Offset = 0;
  std::vector<std::pair<std::string, SourceEdit>> Edits; ///< File, edit.
  std::vector<Note> Notes;
};

/// Writes Clang's TranslationUnitDiagnostics as YAML. clang-apply-replacements
/// inserts a text as often as it reads it, so an edit that several fixes share
/// stands at the first of them only. Paths must be absolute and real, or a file
/// of two names is edited twice.
///
/// Fails, with nothing written, on edits that overlap or insert at one offset,
/// and on texts that are no UTF-8, which YAML cannot hold.
llvm::Error writeFixesYaml(llvm::raw_ostream &OS,
                           llvm::StringRef MainSourceFile,
                           llvm::ArrayRef<ExportedFix> Fixes);

/// The lines of Clang's -fdiagnostics-parseable-fixits, one an edit:
///   fix-it:"FILE":{LINE:COLUMN-LINE:COLUMN}:"TEXT"
/// Columns are bytes, 1-based; the end is the first byte that stays.
std::string parseableFixits(llvm::StringRef File, llvm::StringRef Before,
                            llvm::ArrayRef<SourceEdit> Edits);

/// Writes all of \p Files or none; then the error says why. A file that is not
/// Before any more is an error. Each is replaced by one rename and is never
/// half written; mode and owner stay. A symbolic link stays one and its target
/// is written. Of several hard links only the one named gets the new text: the
/// others may be a package manager's cache.
llvm::Error writeEdited(llvm::ArrayRef<EditedFile> Files);

} // namespace gilaudit

#endif
