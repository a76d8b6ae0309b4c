//===- Places.cpp - Locations in a SARIF log ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Log.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

static constexpr StringRef ByteOrderMark = "\xEF\xBB\xBF";

Json Places::artifact(StringRef File) const {
  std::string Name = Names.inRepository(File);
  // Outside of the repository: nobody can show it, but it must not be taken for
  // a file inside.
  if (llvm::sys::path::is_absolute(Name))
    return {{"uri", "file://" + encodePath(Name)}};
  return {{"uri", encodePath(Name)}, {"uriBaseId", "SRCROOT"}};
}

/// The column behind \p Bytes bytes of a line. A byte order mark is no column.
unsigned Places::column(StringRef LineText, unsigned Line,
                        unsigned Bytes) const {
  StringRef Before = LineText.take_front(Bytes);
  if (Line == 1)
    Before.consume_front(ByteOrderMark);
  return utf16Length(Before) + 1;
}

Json Places::lineRegion(const Place &P) {
  unsigned Line = std::max(P.Line, 1u);
  Json Region = {{"startLine", Line}};
  std::optional<StringRef> Text = Texts.line(P.File, P.Line);
  unsigned Start = 1, End = 2;
  if (Text && P.Column == 0) {
    End = column(*Text, Line, unsigned(Text->size()));
  } else if (Text) {
    unsigned Before = std::min<size_t>(P.Column - 1, Text->size());
    Start = column(*Text, Line, Before);
    End = column(*Text, Line, Before + tokenLength(Text->drop_front(Before)));
  } else if (P.Column) {
    Start = P.Column;
    End = Start + 1;
  }
  Region["startColumn"] = Start;
  Region["endLine"] = Line;
  // Never empty: GitHub would not mark anything.
  Region["endColumn"] = std::max(End, Start + 1);
  return Region;
}

Json Places::physical(const Place &P) {
  return {{"artifactLocation", artifact(P.File)}, {"region", lineRegion(P)}};
}

Json Places::physicalWithText(const Place &P) {
  Json J = physical(P);
  std::optional<StringRef> Text = Texts.line(P.File, P.Line);
  if (!Text || Text->empty())
    return J;
  size_t Before = P.Column ? std::min<size_t>(P.Column - 1, Text->size()) : 0;
  StringRef Rest = Text->drop_front(Before);
  StringRef Token = P.Column ? Rest.take_front(tokenLength(Rest)) : Rest;
  if (!Token.empty())
    J["region"]["snippet"] = message(Token);
  J["contextRegion"] = {{"startLine", P.Line}, {"snippet", message(*Text)}};
  return J;
}

std::optional<Json> Places::region(StringRef File, unsigned Offset,
                                   unsigned Length) {
  auto Start = Texts.lineAt(File, Offset);
  auto End = Texts.lineAt(File, Offset + Length);
  if (!Start || !End)
    return std::nullopt;
  StringRef Text = *Texts.text(File);
  auto Column = [&](std::pair<unsigned, unsigned> At, unsigned Byte) {
    return column(Text.drop_front(At.second), At.first, Byte - At.second);
  };
  return Json{{"startLine", Start->first},
              {"startColumn", Column(*Start, Offset)},
              {"endLine", End->first},
              {"endColumn", Column(*End, Offset + Length)}};
}
