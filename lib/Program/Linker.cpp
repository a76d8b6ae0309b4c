//===- Linker.cpp - Many translation units, one program -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr unsigned NoFile = ~0u;

template <typename T> void sortUnique(std::vector<T> &V) {
  llvm::sort(V);
  V.erase(std::unique(V.begin(), V.end()), V.end());
}

/// The order of inputs must not show. Two configurations of one file are rare;
/// then their text decides.
void sortUnits(std::vector<TUFacts> &Units) {
  llvm::stable_sort(Units, [](const TUFacts &A, const TUFacts &B) {
    if (A.MainFile != B.MainFile)
      return A.MainFile < B.MainFile;
    return &A != &B && writeFacts(A) < writeFacts(B);
  });
}

/// Rewrites the file numbers of one unit to those of the program.
class Relocation {
public:
  Relocation(const llvm::DenseMap<StringRef, unsigned> &Numbers,
             const TUFacts &Unit) {
    for (const std::string &File : Unit.Files)
      Table.push_back(Numbers.lookup(File));
  }
  void operator()(Loc &L) const { L.File = map(L.File); }
  void operator()(ByteRange &R) const { R.File = map(R.File); }
  void operator()(FixSite &S) const {
    for (ByteRange *R : {&S.Statement, &S.Call, &S.Scope, &S.FunctionBody,
                         &S.Initializer})
      (*this)(*R);
    (*this)(S.CallBegin);
    (*this)(S.CallEnd);
    (*this)(S.StatementBegin);
    (*this)(S.StatementEnd);
    for (ArgSite &A : S.Args) {
      (*this)(A.Range);
      (*this)(A.Begin);
      (*this)(A.End);
    }
  }
  void operator()(StatementFact &S) const {
    (*this)(S.Range);
    (*this)(S.Begin);
    (*this)(S.End);
    (*this)(S.Block);
  }
  void operator()(FunctionFacts &F) const {
    (*this)(F.Where);
    (*this)(F.Body);
    for (StatementFact &S : F.Statements)
      (*this)(S);
    for (Event &E : F.Events)
      (*this)(E.Where);
    for (Region &R : F.Regions)
      (*this)(R.Where);
    for (AcquireScope &A : F.Acquires)
      (*this)(A.Where);
    for (LockFact &L : F.Locks)
      (*this)(L.Where);
    for (Unbalanced &U : F.Leaks) {
      (*this)(U.Where);
      (*this)(U.Exit);
    }
  }

  void operator()(FileFact &F) const { F.File = map(F.File); }

private:
  unsigned map(unsigned File) const {
    return File < Table.size() ? Table[File] : 0;
  }
  std::vector<unsigned> Table;
};

auto place(const Loc &L) { return std::make_tuple(L.File, L.Line, L.Column); }

/// Takes the fix sites of a function that stays along; those of functions that
/// another unit has already given are dropped with them.
void takeSites(Program &P, FunctionFacts &F, const TUFacts &Unit,
               const Relocation &Relocate) {
  for (Event &E : F.Events) {
    if (E.Site < 0 || size_t(E.Site) >= Unit.FixSites.size()) {
      E.Site = -1;
      continue;
    }
    FixSite Site = Unit.FixSites[E.Site];
    Relocate(Site);
    E.Site = P.FixSites.size();
    P.FixSites.push_back(std::move(Site));
  }
}

void takeFunctions(Program &P, std::vector<TUFacts> &Units,
                   const std::vector<Relocation> &Relocations) {
  struct Candidate {
    unsigned Unit;
    FunctionFacts *Facts;
  };
  std::vector<Candidate> All;
  // Most functions of headers are in many units: sort what is left of them.
  llvm::DenseSet<StringRef> Ids;
  for (auto [Index, Unit] : llvm::enumerate(Units))
    for (FunctionFacts &F : Unit.Functions)
      if (Ids.insert(F.Id).second)
        All.push_back({unsigned(Index), &F});
  llvm::sort(All, [](const Candidate &A, const Candidate &B) {
    return A.Facts->Id < B.Facts->Id;
  });
  P.Functions.reserve(All.size());
  for (const Candidate &C : All) {
    Relocations[C.Unit](*C.Facts);
    takeSites(P, *C.Facts, Units[C.Unit], Relocations[C.Unit]);
    P.Functions.push_back(std::move(*C.Facts));
  }
}

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

