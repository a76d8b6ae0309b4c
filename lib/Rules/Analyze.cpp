//===- Analyze.cpp - Facts in, report out ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Collects what all rules report and puts it into the order of the report.
class Collector : public Sink {
public:
  explicit Collector(const Program &P) : P(P) {}

  void setRule(const RuleInfo &Info) { Current = &Info; }

  void report(RawFinding F) override {
    F.Result.Rule = Current->Name.str();
    if (F.Result.Severity.empty())
      F.Result.Severity = Current->Severity.str();
    F.Result.Where = placeOf(P, F.Where);
    if (F.Function >= 0) {
      F.Result.Function = P.function(F.Function).Name.str();
      F.Subject = F.Result.Function;
    } else {
      F.Result.Function = F.Subject;
    }
    Raw.push_back(std::move(F));
  }

  std::vector<RawFinding> &raw() { return Raw; }

  void unresolved(Loc Where, std::string What) override {
    Unresolved.push_back({placeOf(P, Where), std::move(What)});
  }

  /// Instances of a template and copies of an inline function are at one place
  /// and are one finding.
  void finish(Report &R) {
    auto Key = [](const RawFinding &F) {
      const Place &W = F.Result.Where;
      return std::tie(W.File, W.Line, W.Column, F.Result.Rule);
    };
    llvm::stable_sort(Raw, [&](const RawFinding &A, const RawFinding &B) {
      return Key(A) != Key(B) ? Key(A) < Key(B) : A.Function < B.Function;
    });
    for (const RawFinding &F : Raw)
      Located.push_back({nullptr, F.Function, F.Result.Target});
    std::vector<size_t> Of = firstOfEqual(Key);
    Raw.erase(std::unique(Raw.begin(), Raw.end(),
                          [&](const RawFinding &A, const RawFinding &B) {
                            return Key(A) == Key(B);
                          }),
              Raw.end());
    std::vector<std::pair<std::string, std::string>> Keys;
    for (RawFinding &F : Raw) {
      Keys.emplace_back(std::move(F.Subject), std::move(F.Sink));
      R.Findings.push_back(std::move(F.Result));
    }
    fillFingerprints(R.Findings, Keys);
    for (size_t I = 0; I != Of.size(); ++I)
      Located[I].What = &R.Findings[Of[I]];
    finishUnresolved(R);
  }

  /// After finish(): refers to its report.
  llvm::ArrayRef<LocatedFinding> located() const { return Located; }

private:
  /// The number of each raw finding once those with equal keys are one.
  template <typename KeyFn> std::vector<size_t> firstOfEqual(KeyFn Key) const {
    std::vector<size_t> Numbers;
    for (size_t I = 0; I != Raw.size(); ++I)
      Numbers.push_back(I == 0                           ? 0
                        : Key(Raw[I - 1]) == Key(Raw[I]) ? Numbers.back()
                                                         : Numbers.back() + 1);
    return Numbers;
  }

  void finishUnresolved(Report &R) {
    auto Key = [](const UnresolvedRow &U) {
      return std::tie(U.Where.File, U.Where.Line, U.Where.Column, U.What);
    };
    llvm::sort(Unresolved, [&](const UnresolvedRow &A, const UnresolvedRow &B) {
      return Key(A) < Key(B);
    });
    Unresolved.erase(
        std::unique(Unresolved.begin(), Unresolved.end(),
                    [&](const UnresolvedRow &A, const UnresolvedRow &B) {
                      return Key(A) == Key(B);
                    }),
        Unresolved.end());
    R.Coverage.Unresolved = std::move(Unresolved);
  }

  const Program &P;
  const RuleInfo *Current = nullptr;
  std::vector<RawFinding> Raw;
  std::vector<LocatedFinding> Located;
  std::vector<UnresolvedRow> Unresolved;
};

bool enabled(const RuleInfo &Info, const AnalysisOptions &Options) {
  if (Info.PedanticOnly && !Options.Pedantic)
    return false;
  return !Options.RuleEnabled || Options.RuleEnabled(Info.Name);
}

bool runs(StringRef Rule, const AnalysisOptions &Options) {
  return llvm::any_of(allRules(), [&](const gilaudit::Rule *R) {
    return R->info().Name == Rule && enabled(R->info(), Options);
  });
}

/// What the audit could not decide, so that silence is not taken for safety.
void countUnresolved(const Solution &S, Sink &Out) {
  const Program &P = S.program();
  for (const UnresolvedFact &U : P.Unresolved)
    Out.unresolved(U.Where, U.What.str());
  Context Entry;
  for (EventRef E : P.UnfollowedCalls) {
    // Unknown code matters where the GIL is not held.
    bool Matters = false;
    for (Context C : {Context::Callback, Context::Region, Context::AfterExit})
      Matters |= S.find(E, C, Entry);
    if (Matters)
      Out.unresolved(P.event(E).Where,
                     "what " + quoted(P.event(E).What) +
                         " calls here, without the GIL, could not be followed");
  }
  for (const ApiCall &Call : P.ApiCalls)
    if (S.hazard(Call) && S.find(Call.Where, Context::Mixed, Entry) &&
        !S.find(Call.Where, Context::Held, Entry))
      Out.unresolved(P.event(Call.Where).Where,
                     "whether " + quoted(Call.Model->Name) +
                         " is called with the GIL held depends on the path");
}

std::string releaseLine(const ApiRelease &R) {
  return R.Model + " " +
         (R.Release ? std::to_string(R.Release) : std::string("newest")) +
         " (" + R.Reason + ")";
}

Report makeReport(const Solution &S, const AnalysisOptions &Options) {
  const Program &P = S.program();
  Collector Out(P);
  for (const Rule *R : allRules())
    if (enabled(R->info(), Options)) {
      Out.setRule(R->info());
      R->run(S, Out);
    }
  for (CommentFinding &C :
       suppress(P,
                {Options.AllowWithoutReason, Options.Partial,
                 [&](StringRef Rule) { return runs(Rule, Options); }},
                Out.raw()))
    if (enabled(*C.Rule, Options)) {
      Out.setRule(*C.Rule);
      Out.report(std::move(C.Finding));
    }
  countUnresolved(S, Out);

  Report R;
  R.Root = Options.Root;
  Out.finish(R);
  R.Groups = tellGroups(P, R.Findings);
  R.Inventory = takeInventory(S);
  R.Inventory.Matrix = takeMatrix(S, Out.located());
  R.Coverage.TranslationUnits = P.TranslationUnits;
  for (const ApiRelease &Release : P.Releases)
    if (Release.Matters)
      R.ApiReleases.push_back(releaseLine(Release));
  return R;
}

} // namespace

Analysis gilaudit::analyzeWhole(std::vector<TUFacts> Facts,
                                const ModelSet &Models,
                                const AnalysisOptions &Options) {
  Analysis A;
  A.Linked = std::make_unique<Program>(link(std::move(Facts), Models, Options));
  A.Solved = std::make_unique<Solution>(*A.Linked, Options);
  A.Result = std::make_unique<Report>(makeReport(*A.Solved, Options));
  return A;
}

Report gilaudit::analyze(std::vector<TUFacts> Facts, const ModelSet &Models,
                         const AnalysisOptions &Options) {
  return std::move(*analyzeWhole(std::move(Facts), Models, Options).Result);
}

Report gilaudit::analyze(const Program &P, const AnalysisOptions &Options) {
  return makeReport(Solution(P, Options), Options);
}
