//===- Formatting.cpp - Touched lines through clang-format ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-format lays out whole constructs: where the first statement of a lambda
// is touched, all of the call around the lambda. So its replacements, each the
// white space before one token, are filtered by the line that the token is on.
// Where it would also move the lines around, the author's layout is another one
// than clang-format's; then the touched lines are shifted to fit in.
//
//===----------------------------------------------------------------------===//
#include "Formatting.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

using namespace gilaudit;
using clang::tooling::Range;
using clang::tooling::Replacement;
using clang::tooling::Replacements;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Whole lines, [Begin, End), the last newline not included.
struct LineSpan {
  size_t Begin, End;
};

/// Sorted, and no line twice.
std::vector<LineSpan> spansOf(ArrayRef<Range> Ranges, StringRef Code) {
  std::vector<LineSpan> Spans;
  for (const Range &R : Ranges) {
    size_t Last = R.getOffset() + std::max(R.getLength(), 1u) - 1;
    Spans.push_back({Code.take_front(R.getOffset()).rfind('\n') + 1,
                     std::min(Code.find('\n', Last), Code.size())});
  }
  llvm::sort(Spans, [](auto &A, auto &B) { return A.Begin < B.Begin; });
  std::vector<LineSpan> Merged;
  for (const LineSpan &S : Spans)
    if (!Merged.empty() && S.Begin <= Merged.back().End + 1)
      Merged.back().End = std::max(Merged.back().End, S.End);
    else
      Merged.push_back(S);
  return Merged;
}

/// What clang-format is asked to format: without the white space around, which
/// would drag in the lines before and after.
std::vector<Range> codeOf(ArrayRef<LineSpan> Spans, StringRef Code) {
  std::vector<Range> Ranges;
  for (const LineSpan &S : Spans) {
    StringRef Text = Code.slice(S.Begin, S.End).trim();
    if (!Text.empty())
      Ranges.emplace_back(Text.data() - Code.data(), Text.size());
  }
  return Ranges;
}

/// The part of \p R that changes the lines of \p S; nullopt: none.
std::optional<Replacement> within(const LineSpan &S, const Replacement &R,
                                  StringRef Code) {
  const size_t Begin = R.getOffset(), End = Begin + R.getLength();
  StringRef New = R.getReplacementText();
  bool Joins = Code.slice(Begin, End).contains('\n') && !New.contains('\n');
  bool BeginsHere = S.Begin <= Begin && Begin <= S.End;
  bool EndsHere = S.Begin <= End && End <= S.End;
  if ((BeginsHere && EndsHere) || ((BeginsHere || EndsHere) && Joins))
    return R;
  if (!EndsHere)
    return std::nullopt;
  // Blank lines above are not ours, this line's indentation is.
  return Replacement(R.getFilePath(), S.Begin, End - S.Begin,
                     New.substr(New.rfind('\n') + 1));
}

constexpr StringRef Blank = " \t\r\n";

StringRef indentationAt(StringRef Code, size_t LineBegin) {
  StringRef Line = Code.substr(LineBegin);
  return Line.take_front(Line.find_first_not_of(" \t"));
}

/// Whether \p All gives the line of the token at \p Token another indentation.
bool indents(const Replacements &All, StringRef Code, size_t Token) {
  StringRef Now = Code.take_front(Token);
  Now = Now.substr(Now.rfind('\n') + 1);
  return llvm::any_of(All, [&](const Replacement &R) {
    auto [Above, Indentation] = R.getReplacementText().rsplit('\n');
    bool StartsLine = R.getReplacementText().contains('\n');
    return StartsLine && R.getOffset() + R.getLength() == Token &&
           Indentation != Now;
  });
}

/// Whether the line above \p S or the one below would move.
bool isLaidOutByHand(const LineSpan &S, const Replacements &All,
                     StringRef Code) {
  size_t Below = Code.find_first_not_of(Blank, S.End);
  if (Below != StringRef::npos && indents(All, Code, Below))
    return true;
  StringRef Above = Code.take_front(S.Begin).rtrim(Blank);
  size_t Line = Above.rfind('\n') + 1;
  return !Above.empty() &&
         indents(All, Code, Line + indentationAt(Code, Line).size());
}

/// \p Text shifted so that its first line is indented by \p Indentation.
/// As it is if tabs are about, or raw strings, which may hold lines.
std::string shifted(StringRef Text, StringRef Indentation) {
  if (Text.contains('\t') || Indentation.contains('\t') || Text.contains("R\""))
    return Text.str();
  size_t Old = indentationAt(Text, 0).size();
  std::string Result;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(Length);
    Text = Text.drop_front(Length);
    size_t Own = indentationAt(Line, 0).size();
    if (!Line.trim(Blank).empty()) {
      Line = Line.drop_front(std::min(Own, Old));
      Result += Indentation;
    }
    Result += Line;
  }
  return Result;
}

/// What becomes of the lines of \p S, and of a neighbour that joins them.
Replacement formatted(const LineSpan &S, const Replacements &All,
                      StringRef Code) {
  Replacements Kept;
  size_t Begin = S.Begin, End = S.End;
  for (const Replacement &R : All) {
    std::optional<Replacement> Part = within(S, R, Code);
    if (!Part)
      continue;
    llvm::cantFail(Kept.add(*Part));
    Begin = std::min<size_t>(Begin, Part->getOffset());
    End = std::max<size_t>(End, Part->getOffset() + Part->getLength());
  }
  // Everything before Begin stays, so it is as long as before.
  std::string Text = llvm::cantFail(
      clang::tooling::applyAllReplacements(Code.take_front(End), Kept));
  Text.erase(0, Begin);
  if (Begin == S.Begin && isLaidOutByHand(S, All, Code))
    Text = shifted(Text, indentationAt(Code, S.Begin));
  return Replacement("", Begin, End - Begin, Text);
}

/// Equal but for white space and what breaking a string literal or a macro
/// adds.
bool sameTokens(StringRef A, StringRef B) {
  auto Next = [](StringRef &S) {
    S = S.ltrim(" \t\r\n\v\f\"\\");
    char C = S.empty() ? '\0' : S.front();
    S = S.drop_front(!S.empty());
    return C;
  };
  while (!A.empty() || !B.empty())
    if (Next(A) != Next(B))
      return false;
  return true;
}

} // namespace

std::string gilaudit::formatTouched(StringRef File, StringRef Code,
                                    ArrayRef<Range> Touched,
                                    const clang::format::FormatStyle &Style) {
  std::vector<LineSpan> Spans = spansOf(Touched, Code);
  Replacements All =
      clang::format::reformat(Style, Code, codeOf(Spans, Code), File);
  std::string Formatted;
  size_t Done = 0;
  for (const LineSpan &S : Spans) {
    Replacement R = formatted(S, All, Code);
    if (R.getOffset() < Done)
      continue; // It was joined to the lines before.
    Formatted += Code.slice(Done, R.getOffset());
    Formatted += R.getReplacementText();
    Done = R.getOffset() + R.getLength();
  }
  Formatted += Code.substr(Done);
  return sameTokens(Code, Formatted) ? Formatted : Code.str();
}
