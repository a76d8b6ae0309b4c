//===- Apply.cpp - Changes applied in memory ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Formatting.h"
#include "Placement.h"
#include "gil-audit/Edit.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace gilaudit;
using clang::tooling::Range;
using clang::tooling::Replacement;
using clang::tooling::Replacements;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

constexpr StringRef ByteOrderMark = "\xEF\xBB\xBF";

/// All that happens to one file. Ordered sets, so that the order of the changes
/// does not show.
struct Collected {
  std::set<SourceEdit> Edits;
  std::set<std::pair<unsigned, unsigned>> Reformat;
  std::set<std::string> Includes;
};

llvm::Error errorAt(StringRef File, StringRef Code, size_t Offset,
                    StringRef Why) {
  return llvm::createStringError(
      File + ":" + llvm::Twine(Code.take_front(Offset).count('\n') + 1) +
      ": cannot edit: " + Why);
}

/// Offsets count from behind the byte order mark; what is before it, is there.
unsigned behindMark(unsigned Offset, size_t Mark) {
  return Offset < Mark ? 0 : Offset - Mark;
}

/// Deletions that leave a blank line take it with them, unless others edit it.
std::set<SourceEdit> withBlankLines(const std::set<SourceEdit> &Edits,
                                    StringRef Code) {
  std::set<SourceEdit> Result;
  for (const SourceEdit &E : Edits) {
    SourceEdit Whole = wholeLineOf(E, Code);
    bool Shared = llvm::any_of(Edits, [&](const SourceEdit &Other) {
      return &Other != &E && Other.Offset >= Whole.Offset &&
             Other.Offset < Whole.Offset + Whole.Length;
    });
    Result.insert(Shared ? E : Whole);
  }
  return Result;
}

/// The edits as clang::tooling has them, fitted to \p Code.
llvm::Expected<Replacements> replacementsOf(StringRef File, StringRef Code,
                                            const std::set<SourceEdit> &Edits) {
  std::set<SourceEdit> Placed;
  for (const SourceEdit &E : Edits) {
    if (size_t(E.Offset) + E.Length > Code.size())
      return errorAt(File, Code, Code.size(),
                     "an edit lies beyond the end of the file");
    Placed.insert(placed(E, Code));
  }
  Replacements Result;
  const SourceEdit *Last = nullptr;
  Placed = withBlankLines(Placed, Code);
  for (const SourceEdit &E : Placed) {
    if (Last && Last->Offset == E.Offset && E.Length == 0)
      return errorAt(File, Code, E.Offset, "two fixes insert at one place");
    if (Last && Last->Offset + Last->Length > E.Offset)
      return errorAt(File, Code, E.Offset, "two fixes change the same code");
    llvm::cantFail(Result.add({File, E.Offset, E.Length, E.Text}));
    Last = &E;
  }
  return Result;
}

/// [Begin, End) without the white space at both ends.
Range trimmed(StringRef Code, size_t Begin, size_t End) {
  StringRef Text = Code.slice(Begin, End).trim();
  return {unsigned(Text.data() - Code.data()), unsigned(Text.size())};
}

/// Whether all that \p R does is to take whole lines out of \p Code.
bool deletesLines(const Replacement &R, StringRef Code) {
  StringRef Deleted = Code.substr(R.getOffset(), R.getLength());
  return R.getReplacementText().empty() &&
         (Deleted.empty() || Deleted.ends_with("\n"));
}

/// Whether \p R breaks a line of \p Code in two.
bool breaksLine(const Replacement &R, StringRef Code) {
  StringRef Before = Code.take_front(R.getOffset());
  Before = Before.substr(Before.rfind('\n') + 1);
  return R.getReplacementText().rtrim(" \t").ends_with("\n") &&
         !Before.trim().empty();
}

