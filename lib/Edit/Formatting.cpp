//===- Formatting.cpp - Touched lines through clang-format ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-format lays out whole constructs: where the first statement of a lambda
// is touched, all of the call around the lambda. So its replacements, each the
// white space before one token, are filtered by the line that the token is on.
//
//===----------------------------------------------------------------------===//
#include "Formatting.h"
#include "llvm/ADT/STLExtras.h"

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
std::vector<LineSpan> linesOf(ArrayRef<Range> Ranges, StringRef Code) {
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

/// The part of \p R that changes touched lines; nullopt: none.
std::optional<Replacement> within(const Replacement &R, ArrayRef<LineSpan> Spans,
                                  StringRef Code) {
  const size_t Begin = R.getOffset(), End = Begin + R.getLength();
  StringRef Old = Code.slice(Begin, End), New = R.getReplacementText();
  bool Joins = Old.contains('\n') && !New.contains('\n');
  for (const LineSpan &S : Spans) {
    bool EndsHere = S.Begin <= End && End <= S.End;
    bool BeginsHere = S.Begin <= Begin && Begin <= S.End;
    if (BeginsHere && (EndsHere || Joins))
      return R;
    if (!EndsHere)
      continue;
    if (Joins)
      return R;
    // Blank lines above are not ours, this line's indentation is.
    return Replacement(R.getFilePath(), S.Begin, End - S.Begin,
                       New.substr(New.rfind('\n') + 1));
  }
  return std::nullopt;
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

std::string
gilaudit::formatTouched(StringRef File, StringRef Code, ArrayRef<Range> Touched,
                        const clang::format::FormatStyle &Style) {
  std::vector<LineSpan> Spans = linesOf(Touched, Code);
  Replacements Kept;
  for (const Replacement &R : clang::format::reformat(
           Style, Code, codeOf(Spans, Code), File))
    if (std::optional<Replacement> Part = within(R, Spans, Code))
      llvm::cantFail(Kept.add(*Part));
  std::string Formatted =
      llvm::cantFail(clang::tooling::applyAllReplacements(Code, Kept));
  return sameTokens(Code, Formatted) ? Formatted : Code.str();
}
