//===- Excerpt.cpp - Source lines with a caret ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Excerpt.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Locale.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;

SourceReader gilaudit::readSourcesBelow(std::string Root) {
  return [Root = std::move(Root)](StringRef File) -> std::optional<std::string> {
    // An absolute name takes the place of the root.
    llvm::SmallString<256> Path;
    if (!llvm::sys::path::is_absolute(File))
      Path = Root;
    llvm::sys::path::append(Path, File);
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return std::nullopt;
    return (*Buffer)->getBuffer().str();
  };
}

/// White space that is as wide as \p Text; tabs stay tabs.
static std::string blanksFor(StringRef Text) {
  std::string Blanks;
  while (true) {
    auto [Piece, Rest] = Text.split('\t');
    int Width = llvm::sys::locale::columnWidth(Piece);
    Blanks.append(Width < 0 ? Piece.size() : size_t(Width), ' ');
    if (Piece.size() == Text.size())
      return Blanks;
    Blanks += '\t';
    Text = Rest;
  }
}

std::optional<StringRef> Excerpts::line(const Place &P) {
  if (!Source || P.File.empty() || P.Line == 0)
    return std::nullopt;
  auto [It, New] = Files.try_emplace(P.File);
  if (New)
    It->second = Source(P.File);
  if (!It->second)
    return std::nullopt;
  StringRef Text = *It->second;
  for (unsigned Line = 1; Line != P.Line; ++Line) {
    size_t End = Text.find('\n');
    if (End == StringRef::npos)
      return std::nullopt;
    Text = Text.drop_front(End + 1);
  }
  return Text.take_until([](char C) { return C == '\n' || C == '\r'; });
}

void Excerpts::print(const Place &P, llvm::raw_ostream &OS, bool Colour) {
  std::optional<StringRef> Line = line(P);
  if (!Line)
    return;
  // Not every source is UTF-8; every terminal is.
  std::string Before =
      llvm::json::fixUTF8(Line->take_front(P.Column ? P.Column - 1 : 0));
  std::string Text = llvm::json::fixUTF8(*Line);
  OS << llvm::format("%5u | ", P.Line) << Text << "\n      | "
     << blanksFor(Before);
  if (Colour)
    OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true);
  OS << '^';
  if (Colour)
    OS.resetColor();
  OS << '\n';
}
