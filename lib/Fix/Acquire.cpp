//===- Acquire.cpp - Where a callback takes the GIL -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guard goes into the innermost block that has all operations, before the
// first statement of it that has one: early returns stay before it, and every
// Python object that a later statement makes dies before the guard does. A
// guard that is there already, too late or too narrow, moves up.
//
//===----------------------------------------------------------------------===//
#include "Removal.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

class AcquirePlacer {
public:
  AcquirePlacer(const PlacementContext &C, FunctionIndex Function)
      : C(C), F(C.P.function(Function)), B(C.P, Function) {}

  Placement run(bool Teardown, const std::string &Why) {
    if (!check() || !findStatement())
      return std::move(Result);
    const StatementFact &S = B.statement(First);
    Result.Change.File = C.P.Files[S.Range.File];
    Result.Anchor = S.Range.Begin;
    std::string Comments = removeLaterGuards();
    if (!Result.Refused.empty())
      return std::move(Result);
    insertGuard(S, Teardown, Comments, Why);
    return std::move(Result);
  }

private:
  bool refuse(std::string Reason) {
    Result.Refused = std::move(Reason);
    return false;
  }

  bool check() {
    if (!F.Body.isValid())
      return refuse("it has no body in which the GIL could be acquired");
    if (std::string Reason = whyNoEdit(C.P, F.Body); !Reason.empty())
      return refuse(Reason);
    if (F.IsConstexpr)
      return refuse("it is constexpr, which a guard cannot be");
    if (F.GuardNamespace.empty())
      return refuse("no guard class of a binding library is declared here");
    return true;
  }

  /// Finds the statement before which the guard goes.
  bool findStatement() {
    std::vector<std::vector<int>> Chains;
    for (unsigned E = 0; E != F.Events.size(); ++E) {
      if (!B.wantsAcquire(E))
        continue;
      int S = B.statementAt(F.Events[E].Where);
      if (S < 0)
        return refuse(F.Events[E].AtExit
                          ? "a by-value parameter " + F.Events[E].What.str() +
                                " behind every guard in the body"
                          : "it touches Python outside of the statements of "
                            "its body");
      Chains.push_back(B.chain(S));
    }
    if (Chains.empty())
      return refuse("no operation of it is in its own statements");
    size_t Depth = commonDepth(Chains);
    First = Chains.front()[Depth];
    for (const std::vector<int> &Chain : Chains)
      if (B.statement(Chain[Depth]).Range.Begin <
          B.statement(First).Range.Begin)
        First = Chain[Depth];
    takeBlockBefore();
    // Once, not once an iteration; no declaration between a switch's labels.
    for (int Up = B.statement(First).Parent; Up >= 0;
         Up = B.statement(Up).Parent)
      if (B.statement(Up).IsLoop)
        First = Up;
    while ((B.statement(First).IsLabelled || B.statement(First).InMacro) &&
           B.statement(First).Parent >= 0)
      First = B.statement(First).Parent;
    if (B.statement(First).IsLabelled)
      return refuse("the first operation is at a label");
    if (B.statement(First).InMacro)
      return refuse("the first operation is in a macro");
    // Other configurations have operations that are not seen here.
    const StatementFact &S = B.statement(First);
    AtBlockStart = C.Text.hasDirectiveBefore(S) || C.Text.isConditional(S);
    return true;
  }

  /// A block right before that has a guard of its own becomes part of the
  /// scope.
  void takeBlockBefore() {
    const StatementFact &Here = B.statement(First);
    for (const Event &E : F.Events) {
      if (E.Kind != EventKind::Acquire || E.State != GilState::Inherited)
        continue;
      int Guard = guardStatement(B, E.Where);
      int Up = Guard < 0 ? -1 : B.statement(Guard).Parent;
      if (Up >= 0 && B.statement(Up).IsBlock &&
          B.statement(Guard).BlockDeclarations == 1 &&
          B.statement(Up).Block.Begin == Here.Block.Begin &&
          B.statement(Up).Index + 1 == Here.Index)
        First = Up;
    }
  }

