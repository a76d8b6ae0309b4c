//===- BaselineFuzzer.cpp - Any bytes as a baseline -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Baseline.h"

using namespace gilaudit;

/// A finding for each entry but the first, every other one in another file.
static Report reportOf(const Baseline &B) {
  Report R;
  for (size_t I = 1; I < B.Entries.size(); ++I) {
    const BaselineEntry &E = B.Entries[I];
    Finding F;
    F.Rule = E.Rule;
    F.Where.File = I % 2 ? E.File : "moved/" + E.File;
    F.Fingerprint = I % 2 ? E.Fingerprint : "1:moved" + std::to_string(I);
    F.Content = E.Content;
    R.Findings.push_back(std::move(F));
  }
  return R;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Baseline> B = readBaseline(Text, "fuzz");
  if (!B) {
    llvm::consumeError(B.takeError());
    return 0;
  }
  // What is written is read again, and the same.
  std::string Written = writeBaseline(*B);
  llvm::Expected<Baseline> Again = readBaseline(Written, "written");
  if (!Again || writeBaseline(*Again) != Written)
    __builtin_trap();

  Report R = reportOf(*B);
  compareWithBaseline(R, *B, [](const BaselineEntry &) { return true; });
  size_t Known = 0;
  for (const Finding &F : R.Findings)
    Known += F.BaselineState == BaselineState::Unchanged;
  if (Known + R.Baseline->Fixed.size() != B->Entries.size())
    __builtin_trap();
  prunedBaseline(R);
  return 0;
}
