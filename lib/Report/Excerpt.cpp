//===- Excerpt.cpp - Source lines with a caret ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Excerpt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Locale.h"

using namespace gilaudit;
using llvm::StringRef;

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

std::string gilaudit::printable(StringRef Text) {
  std::string Out;
  for (char C : llvm::json::fixUTF8(Text)) {
    unsigned char Byte = C;
    if (C == '\t' || (Byte >= ' ' && Byte != 0x7F))
      Out += C;
    else
      Out +=
          "<" + llvm::utohexstr(Byte, /*LowerCase=*/false, /*Width=*/2) + ">";
  }
  return Out;
}

void Excerpts::print(const Place &P, llvm::raw_ostream &OS, bool Colour) {
  std::optional<StringRef> Line = Files.line(P.File, P.Line);
  if (!Line)
    return;
  std::string Before = printable(Line->take_front(P.Column ? P.Column - 1 : 0));
  std::string Text = printable(*Line);
  OS << llvm::format("%5u | ", P.Line) << Text << "\n      | "
     << blanksFor(Before);
  if (Colour)
    OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true);
  OS << '^';
  if (Colour)
    OS.resetColor();
  OS << '\n';
}

/// Calls \p Print with each line of \p Text.
template <typename Fn> static void forEachLine(StringRef Text, Fn Print) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Print(printable(Line.rtrim('\r')));
    Text = Rest;
  }
}

void Excerpts::printEdit(const FixEdit &E, llvm::raw_ostream &OS, bool Colour) {
  auto Print = [&](llvm::raw_ostream::Colors C, char Sign, StringRef Line) {
    if (Colour)
      OS.changeColor(C);
    OS << Sign << Line;
    if (Colour)
      OS.resetColor();
    OS << '\n';
  };
  if (const std::string *Whole = Files.text(E.File)) {
    StringRef Text = *Whole;
    unsigned Number = 1 + Text.take_front(E.Offset).count('\n');
    forEachLine(Text.substr(E.Offset, E.Length), [&](StringRef Line) {
      OS << llvm::format("%5u |", Number++);
      Print(llvm::raw_ostream::RED, '-', Line);
    });
  }
  forEachLine(E.Text, [&](StringRef Line) {
    OS << "      |";
    Print(llvm::raw_ostream::GREEN, '+', Line);
  });
}
