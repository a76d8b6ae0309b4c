//===- DiffFuzzer.cpp - Any bytes as a unified diff -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Change/Diff.h"

using namespace gilaudit;

/// A diff of one file with these lines.
static std::string diffOf(const LineSet &Lines) {
  std::string Text = "--- x\n+++ x\n";
  for (auto [First, Last] : Lines.spans()) {
    // Each line of the input makes one; only wrong sums make more.
    unsigned Count = Last - First + 1;
    Text += "@@ -0,0 +" + std::to_string(First) + "," + std::to_string(Count) +
            " @@\n";
    for (unsigned I = 0; I != Count; ++I)
      Text += "+\n";
  }
  for (unsigned Gap : Lines.gaps())
    Text += "@@ -1 +" + std::to_string(Gap) + ",0 @@\n-\n";
  return Text;
}

/// Runs are in order, and neither overlap nor meet.
static bool isProper(const LineSet &Lines) {
  unsigned Behind = 0;
  for (auto [First, Last] : Lines.spans()) {
    if (First <= Behind || First > Last || !Lines.touches(First) ||
        !Lines.touches(Last))
      return false;
    Behind = Last + 1;
  }
  for (unsigned Gap : Lines.gaps())
    if (!Lines.touches(Gap) || !Lines.touches(Gap + 1))
      return false;
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<std::vector<DiffFile>> Files = readDiff(Text, "fuzz");
  if (!Files) {
    llvm::consumeError(Files.takeError());
    return 0;
  }
  for (const DiffFile &F : *Files) {
    if (!isProper(F.Lines) || (F.Name.empty() && !F.Lines.empty()))
      __builtin_trap();
    auto Again = readDiff(diffOf(F.Lines), "written");
    if (!Again || Again->size() != 1 ||
        Again->front().Lines.spans() != F.Lines.spans() ||
        Again->front().Lines.gaps() != F.Lines.gaps())
      __builtin_trap();
  }
  return 0;
}
