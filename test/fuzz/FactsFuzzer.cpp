//===- FactsFuzzer.cpp - Any bytes as a facts file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader takes must survive the rest of the pipeline: an index that it
// lets through would be out of range there. And it must be written as it was
// read.
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Facts.h"
#include "gil-audit/Rule.h"
#include <cstdlib>

using namespace gilaudit;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const ModelSet Models = ModelSet::builtin();
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<TUFacts> Facts = readFacts(Text, "fuzz");
  if (!Facts) {
    llvm::consumeError(Facts.takeError());
    return 0;
  }
  std::string Written = writeFacts(*Facts);
  llvm::Expected<TUFacts> Again = readFacts(Written, "again");
  if (!Again || writeFacts(*Again) != Written)
    std::abort();
  AnalysisOptions Options;
  Options.Root = "/root";
  Options.Pedantic = true;
  analyze({std::move(*Facts)}, Models, Options);
  return 0;
}
