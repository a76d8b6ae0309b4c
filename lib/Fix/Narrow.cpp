//===- Narrow.cpp - Released regions that touch Python --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where it is known what in the region blocks, the guard goes and the blocking
// calls are released as if there had been none. Where it is not (plain
// computation), the region ends before the statement that touches Python.
//
//===----------------------------------------------------------------------===//
#include "Removal.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class NarrowPlacer {
public:
  NarrowPlacer(const PlacementContext &C, FunctionIndex Function, int Region)
      : C(C), Function(Function), F(C.P.function(Function)),
        B(C.P, Function, Region), Region(Region) {}

  Placement run() {
    int Guard = guardStatement(B, F.Regions[Region].Where);
    if (Guard < 0) {
      Result.Refused = "the release is no guard variable";
      return std::move(Result);
    }
    const StatementFact &S = B.statement(Guard);
    Result.Refused = whyNoEdit(C.P, S.Range);
    if (!Result.Refused.empty())
      return std::move(Result);
    Result.Change.File = C.P.Files[S.Range.File];
    Result.Anchor = S.Range.Begin;
    std::vector<unsigned> Blocking = blockingCalls();
    if (Blocking.empty())
      endEarlier(S);
    else
      releaseAnew(S, Blocking);
    Result.Moved = 1;
    return std::move(Result);
  }

private:
  /// Calls in the region that may wait, or take a lock that callbacks hold.
  std::vector<unsigned> blockingCalls() const {
    std::vector<unsigned> Calls;
    for (auto [Index, E] : llvm::enumerate(F.Events)) {
      if (E.State != GilState::Released || E.Region != Region)
        continue;
      if (E.Kind == EventKind::ApiCall ||
          (E.Kind == EventKind::Call && !B.needsGil(Index)))
        if (std::set<FunctionIndex> Seen;
            blocks({Function, unsigned(Index)}, Seen))
          Calls.push_back(Index);
    }
    return Calls;
  }

  bool blocks(EventRef E, std::set<FunctionIndex> &Seen) const {
    if (const ApiCall *Call = C.P.apiCall(E))
      return bool(C.S.hazard(*Call));
    return llvm::any_of(C.P.callees(E), [&](FunctionIndex Callee) {
      if (!Seen.insert(Callee).second)
        return false;
      for (unsigned I = 0; I != C.P.function(Callee).Events.size(); ++I)
        if (blocks({Callee, I}, Seen))
          return true;
      return false;
    });
  }

  void releaseAnew(const StatementFact &Guard,
                   llvm::ArrayRef<unsigned> Blocking) {
    std::string Comments = removeGuard(C.Text, B, Guard, Result.Change);
    llvm::StringRef Comment = Comments;
    Comment.consume_front("// ");
    std::vector<std::string> Why(Blocking.size());
    Why.front() = Comment.rtrim().str();
    for (Placement &P :
         placeReleases(C, Function, Blocking, Why, Region, Guard.Variable)) {
      if (!P.Refused.empty())
        Result.Refused = P.Refused;
      if (!P.Change.File.empty() && P.Change.File != Result.Change.File)
        Result.Refused = "the region reaches into another file";
      llvm::append_range(Result.Change.Edits, P.Change.Edits);
      llvm::append_range(Result.Change.Reformat, P.Change.Reformat);
      llvm::append_range(Result.Change.Includes, P.Change.Includes);
    }
  }

  /// Braces from the guard to the statement before the first that needs Python.
  void endEarlier(const StatementFact &Guard) {
    const StatementFact *First = nullptr;
    for (unsigned E = 0; E != F.Events.size(); ++E) {
      if (F.Events[E].Region != Region || !B.needsGil(E))
        continue;
      for (int S : B.chain(B.statementAt(F.Events[E].Where)))
        if (B.statement(S).Block.Begin == Guard.Block.Begin &&
            (!First || B.statement(S).Range.Begin < First->Range.Begin))
          First = &B.statement(S);
    }
    if (!First || First->Index <= Guard.Index + 1 || First->InMacro) {
      Result.Refused = "what the release is there for is not known";
      return;
    }
    Result.Change.Edits.push_back({Guard.Range.Begin, 0, "{\n"});
    Result.Change.Edits.push_back({First->Range.Begin, 0, "}\n"});
    Result.Change.Reformat.push_back({Guard.Range.Begin, First->Range.Begin});
  }

  const PlacementContext &C;
  FunctionIndex Function;
  const FunctionFacts &F;
  Body B;
  int Region;
  Placement Result;
};

} // namespace

Placement gilaudit::placeNarrower(const PlacementContext &C, FunctionIndex F,
                                  int R) {
  return NarrowPlacer(C, F, R).run();
}

Placement gilaudit::placeRemoval(const PlacementContext &C, FunctionIndex F,
                                 const Loc &Where) {
  Placement Result;
  Body B(C.P, F);
  int Guard = guardStatement(B, Where);
  if (Guard < 0) {
    Result.Refused = "the guard is no variable of its own";
    return Result;
  }
  const StatementFact &S = B.statement(Guard);
  Result.Refused = whyNoEdit(C.P, S.Range);
  Result.Change.File = C.P.Files[S.Range.File];
  Result.Anchor = S.Range.Begin;
  removeGuard(C.Text, B, S, Result.Change);
  return Result;
}