  /// How deep all chains are in the same block.
  size_t commonDepth(llvm::ArrayRef<std::vector<int>> Chains) const {
    auto BlockAt = [&](const std::vector<int> &Chain, size_t Depth) {
      return Depth < Chain.size()
                 ? int64_t(B.statement(Chain[Depth]).Block.Begin)
                 : -1;
    };
    for (size_t Depth = 1;; ++Depth)
      for (const std::vector<int> &Chain : Chains)
        if (BlockAt(Chain, Depth) < 0 ||
            BlockAt(Chain, Depth) != BlockAt(Chains.front(), Depth))
          return Depth - 1;
  }

  /// Takes out the guards that stand behind the new one in its block; returns
  /// the comments that stood before them.
  std::string removeLaterGuards() {
    const StatementFact &Here = B.statement(First);
    std::string Comments;
    for (const Event &E : F.Events) {
      if (E.Kind != EventKind::Acquire || E.State != GilState::Inherited)
        continue;
      int At = B.statementAt(E.Where);
      if (At < 0 || isBefore(E.Where, Here.Begin) ||
          B.statement(At).Range.Begin >= Here.Block.End)
        continue;
      const StatementFact &Guard = B.statement(At);
      if (!StringRef(E.What).contains("::")) {
        refuse("its own '" + E.What.str() +
               "' comes too late or ends too early");
        return "";
      }
      if (Guard.Variable.empty() || Guard.InMacro)
        continue; // A guard in an optional, in a condition: it stays, nested.
      Comments += removeGuard(C.Text, B, Guard, Result.Change);
      ++Result.Moved;
    }
    return Comments;
  }

  void insertGuard(const StatementFact &S, bool Teardown,
                   const std::string &Comments, const std::string &Why) {
    const FileFact &File = C.P.FileFacts[S.Range.File];
    std::string Text = Comments;
    if (Teardown) {
      if (File.FinalizationTest.empty() || !F.ReturnsVoid || S.Parent >= 0) {
        refuse("it may run while the interpreter is going away, and the file "
               "has no way to ask whether it is");
        return;
      }
      Text += "if (" + File.FinalizationTest + ")\nreturn;\n";
    }
    if (!Why.empty())
      Text += "// " + Why + "\n";
    Text +=
        F.GuardNamespace.str() + "::gil_scoped_acquire " + guardName(S) + ";\n";
    insert(S, Text);
    if (!File.SeesGuards)
      Result.Change.Includes.push_back(C.Text.guardInclude(F.GuardNamespace));
    if (!Result.Moved)
      ++Result.Acquires;
  }

  void insert(const StatementFact &S, const std::string &Text) {
    if (AtBlockStart) {
      Result.Anchor = S.Block.Begin + 1;
      Result.Change.Edits.push_back({Result.Anchor, 0, "\n" + Text});
      return;
    }
    // In place of the brace of a block that goes.
    for (SourceEdit &E : Result.Change.Edits)
      if (E.Offset == S.Range.Begin && E.Length == 1) {
        E.Text = StringRef(Text).rtrim('\n').str();
        return;
      }
    StringRef File = C.Text.text(S.Range.File);
    Result.Anchor = aboveComments(File, S.Range.Begin);
    Result.Change.Edits.push_back({Result.Anchor, 0, Text});
  }

  /// A guard that moves keeps its name.
  std::string guardName(const StatementFact &Here) {
    if (Result.Moved)
      for (const Event &E : F.Events)
        if (E.Kind == EventKind::Acquire)
          if (int At = B.statementAt(E.Where);
              At >= 0 && !B.statement(At).Variable.empty())
            return B.statement(At).Variable;
    return C.Text.guardName(F,
                            {Here.Range.File, Here.Range.Begin, Here.Block.End},
                            /*IsRelease=*/false);
  }

  const PlacementContext &C;
  const FunctionFacts &F;
  Body B;
  int First = -1;
  bool AtBlockStart = false; ///< Before all that is in First's block.
  Placement Result;
};

} // namespace

Placement gilaudit::placeAcquire(const PlacementContext &C, FunctionIndex F,
                                 bool Teardown, const std::string &Why) {
  return AcquirePlacer(C, F).run(Teardown, Why);
}
