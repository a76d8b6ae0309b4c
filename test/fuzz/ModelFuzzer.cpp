//===- ModelFuzzer.cpp - Any bytes as a model file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Model.h"

using namespace gilaudit;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const ModelSet Known = ModelSet::builtin();
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<ApiModel> Model = parseModel(Text, "fuzz", &Known);
  if (!Model) {
    llvm::consumeError(Model.takeError());
    return 0;
  }
  ModelSet All = Known;
  All.add(std::move(*Model));
  All.inPrefix("mlirOperationVerify");
  All.modelOf("std::thread::join");
  return 0;
}
