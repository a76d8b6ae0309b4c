//===- Merge.cpp - Many units, one table of each kind ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Merge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr unsigned NoFile = ~0u;

auto place(const Loc &L) { return std::make_tuple(L.File, L.Line, L.Column); }

/// A binding in a header is one binding, however many units include it.
void sortBindings(std::vector<BindingFact> &Facts) {
  auto Key = [](const BindingFact &B) {
    return std::make_tuple(place(B.Where), StringRef(B.Name), StringRef(B.Form),
                           StringRef(B.Api), B.Entry);
  };
  auto Less = [&](const BindingFact &A, const BindingFact &B) {
    return Key(A) != Key(B) ? Key(A) < Key(B) : A.Targets < B.Targets;
  };
  llvm::stable_sort(Facts, Less);
  auto Equal = [&](const BindingFact &A, const BindingFact &B) {
    return Key(A) == Key(B) && A.Targets == B.Targets;
  };
  Facts.erase(std::unique(Facts.begin(), Facts.end(), Equal), Facts.end());
}

/// A comment in a header is one comment; it covers what it covers in any unit.
void mergeSuppressions(std::vector<SuppressionFact> &Facts) {
  auto Key = [](const SuppressionFact &S) {
    return std::make_tuple(place(S.Where), StringRef(S.Kind),
                           StringRef(S.Problem));
  };
  llvm::stable_sort(Facts,
                    [&](const SuppressionFact &A, const SuppressionFact &B) {
                      return Key(A) < Key(B);
                    });
  std::vector<SuppressionFact> Merged;
  for (SuppressionFact &S : Facts) {
    if (Merged.empty() || Key(Merged.back()) != Key(S)) {
      Merged.push_back(std::move(S));
      continue;
    }
    std::vector<LineRange> &Covers = Merged.back().Covers;
    Covers.insert(Covers.end(), S.Covers.begin(), S.Covers.end());
  }
  auto Lines = [](const LineRange &R) {
    return std::make_tuple(R.File, R.First, R.Last);
  };
  for (SuppressionFact &S : Merged) {
    llvm::sort(S.Covers, [&](const LineRange &A, const LineRange &B) {
      return Lines(A) < Lines(B);
    });
    S.Covers.erase(std::unique(S.Covers.begin(), S.Covers.end(),
                               [&](const LineRange &A, const LineRange &B) {
                                 return Lines(A) == Lines(B);
                               }),
                   S.Covers.end());
  }
  Facts = std::move(Merged);
}

} // namespace

void gilaudit::sortUnresolved(std::vector<UnresolvedFact> &Facts) {
  auto Key = [](const UnresolvedFact &U) {
    return std::make_tuple(place(U.Where), StringRef(U.What));
  };
  llvm::sort(Facts, [&](const UnresolvedFact &A, const UnresolvedFact &B) {
    return Key(A) < Key(B);
  });
  Facts.erase(
      std::unique(Facts.begin(), Facts.end(),
                  [&](const UnresolvedFact &A, const UnresolvedFact &B) {
                    return Key(A) == Key(B);
                  }),
      Facts.end());
}

UnitMerger::UnitMerger(Program &P, LinkState &State)
    : P(P), State(State), Bindings(sortBindings), Unresolved(sortUnresolved),
      Suppressions(mergeSuppressions) {}

Relocation UnitMerger::numberFiles(const TUFacts &Unit) {
  std::vector<unsigned> Table;
  for (const std::string &File : Unit.Files) {
    auto [It, New] = FileNumbers.try_emplace(File, P.Files.size());
    if (New) {
      P.Files.push_back(File);
      P.FileFacts.emplace_back().File = NoFile;
    }
    Table.push_back(It->second);
  }
  return Relocation(std::move(Table), NoFile);
}

/// Takes the fix sites of a function that stays along; those of functions that
/// another unit has already given are dropped with them.
void UnitMerger::takeFunction(FunctionFacts &F, const TUFacts &Unit,
                              const Relocation &Relocate) {
  if (!Ids.insert(F.Id).second)
    return;
  Relocate(F);
  for (Event &E : F.Events) {
    if (E.Site < 0 || size_t(E.Site) >= Unit.FixSites.size()) {
      E.Site = -1;
      continue;
    }
    P.FixSites.push_back(Unit.FixSites[E.Site]);
    Relocate(P.FixSites.back());
    E.Site = P.FixSites.size() - 1;
  }
  // A copy: what stays lies together, and the rest of the unit leaves no holes.
  P.Functions.push_back(F);
}

