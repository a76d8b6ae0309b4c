//===- Style.cpp - The style of a file ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Formatting.h"
#include "Placement.h"
#include <map>

using namespace gilaudit;
using clang::format::FormatStyle;
using llvm::StringRef;

namespace {

struct Indentation {
  bool Tabs = false;
  unsigned Width = 2;
};

unsigned leading(StringRef Line, char C) {
  return Line.size() - Line.ltrim(C).size();
}

/// What most lines after one that ends with "{" are indented by.
Indentation indentationOf(StringRef Code) {
  std::map<unsigned, unsigned> Widths;
  unsigned Tabs = 0, Spaces = 0;
  StringRef Last;
  while (!Code.empty()) {
    StringRef Line;
    std::tie(Line, Code) = Code.split('\n');
    Line = Line.rtrim();
    if (Line.empty())
      continue;
    if (Last.ends_with("{") && leading(Line, '\t') > leading(Last, '\t')) {
      ++Tabs;
    } else if (Last.ends_with("{") && leading(Line, ' ') > leading(Last, ' ')) {
      ++Spaces;
      ++Widths[leading(Line, ' ') - leading(Last, ' ')];
    }
    Last = Line;
  }
  if (Tabs > Spaces)
    return {/*Tabs=*/true, 8};
  Indentation I;
  unsigned Most = 0;
  for (auto [Width, Count] : Widths)
    if (Count > Most) {
      Most = Count;
      I.Width = Width;
    }
  return I;
}

/// Whether most braces behind the head of a control statement stand on lines of
/// their own.
bool breaksBeforeBraces(StringRef Code) {
  unsigned Alone = 0, Attached = 0;
  bool BehindHead = false;
  while (!Code.empty()) {
    StringRef Line;
    std::tie(Line, Code) = Code.split('\n');
    Line = Line.trim();
    Alone += BehindHead && Line == "{";
    BehindHead = false;
    for (StringRef Head : {"if (", "if(", "for (", "for(", "while (", "while(",
                           "else", "switch (", "switch(", "try", "do"})
      BehindHead |= Line.starts_with(Head);
    Attached += BehindHead && Line.ends_with("{");
  }
  return Alone > Attached;
}

/// The longest line, but 80 at least: what the file's author takes for a line.
/// A longer one may come to stand some levels deeper, and is not broken then.
unsigned columnsOf(StringRef Code) {
  size_t Longest = 80;
  while (!Code.empty()) {
    StringRef Line;
    std::tie(Line, Code) = Code.split('\n');
    Longest = std::max(Longest, Line.rtrim().size());
  }
  return unsigned(Longest > 80 ? Longest + 16 : Longest);
}

/// For a file that no .clang-format speaks about.
FormatStyle styleLike(StringRef File, StringRef Code) {
  FormatStyle Style =
      clang::format::getLLVMStyle(clang::format::guessLanguage(File, Code));
  Indentation I = indentationOf(Code);
  Style.IndentWidth = Style.TabWidth = I.Width;
  Style.AccessModifierOffset = -int(I.Width);
  if (I.Tabs)
    Style.UseTab = FormatStyle::UT_ForIndentation;
  if (breaksBeforeBraces(Code)) {
    // As Allman, but for the bodies of lambdas, which are less regular.
    Style.BreakBeforeBraces = FormatStyle::BS_Custom;
    Style.BraceWrapping.AfterControlStatement = FormatStyle::BWACS_Always;
    Style.BraceWrapping.AfterFunction = true;
    Style.BraceWrapping.BeforeCatch = true;
    Style.BraceWrapping.BeforeElse = true;
  }
  Style.DerivePointerAlignment = true;
  // Without a limit clang-format would not lay out blocks in a call at all.
  Style.ColumnLimit = columnsOf(Code);
  return Style;
}

/// Only white space may change: what is formatted is a part of the file, and a
/// token that leaves it for another part would be lost.
void keepTokens(FormatStyle &Style, StringRef Code) {
  Style.FixNamespaceComments = false;
  Style.InsertBraces = false;
  Style.InsertNewlineAtEOF = false;
  Style.LineEnding =
      lineEndingOf(Code) == "\n" ? FormatStyle::LE_LF : FormatStyle::LE_CRLF;
  Style.QualifierAlignment = FormatStyle::QAS_Leave;
  Style.ReflowComments = {}; // A bool before Clang 20, then an enumeration.
  Style.RemoveBracesLLVM = false;
  Style.RemoveParentheses = FormatStyle::RPS_Leave;
  Style.RemoveSemicolon = false;
  Style.SeparateDefinitionBlocks = FormatStyle::SDS_Leave;
  Style.SortUsingDeclarations = FormatStyle::SUD_Never;
}

} // namespace

FileStyle gilaudit::styleOf(StringRef File, StringRef Code) {
  FileStyle Result;
  // "none": a file without a .clang-format gets a style that formats nothing.
  auto Found = clang::format::getStyle(
      "file", File, /*FallbackStyle=*/"none", Code, /*FS=*/nullptr,
      /*AllowUnknownOptions=*/true, [](const llvm::SMDiagnostic &, void *) {});
  if (!Found)
    Result.Problem = llvm::toString(Found.takeError());
  if (!Found || Found->DisableFormat)
    Result.Style = styleLike(File, Code);
  else
    Result.Style = *Found;
  keepTokens(Result.Style, Code);
  return Result;
}
