//===- FixCarriers.cpp - Which finding brings which fix -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FixCarriers.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace gilaudit;

FixCarriers::FixCarriers(const Report &R,
                         llvm::function_ref<bool(const Finding &)> Shown) {
  llvm::EquivalenceClasses<size_t> Together;
  std::map<std::string, size_t> FirstOfClosure;
  std::map<std::pair<std::string, unsigned>, size_t> FirstWithEdit;
  for (size_t I = 0; I != R.Findings.size(); ++I) {
    const Finding &F = R.Findings[I];
    if (F.Closure.empty())
      continue;
    Together.unionSets(FirstOfClosure.try_emplace(F.Closure, I).first->second,
                       I);
    for (const FixEdit &E : F.Fixes)
      Together.unionSets(
          FirstWithEdit.try_emplace({E.File, E.Offset}, I).first->second, I);
  }
  std::map<size_t, size_t> CarrierOf; // By the leader of its class.
  for (size_t I = 0; I != R.Findings.size(); ++I) {
    if (R.Findings[I].Closure.empty() || !Shown(R.Findings[I]))
      continue;
    auto [It, New] = CarrierOf.try_emplace(Together.getLeaderValue(I), I);
    if (!New)
      GoesWith[I] = It->second;
  }
  for (const auto &[Edit, I] : FirstWithEdit) {
    auto It = CarrierOf.find(Together.getLeaderValue(I));
    if (It == CarrierOf.end())
      continue;
    for (const FixEdit &E : R.Findings[I].Fixes)
      if (E.File == Edit.first && E.Offset == Edit.second)
        Edits[It->second].push_back(E);
  }
}
