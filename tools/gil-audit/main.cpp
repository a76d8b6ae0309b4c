//===- main.cpp - The gil-audit command -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Driver.h"

int main(int argc, char **argv) {
  return gilaudit::runDriver(llvm::ArrayRef(argv, argc));
}