/// What is to be formatted in \p Edited, in its offsets.
std::vector<Range> touchedBy(const Replacements &Edits, const Collected &All,
                             size_t Mark, StringRef Code, StringRef Edited) {
  std::vector<Range> Touched;
  int Shift = 0;
  for (const Replacement &R : Edits) {
    size_t Begin = R.getOffset() + Shift,
           Length = R.getReplacementText().size();
    Shift += int(Length) - int(R.getLength());
    if (!deletesLines(R, Code))
      Touched.push_back(trimmed(Edited, Begin, Begin + Length));
    if (breaksLine(R, Code))
      Touched.push_back(
          trimmed(Edited, Begin + Length, Edited.find('\n', Begin + Length)));
  }
  for (auto [Begin, End] : All.Reformat) {
    if (Begin >= End)
      continue;
    // By its first and last byte: what is inserted around it is not its own.
    unsigned First = Edits.getShiftedCodePosition(behindMark(Begin, Mark));
    unsigned Last = Edits.getShiftedCodePosition(behindMark(End - 1, Mark));
    Touched.push_back(trimmed(Edited, First, Last + 1));
  }
  return Touched;
}

llvm::Expected<EditedFile> editFile(StringRef File, std::string Before,
                                    const Collected &All) {
  StringRef Code(Before);
  size_t Mark = Code.consume_front(ByteOrderMark) ? ByteOrderMark.size() : 0;
  std::set<SourceEdit> Edits;
  for (SourceEdit E : All.Edits) {
    E.Offset = behindMark(E.Offset, Mark);
    Edits.insert(E);
  }
  llvm::Expected<Replacements> Changes = replacementsOf(File, Code, Edits);
  if (!Changes)
    return Changes.takeError();
  std::string Text =
      llvm::cantFail(clang::tooling::applyAllReplacements(Code, *Changes));
  FileStyle S = styleOf(File, Code);
  Text = formatTouched(File, Text, touchedBy(*Changes, All, Mark, Code, Text),
                       S.Style);
  for (const std::string &Header : All.Includes)
    Text = withInclude(File, Text, Header, S.Style);
  EditedFile Result;
  Result.File = File.str();
  Result.After = Before.substr(0, Mark) + Text;
  Result.Before = std::move(Before);
  Result.StyleProblem = std::move(S.Problem);
  return Result;
}

} // namespace

bool gilaudit::operator==(const SourceEdit &A, const SourceEdit &B) {
  return std::tie(A.Offset, A.Length, A.Text) ==
         std::tie(B.Offset, B.Length, B.Text);
}

bool gilaudit::operator<(const SourceEdit &A, const SourceEdit &B) {
  return std::tie(A.Offset, A.Length, A.Text) <
         std::tie(B.Offset, B.Length, B.Text);
}

unsigned gilaudit::distance(const SourceEdit &E, unsigned Offset) {
  if (Offset < E.Offset)
    return E.Offset - Offset;
  unsigned End = E.Offset + E.Length;
  return Offset > End ? Offset - End : 0;
}

unsigned gilaudit::offsetOfLine(StringRef Text, unsigned Line) {
  size_t Offset = 0;
  for (unsigned Passed = 1; Passed < Line; ++Passed) {
    size_t End = Text.find('\n', Offset);
    if (End == StringRef::npos)
      break;
    Offset = End + 1;
  }
  return unsigned(Offset);
}

llvm::Expected<std::vector<EditedFile>>
gilaudit::applyChanges(ArrayRef<FileChange> Changes, FileReader Read) {
  std::map<std::string, Collected> ByFile;
  for (const FileChange &C : Changes) {
    Collected &All = ByFile[C.File];
    All.Edits.insert(C.Edits.begin(), C.Edits.end());
    All.Reformat.insert(C.Reformat.begin(), C.Reformat.end());
    All.Includes.insert(C.Includes.begin(), C.Includes.end());
  }
  std::vector<EditedFile> Files;
  for (const auto &[File, All] : ByFile) {
    llvm::Expected<std::string> Before = Read(File);
    if (!Before)
      return Before.takeError();
    llvm::Expected<EditedFile> Edited = editFile(File, *Before, All);
    if (!Edited)
      return Edited.takeError();
    if (Edited->Before != Edited->After)
      Files.push_back(std::move(*Edited));
  }
  return Files;
}
