//===- GilState.cpp - Names of the GIL states -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/GilState.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace gilaudit;

llvm::StringRef gilaudit::toString(GilState State) {
  switch (State) {
  case GilState::Inherited:
    return "inherited";
  case GilState::Held:
    return "held";
  case GilState::Released:
    return "released";
  case GilState::Mixed:
    return "mixed";
  }
  llvm_unreachable("not a GilState");
}

std::optional<GilState> gilaudit::parseGilState(llvm::StringRef Text) {
  return llvm::StringSwitch<std::optional<GilState>>(Text)
      .Case("inherited", GilState::Inherited)
      .Case("held", GilState::Held)
      .Case("released", GilState::Released)
      .Case("mixed", GilState::Mixed)
      .Default(std::nullopt);
}