/// What a header sees may depend on the unit: only what all say is true.
void takeFile(Program &P, FileFact New) {
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

void mergeUnits(Program &P, std::vector<TUFacts> &Units, LinkState &State) {
  llvm::DenseSet<StringRef> Files;
  for (TUFacts &Unit : Units)
    for (const std::string &File : Unit.Files)
      if (Files.insert(File).second)
        P.Files.push_back(File);
  llvm::sort(P.Files);
  llvm::DenseMap<StringRef, unsigned> Numbers;
  for (auto [Index, File] : llvm::enumerate(P.Files))
    Numbers[File] = Index;
  P.FileFacts.assign(P.Files.size(), FileFact());
  for (FileFact &F : P.FileFacts)
    F.File = NoFile;
  std::vector<Relocation> Relocations;
  for (const TUFacts &Unit : Units)
    Relocations.emplace_back(Numbers, Unit);
  takeFunctions(P, Units, Relocations);

  std::vector<BindingFact> Bindings;
  llvm::StringSet<> Declared;
  for (auto [Index, Unit] : llvm::enumerate(Units)) {
    const Relocation &Relocate = Relocations[Index];
    for (BindingFact &B : Unit.Bindings) {
      Relocate(B.Where);
      Relocate(B.GuardWhere);
      Relocate(B.Call);
      Bindings.push_back(std::move(B));
    }
    for (FileFact &F : Unit.FileFacts) {
      Relocate(F);
      takeFile(P, std::move(F));
    }
    for (UnresolvedFact &U : Unit.Unresolved) {
      Relocate(U.Where);
      P.Unresolved.push_back(std::move(U));
    }
    State.Flows.addEdges(std::move(Unit.Flows));
    for (std::string &Name : Unit.DeclaredApi)
      if (Declared.insert(Name).second)
        State.DeclaredApi.push_back(std::move(Name));
    P.OnApiPythonBindings |= Unit.OnApiPythonBindings;
    Unit = TUFacts();
  }
  llvm::sort(State.DeclaredApi);
  sortBindings(Bindings);
  for (BindingFact &B : Bindings)
    P.Bindings.push_back({std::move(B), {}, {}});
  P.TranslationUnits = Units.size();
}

/// Callees are function ids or, for callables, flow nodes.
bool isFlowNode(StringRef Callee) {
  return Callee.starts_with("fn:") || Callee.starts_with("param:") ||
         Callee.starts_with("ret:") || Callee.starts_with("var:") ||
         Callee.starts_with("field:");
}

/// The functions that a Call event may enter. False: nobody knows.
bool resolveCall(const Event &E, FlowGraph &Flows,
                 std::vector<FunctionIndex> &Out) {
  bool Known = false;
  for (const std::string &Callee : E.Callees) {
    if (isFlowNode(Callee)) {
      const FlowTargets &Targets = Flows.resolve(Callee);
      llvm::append_range(Out, Targets.Functions);
      Known |= !Targets.empty();
      continue;
    }
    Known = true;
    if (int F = Flows.function(Callee); F >= 0)
      Out.push_back(F);
    if (E.Via == CallVia::Virtual)
      llvm::append_range(Out, Flows.overriders(Callee));
  }
  sortUnique(Out);
  return Known;
}

void resolveCalls(Program &P, FlowGraph &Flows) {
  for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
    P.FirstEvent.push_back(P.CalleeBegin.size());
    for (auto [Index, E] : llvm::enumerate(P.Functions[F].Events)) {
      P.CalleeBegin.push_back(P.CalleeTable.size());
      if (E.Kind != EventKind::Call)
        continue;
      std::vector<FunctionIndex> Callees;
      if (!resolveCall(E, Flows, Callees))
        P.UnfollowedCalls.push_back({F, unsigned(Index)});
      llvm::append_range(P.CalleeTable, Callees);
    }
    const std::string &Closure = P.Functions[F].ClosureDestructor;
    P.Destructors.push_back(Closure.empty() ? -1 : Flows.function(Closure));
  }
  P.FirstEvent.push_back(P.CalleeBegin.size());
  P.CalleeBegin.push_back(P.CalleeTable.size());
}

void resolveBindings(Program &P, FlowGraph &Flows) {
  for (Binding &B : P.Bindings) {
    for (const std::string &Target : B.Fact.Targets) {
      if (isFlowNode(Target))
        llvm::append_range(B.Targets, Flows.resolve(Target).Functions);
      else if (int F = Flows.function(Target); F >= 0)
        B.Targets.push_back(F);
    }
    sortUnique(B.Targets);
  }
}

void sortUnresolved(std::vector<UnresolvedFact> &Facts) {
  auto Key = [](const UnresolvedFact &U) {
    return std::make_tuple(U.Where.File, U.Where.Line, U.Where.Column,
                           StringRef(U.What));
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

} // namespace

Program gilaudit::link(std::vector<TUFacts> Facts, const ModelSet &Models,
                       const AnalysisOptions &Options) {
  sortUnits(Facts);
  Program P;
  P.Root = Options.Root;
  LinkState State{Models, Options, {}, {}};
  mergeUnits(P, Facts, State);
  State.Flows.setFunctions(P.Functions);
  resolveCalls(P, State.Flows);
  resolveBindings(P, State.Flows);
  inferReleases(P, State);
  resolveApiCalls(P, State);
  summarise(P);
  collectKinds(P, State);
  sortUnresolved(P.Unresolved);
  return P;
}

StringRef Program::path(const Loc &L) const {
  if (!L.isValid() || L.File >= Files.size())
    return "";
  StringRef Path = Files[L.File], Relative = Path;
  if (!Root.empty() && Relative.consume_front(StringRef(Root).rtrim('/')) &&
      Relative.consume_front("/"))
    return Relative;
  return Path;
}

llvm::ArrayRef<FunctionIndex> Program::callees(EventRef E) const {
  unsigned Number = FirstEvent[E.Function] + E.Event;
  return llvm::ArrayRef(CalleeTable)
      .slice(CalleeBegin[Number],
             CalleeBegin[Number + 1] - CalleeBegin[Number]);
}

const ApiCall *Program::apiCall(EventRef E) const {
  int Index = ApiCallOf[FirstEvent[E.Function] + E.Event];
  return Index < 0 ? nullptr : &ApiCalls[Index];
}
