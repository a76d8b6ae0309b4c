//===- Summaries.cpp - What a function reaches, whatever enters it --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

/// Marks every function from which a marked one can be reached along an edge
/// that \p Follow accepts.
class Closure {
public:
  Closure(const Program &P) : P(P), Marked(P.Functions.size()) {}

  template <typename SeedFn, typename FollowFn>
  std::vector<char> run(SeedFn IsSeed, FollowFn Follow, bool ThroughApis) {
    std::vector<std::vector<FunctionIndex>> Callers(P.Functions.size());
    std::vector<FunctionIndex> Work;
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      for (auto [Index, E] : llvm::enumerate(P.Functions[F].Events)) {
        EventRef Ref{F, unsigned(Index)};
        if (!Marked[F] && IsSeed(E)) {
          Marked[F] = true;
          Work.push_back(F);
        }
        if (!Follow(E))
          continue;
        for (FunctionIndex Callee : P.callees(Ref))
          Callers[Callee].push_back(F);
        if (ThroughApis)
          addCallbacks(Callers, Ref);
      }
    while (!Work.empty()) {
      FunctionIndex F = Work.back();
      Work.pop_back();
      for (FunctionIndex Caller : Callers[F])
        if (!Marked[Caller]) {
          Marked[Caller] = true;
          Work.push_back(Caller);
        }
    }
    return std::move(Marked);
  }

private:
  void addCallbacks(std::vector<std::vector<FunctionIndex>> &Callers,
                    EventRef Ref) {
    if (const ApiCall *Call = P.apiCall(Ref))
      for (const CallbackArg &C : Call->Callbacks)
        if (!C.Claim->Retained)
          for (FunctionIndex Callback : C.Functions)
            Callers[Callback].push_back(Ref.Function);
  }

  const Program &P;
  std::vector<char> Marked;
};

} // namespace

void gilaudit::summarise(Program &P) {
  auto Inherits = [](const Event &E) { return E.State == GilState::Inherited; };
  auto Any = [](const Event &) { return true; };
  P.Touches = Closure(P).run(
      [](const Event &E) {
        return E.Kind == EventKind::PyOp || E.Kind == EventKind::Acquire;
      },
      Any, /*ThroughApis=*/true);
  // A callback of an API is judged on its own, not as part of its caller.
  P.Needs = Closure(P).run(
      [&](const Event &E) { return E.Kind == EventKind::PyOp && Inherits(E); },
      Inherits, /*ThroughApis=*/false);
  P.NeedsOrReleases = Closure(P).run(
      [&](const Event &E) {
        return (E.Kind == EventKind::PyOp || E.Kind == EventKind::Release) &&
               Inherits(E);
      },
      Inherits, /*ThroughApis=*/false);
}
