//===- BaselineMatch.cpp - What is new and what is gone -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Baseline.h"
#include <map>

using namespace gilaudit;
using llvm::StringRef;

namespace {

BaselineEntry entryOf(const Finding &F) {
  return {F.Rule,       F.Fingerprint, F.Content,
          F.Where.File, F.Function,    F.Message};
}

/// Takes entries for findings, each once.
class Matcher {
public:
  Matcher(Report &R, const Baseline &B) : R(R), B(B), Taken(B.Entries.size()) {}

  /// First those that are where they were, so that a finding that is new in
  /// another file cannot take their entry.
  void matchFingerprints() {
    std::map<StringRef, size_t> Entries;
    for (size_t I = 0; I != B.Entries.size(); ++I)
      Entries[B.Entries[I].Fingerprint] = I;
    for (Finding &F : R.Findings) {
      if (F.Suppression)
        continue;
      auto It = Entries.find(F.Fingerprint);
      F.BaselineState =
          It == Entries.end() ? BaselineState::New : BaselineState::Unchanged;
      if (It != Entries.end())
        Taken[It->second] = true;
    }
  }

  /// Then those that have moved. Returns how many are in another file.
  unsigned matchContents() {
    std::multimap<StringRef, size_t> Entries; // Equal keys stay in order.
    for (size_t I = 0; I != B.Entries.size(); ++I)
      if (!Taken[I])
        Entries.emplace(B.Entries[I].Content, I);
    unsigned Moved = 0;
    for (Finding &F : R.Findings) {
      if (F.BaselineState != BaselineState::New)
        continue;
      auto It = Entries.find(F.Content);
      if (It == Entries.end())
        continue;
      const BaselineEntry &E = B.Entries[It->second];
      Moved += E.File != F.Where.File;
      F.BaselineState = BaselineState::Unchanged;
      Taken[It->second] = true;
      Entries.erase(It);
    }
    return Moved;
  }

  /// What no finding has taken.
  void addRest(const LookedFor &Looked, BaselineComparison &Out) const {
    for (size_t I = 0; I != B.Entries.size(); ++I)
      if (!Taken[I]) {
        const BaselineEntry &E = B.Entries[I];
        (Looked(E) ? Out.Fixed : Out.NotLooked).push_back(E);
      }
  }

private:
  Report &R;
  const Baseline &B;
  std::vector<bool> Taken;
};

} // namespace

void gilaudit::compareWithBaseline(Report &R, const Baseline &B,
                                   const LookedFor &Looked) {
  R.Baseline.emplace();
  R.Baseline->Scope = B.Scope;
  Matcher M(R, B);
  M.matchFingerprints();
  R.Baseline->Moved = M.matchContents();
  M.addRest(Looked, *R.Baseline);
}

Baseline gilaudit::prunedBaseline(const Report &R) {
  Baseline B = {R.Baseline->Scope, R.Baseline->NotLooked};
  for (const Finding &F : R.Findings)
    if (F.BaselineState == BaselineState::Unchanged)
      B.Entries.push_back(entryOf(F));
  return B;
}

Baseline gilaudit::completeBaseline(const Report &R) {
  Baseline B = {R.Baseline->Scope, R.Baseline->NotLooked};
  for (const Finding &F : R.Findings)
    if (!F.Suppression)
      B.Entries.push_back(entryOf(F));
  return B;
}
