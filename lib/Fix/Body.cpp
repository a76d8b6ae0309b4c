//===- Body.cpp - Where in a function's text its events are ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Body.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

int Body::statementAt(const Loc &Where) const {
  // Outer statements stand before inner ones.
  int Found = -1;
  for (auto [Index, S] : llvm::enumerate(facts().Statements))
    if (isIn(Where, S.Begin, S.End))
      Found = static_cast<int>(Index);
  return Found;
}

std::vector<int> Body::chain(int Statement) const {
  std::vector<int> Chain;
  for (int S = Statement; S >= 0; S = statement(S).Parent)
    Chain.push_back(S);
  std::reverse(Chain.begin(), Chain.end());
  return Chain;
}

static bool callsNeedy(const Program &P, EventRef E, bool WithReleases) {
  return llvm::any_of(P.callees(E), [&](FunctionIndex Callee) {
    return P.needsGil(Callee, WithReleases);
  });
}

bool Body::needsGil(unsigned Number) const {
  const Event &E = facts().Events[Number];
  if (!isBare(E))
    return false;
  // Whatever it calls may be Python's.
  if (E.Kind == EventKind::Call && E.Via == CallVia::Indirect &&
      P.callees({F, Number}).empty())
    return true;
  return E.Kind == EventKind::PyOp || E.Kind == EventKind::Release ||
         (E.Kind == EventKind::Call &&
          callsNeedy(P, {F, Number}, /*WithReleases=*/true));
}

bool Body::wantsAcquire(unsigned Number) const {
  const Event &E = facts().Events[Number];
  if (!isBare(E))
    return false;
  return E.Kind == EventKind::PyOp ||
         (E.Kind == EventKind::Call &&
          callsNeedy(P, {F, Number}, /*WithReleases=*/false));
}

bool Body::restIsBusy(int Number) const {
  const StatementFact &S = statement(Number);
  for (auto [Index, E] : llvm::enumerate(facts().Events)) {
    int At = statementAt(E.Where);
    bool Behind = At >= 0 && E.Where.File == S.End.File &&
                  !isBefore(E.Where, S.End) &&
                  statement(At).Range.Begin < S.Block.End;
    if (!Behind)
      continue;
    const ApiCall *Call = P.apiCall({F, unsigned(Index)});
    if (E.Kind != EventKind::ApiCall || (Call && Call->isInteresting()))
      return true;
  }
  return false;
}
