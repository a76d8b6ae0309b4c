//===- UnitCache.cpp - Which units have to be parsed ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitCache.h"
#include "CacheKey.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

UnitCache::UnitCache(llvm::ArrayRef<CompileUnit> Units,
                     const ExtractionOptions &Options, std::string &Warning)
    : Keys(Units.size()), Hits(Units.size()) {
  if (Options.CacheFolder.empty())
    return;
  auto KeyOf = CacheKeys::create(Options, Options.ModelFiles);
  if (!KeyOf) {
    Warning = "no cache: " + llvm::toString(KeyOf.takeError());
    return;
  }
  Store = Cache(Options.CacheFolder, Warning);
  for (auto [Index, Unit] : llvm::enumerate(Units)) {
    auto Command = adjustCommandLine(Unit, Options.CommandLine);
    if (!Command) {
      // The worker will say so.
      llvm::consumeError(Command.takeError());
      continue;
    }
    Keys[Index] = KeyOf->of(Unit, *Command);
    Hits[Index] = Store.find(Keys[Index]);
  }
}

std::vector<size_t> UnitCache::misses() const {
  std::vector<size_t> Misses;
  for (size_t I = 0; I != Hits.size(); ++I)
    if (!Hits[I])
      Misses.push_back(I);
  return Misses;
}

void UnitCache::store(size_t Unit, int64_t Since, ParseInputs Inputs,
                      std::string Facts) const {
  if (!Keys[Unit].empty())
    Store.store(Keys[Unit], Since, std::move(Inputs), std::move(Facts));
}
