//===- Placement.cpp - Edits fitted to their file -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Placement.h"
#include <algorithm>

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr StringRef Blank = " \t\r";

/// The line around \p Offset, up to it and from it on, without the newline.
StringRef lineBefore(StringRef Code, size_t Offset) {
  StringRef Head = Code.take_front(Offset);
  return Head.substr(Head.rfind('\n') + 1);
}
StringRef lineAfter(StringRef Code, size_t Offset) {
  return Code.substr(Offset).split('\n').first;
}

bool isBlank(StringRef S) { return S.trim(Blank).empty(); }

/// One comment that ends with the line, such as "// why" or "/* why */".
bool isTrailingComment(StringRef Rest) {
  Rest = Rest.trim(Blank);
  return Rest.starts_with("//") ||
         (Rest.starts_with("/*") && Rest.find("*/", 2) == Rest.size() - 2);
}

StringRef indentationOf(StringRef Line) {
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

/// Raw strings may hold newlines that must stay as they are.
bool mayHoldRawString(StringRef Text) { return Text.contains("R\""); }

/// \p Text with \p Indentation in front of each line but the first.
std::string indented(StringRef Text, StringRef Indentation) {
  std::string Result;
  for (char C : Text) {
    Result += C;
    if (C == '\n')
      Result += Indentation;
  }
  return Result;
}

} // namespace

StringRef gilaudit::lineEndingOf(StringRef Code) {
  size_t Dos = Code.count("\r\n");
  return 2 * Dos > Code.count('\n') ? "\r\n" : "\n";
}

std::string gilaudit::withLineEndings(StringRef Text, StringRef LineEnding) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsEnding = Text[I] == '\n' && (I == 0 || Text[I - 1] != '\r');
    Result += IsEnding ? LineEnding : Text.substr(I, 1);
  }
  return Result;
}

SourceEdit gilaudit::placed(SourceEdit E, StringRef Code) {
  StringRef Before = lineBefore(Code, E.Offset);
  StringRef After = lineAfter(Code, E.Offset + E.Length);
  bool StartsLine = E.Length == 0 && StringRef(E.Text).starts_with("\n");
  if (StartsLine && isTrailingComment(After)) {
    E.Offset += After.rtrim(Blank).size();
    After = "";
  }
  bool EndsLine = StringRef(E.Text).ends_with("\n");
  if (EndsLine && isBlank(After) && !isBlank(Before)) {
    E.Text.pop_back(); // The line ends here anyway.
    EndsLine = false;
  }
  StringRef Indentation = indentationOf(Before);
  if (!mayHoldRawString(E.Text))
    E.Text = withLineEndings(indented(E.Text, Indentation), lineEndingOf(Code));
  else if (EndsLine)
    E.Text += Indentation;
  return E;
}

SourceEdit gilaudit::wholeLineOf(const SourceEdit &E, StringRef Code) {
  StringRef Before = lineBefore(Code, E.Offset);
  StringRef After = lineAfter(Code, E.Offset + E.Length);
  if (!E.Text.empty() || E.Length == 0 || !isBlank(Before) || !isBlank(After))
    return E;
  unsigned Begin = E.Offset - Before.size();
  size_t End = E.Offset + E.Length + After.size() + 1;
  return {Begin, unsigned(std::min(End, Code.size()) - Begin), ""};
}
