//===- Judge.cpp - What speaks against a trial ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Judge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// What must not become more: a comment that no longer covers its finding
/// brings that up.
using Likeness = std::pair<StringRef, bool>;

Likeness likenessOf(const Finding &F) {
  return {F.Likeness, F.Suppression.has_value()};
}

/// How many findings of each likeness there are.
using Counts = std::map<Likeness, unsigned>;

void accuse(Verdicts &V, const ClosureSet &Guilty, StringRef Why) {
  for (unsigned I : Guilty)
    V.try_emplace(I, Why.str());
}

std::string absolutePath(StringRef Root, StringRef File) {
  if (llvm::sys::path::is_absolute(File))
    return File.str();
  return (Root + "/" + File).str();
}

std::string textOf(const Place &P) {
  return P.File + ":" + std::to_string(P.Line);
}

/// Compares two reports of which the second was made with the fixes in place.
class Comparison {
public:
  Comparison(const FixPlan &Plan, const Report &Before, const Report &After,
             const Blame &B)
      : Before(Before), After(After), B(B) {
    for (const Finding &F : Before.Findings)
      ++Allowed[likenessOf(F)];
    for (unsigned I = 0; I != Plan.Closures.size(); ++I)
      if (!Plan.Closures[I].Changes.empty())
        for (unsigned Index : Plan.Closures[I].Findings) {
          const Finding &F = Before.Findings[Index];
          --Allowed[likenessOf(F)];
          FixedBy[F.Likeness].insert(I);
        }
  }

  Verdicts judge() {
    Counts Left;
    for (const Finding &F : After.Findings)
      ++Left[likenessOf(F)];
    for (const Finding &F : After.Findings)
      if (Left[likenessOf(F)] > allowed(F))
        judgeFinding(F);
    judgeUnresolved();
    return std::move(V);
  }

private:
  unsigned allowed(const Finding &F) const {
    auto It = Allowed.find(likenessOf(F));
    return It == Allowed.end() ? 0 : It->second;
  }

  void judgeFinding(const Finding &F) {
    auto Fixed = FixedBy.find(F.Likeness);
    if (Fixed != FixedBy.end())
      accuse(V, Fixed->second,
             "[" + F.Rule + "] is still found at " + textOf(F.Where));
    else
      accuse(V, behind(F),
             "it brings up [" + F.Rule + "] at " + textOf(F.Where));
  }

  /// The closures nearest to the finding, else to what its witness passes.
  ClosureSet behind(const Finding &F) const {
    ClosureSet Guilty = at(F.Where);
    for (const WitnessStep &S : F.Witness)
      if (Guilty.empty())
        Guilty = at(S.Where);
    return Guilty.empty() ? B.all() : Guilty;
  }

  ClosureSet at(const Place &P) const {
    return B.nearest(absolutePath(After.Root, P.File), P.Line);
  }

  /// Code that can no longer be followed would be silent, not safe.
  void judgeUnresolved() {
    std::map<std::pair<StringRef, StringRef>, int> Known;
    for (const UnresolvedRow &U : Before.Coverage.Unresolved)
      ++Known[{U.Where.File, U.What}];
    for (const UnresolvedRow &U : After.Coverage.Unresolved)
      if (--Known[{U.Where.File, U.What}] < 0) {
        ClosureSet Guilty = at(U.Where);
        accuse(V, Guilty.empty() ? B.all() : Guilty,
               "with it, at " + textOf(U.Where) + ", " + U.What);
      }
  }

  const Report &Before, &After;
  const Blame &B;
  Counts Allowed; ///< Findings that may still be there.
  std::map<StringRef, ClosureSet> FixedBy;
  Verdicts V;
};

} // namespace

Verdicts gilaudit::judgeErrors(const ProofInput &In, const Trial &T,
                               const Blame &B) {
  Verdicts V;
  for (const BrokenUnit &Unit : T.Broken) {
    // What follows the first may follow from it; the next round shows.
    const CompileError &E = Unit.Errors.front();
    ClosureSet Guilty = B.nearest(E.File, E.Line);
    if (Guilty.empty())
      Guilty = B.inFiles(In.Facts[Unit.Index].Files);
    if (Guilty.empty())
      Guilty = B.all();
    accuse(V, Guilty, "it does not compile: " + E.Text);
  }
  return V;
}

Verdicts gilaudit::judgeReports(const FixPlan &Plan, const Report &Before,
                                const Report &After, const Blame &B) {
  return Comparison(Plan, Before, After, B).judge();
}

Verdicts gilaudit::judgeSecondPlan(const FixPlan &Second, const Blame &B) {
  Verdicts V;
  for (const Closure &C : Second.Closures)
    for (const FileChange &Change : C.Changes)
      for (const SourceEdit &E : Change.Edits) {
        ClosureSet Guilty = B.nearestToOffset(Change.File, E.Offset);
        accuse(V, Guilty.empty() ? B.all() : Guilty,
               "a second run would change more of " +
                   llvm::sys::path::filename(Change.File).str());
      }
  return V;
}
