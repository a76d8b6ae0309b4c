//===- Fixits.cpp - What editors read from compilers ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Edit.h"

using namespace gilaudit;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// "12:3" for the byte at \p Offset.
void printPosition(llvm::raw_ostream &OS, StringRef Text, unsigned Offset) {
  StringRef Head = Text.take_front(Offset);
  OS << Head.count('\n') + 1 << ':' << Head.size() - (Head.rfind('\n') + 1) + 1;
}

} // namespace

std::string gilaudit::parseableFixits(StringRef File, StringRef Before,
                                      ArrayRef<SourceEdit> Edits) {
  std::string Lines;
  llvm::raw_string_ostream OS(Lines);
  for (const SourceEdit &E : Edits) {
    OS << "fix-it:\"";
    OS.write_escaped(File);
    OS << "\":{";
    printPosition(OS, Before, E.Offset);
    OS << '-';
    printPosition(OS, Before, E.Offset + E.Length);
    OS << "}:\"";
    OS.write_escaped(E.Text);
    OS << "\"\n";
  }
  return Lines;
}