/// What a header sees may depend on the unit: only what all say is true.
void UnitMerger::takeFile(FileFact New) {
  if (New.File == NoFile)
    return;
  FileFact &F = P.FileFacts[New.File];
  bool First = F.File == NoFile;
  F.File = New.File;
  F.IsGenerated |= New.IsGenerated;
  F.SeesGuards = (First || F.SeesGuards) && New.SeesGuards;
  if (F.GuardInclude.empty())
    F.GuardInclude = std::move(New.GuardInclude);
  if (F.FinalizationTest.empty())
    F.FinalizationTest = std::move(New.FinalizationTest);
}

void UnitMerger::add(TUFacts Unit) {
  Relocation Relocate = numberFiles(Unit);
  for (FunctionFacts &F : Unit.Functions)
    takeFunction(F, Unit, Relocate);
  for (BindingFact &B : Unit.Bindings) {
    Relocate(B);
    Bindings.add(std::move(B));
  }
  for (FileFact &F : Unit.FileFacts) {
    Relocate(F);
    takeFile(std::move(F));
  }
  for (UnresolvedFact &U : Unit.Unresolved) {
    Relocate(U);
    Unresolved.add(std::move(U));
  }
  for (SuppressionFact &S : Unit.Suppressions) {
    Relocate(S);
    Suppressions.add(std::move(S));
  }
  State.Flows.addEdges(Unit.Flows);
  for (const std::string &Name : Unit.DeclaredApi)
    Declared.insert(Name);
  P.OnApiPythonBindings |= Unit.OnApiPythonBindings;
  ++P.TranslationUnits;
}

/// From the order of first mention to that of paths.
Relocation UnitMerger::sortFiles() {
  auto Order = llvm::to_vector(llvm::seq<unsigned>(0, P.Files.size()));
  llvm::sort(Order,
             [&](unsigned A, unsigned B) { return P.Files[A] < P.Files[B]; });
  std::vector<unsigned> Table(Order.size());
  std::vector<std::string> Files;
  std::vector<FileFact> Facts;
  for (unsigned Old : Order) {
    Table[Old] = Files.size();
    Files.push_back(std::move(P.Files[Old]));
    Facts.push_back(std::move(P.FileFacts[Old]));
    if (Facts.back().File != NoFile)
      Facts.back().File = Table[Old];
  }
  P.Files = std::move(Files);
  P.FileFacts = std::move(Facts);
  return Relocation(std::move(Table), 0);
}

/// Sorts the functions by Id where they are: a second table of them would be
/// a fifth of all memory.
void UnitMerger::sortFunctions() {
  std::vector<FunctionFacts> &Functions = P.Functions;
  auto Order = llvm::to_vector(llvm::seq<unsigned>(0, Functions.size()));
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    return Functions[A].Id < Functions[B].Id;
  });
  // Cycle by cycle; what is in place already has its own number in Order.
  for (unsigned Start = 0; Start != Order.size(); ++Start) {
    if (Order[Start] == Start)
      continue;
    FunctionFacts First = std::move(Functions[Start]);
    unsigned To = Start;
    while (Order[To] != Start) {
      unsigned From = Order[To];
      Functions[To] = std::move(Functions[From]);
      Order[To] = To;
      To = From;
    }
    Functions[To] = std::move(First);
    Order[To] = To;
  }
}

void UnitMerger::finishFunctions(const Relocation &Relocate) {
  Ids = {};
  sortFunctions();
  for (FunctionFacts &F : P.Functions)
    Relocate(F);
  for (FixSite &S : P.FixSites)
    Relocate(S);
}

void UnitMerger::finish() {
  Relocation Relocate = sortFiles();
  finishFunctions(Relocate);
  for (BindingFact &B : Bindings.take(Relocate))
    P.Bindings.push_back({std::move(B), {}, {}});
  P.Unresolved = Unresolved.take(Relocate);
  P.Suppressions = Suppressions.take(Relocate);
  for (StringRef Name : Declared.keys())
    State.DeclaredApi.push_back(Name.str());
  llvm::sort(State.DeclaredApi);
}
