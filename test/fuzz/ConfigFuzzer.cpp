//===- ConfigFuzzer.cpp - Any bytes as a configuration --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Config.h"

using namespace gilaudit;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Config> C = readConfig(Text, "/fuzz/.gil-audit.json");
  if (!C) {
    llvm::consumeError(C.takeError());
    return 0;
  }
  for (const Setting &S : C->Settings) {
    C->placeOf(S);
    llvm::consumeError(C->errorAt(S, "wrong"));
  }
  return 0;
}
