//===- Registry.cpp - All rules -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

/// Filled by constructors of other files, in an order that nobody knows.
std::vector<std::unique_ptr<Rule>> &registry() {
  static std::vector<std::unique_ptr<Rule>> Rules;
  return Rules;
}

} // namespace

void gilaudit::registerRule(std::unique_ptr<Rule> R) {
  registry().push_back(std::move(R));
}

std::vector<const Rule *> gilaudit::allRules() {
  std::vector<const Rule *> Rules;
  for (const std::unique_ptr<Rule> &R : registry())
    Rules.push_back(R.get());
  llvm::sort(Rules, [](const Rule *A, const Rule *B) {
    return A->info().Name < B->info().Name;
  });
  return Rules;
}
