//===- Merge.h - Many units, one table of each kind -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROGRAM_MERGE_H
#define GIL_AUDIT_LIB_PROGRAM_MERGE_H

#include "Internal.h"
#include "Relocation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace gilaudit {

/// A list that is cleaned of what it has twice each time it has doubled: of
/// facts in headers, which come with every unit, a few are in memory at most.
template <typename T> class DistinctList {
public:
  /// \p Clean sorts a list and drops all but the first of equals.
  explicit DistinctList(void (*Clean)(std::vector<T> &)) : Clean(Clean) {}

  void add(T Item) {
    Items.push_back(std::move(Item));
    if (Items.size() < Limit)
      return;
    Clean(Items);
    Limit = std::max<size_t>(1024, 2 * Items.size());
  }
  /// All, as \p Rewrite leaves them, clean.
  template <typename Fn> std::vector<T> take(const Fn &Rewrite) {
    for (T &Item : Items)
      Rewrite(Item);
    Clean(Items);
    return std::move(Items);
  }

private:
  void (*Clean)(std::vector<T> &);
  std::vector<T> Items;
  size_t Limit = 1024;
};

/// Puts units into a Program's tables, and what is not for these into a
/// LinkState. While units come, files have the numbers of their first mention;
/// finish() sorts them.
class UnitMerger {
public:
  UnitMerger(Program &P, LinkState &State);
  /// In the order of sortUnits: the first to say something is believed.
  void add(TUFacts Unit);
  /// Once.
  void finish();

private:
  Relocation numberFiles(const TUFacts &Unit);
  void takeFunction(FunctionFacts &F, const TUFacts &Unit,
                    const Relocation &Relocate);
  void takeFile(FileFact New);
  Relocation sortFiles();
  void sortFunctions();
  void finishFunctions(const Relocation &Relocate);

  Program &P;
  LinkState &State;
  llvm::StringMap<unsigned> FileNumbers;
  llvm::DenseSet<InternedString> Ids; ///< Of P.Functions.
  DistinctList<BindingFact> Bindings;
  DistinctList<UnresolvedFact> Unresolved;
  llvm::StringSet<> Declared;
};

/// By place and text; one of each.
void sortUnresolved(std::vector<UnresolvedFact> &Facts);

} // namespace gilaudit

#endif
