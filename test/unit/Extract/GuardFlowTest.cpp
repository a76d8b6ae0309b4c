//===- GuardFlowTest.cpp - The flow on hand-written functions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/GuardFlow.h"
#include "gtest/gtest.h"
#include <map>

using namespace gilaudit;

namespace {

Action make(Action::KindTy Kind, unsigned Line) {
  Action A;
  A.Kind = Kind;
  A.Where.Line = Line;
  return A;
}
Action op(unsigned Line) { return make(Action::PyOp, Line); }
Action enter(unsigned Line, const char *Key, GilEffect Effect,
             bool Raii = true) {
  Action A = make(Action::Enter, Line);
  A.Key = Key;
  A.Effect = Effect;
  A.Raii = Raii;
  return A;
}
Action leave(unsigned Line, const char *Key, GilEffect Effect,
             bool Raii = true) {
  Action A = enter(Line, Key, Effect, Raii);
  A.Kind = Action::Exit;
  return A;
}
Action call(unsigned Line, const char *Id) {
  Action A = make(Action::Call, Line);
  A.Callees = {Id};
  return A;
}

FlowBlock block(std::vector<Action> Actions, std::vector<int> Succs) {
  FlowBlock B;
  B.Actions = std::move(Actions);
  B.Succs = std::move(Succs);
  return B;
}

/// The blocks of \p F, and an empty one behind them as the exit.
FlowFunction function(const char *Id, std::vector<FlowBlock> Blocks) {
  FlowFunction F;
  F.Id = Id;
  F.Blocks = std::move(Blocks);
  F.Exit = static_cast<int>(F.Blocks.size());
  F.Blocks.push_back({});
  F.End.Line = 99;
  return F;
}

struct Program {
  std::map<std::string, FlowFunction> Functions;
  GuardFlow Flow{[this](llvm::StringRef Id) -> const FlowFunction * {
    auto It = Functions.find(Id.str());
    return It == Functions.end() ? nullptr : &It->second;
  }};
  const FlowFunction &add(FlowFunction F) {
    return Functions[F.Id] = std::move(F);
  }
};

/// The state of the event of \p Kind in \p Line; Mixed and a failure: none.
GilState stateAt(const FlowResult &R, unsigned Line,
                 EventKind Kind = EventKind::PyOp) {
  for (const Event &E : R.Events)
    if (E.Where.Line == Line && E.Kind == Kind)
      return E.State;
  ADD_FAILURE() << "no event in line " << Line;
  return GilState::Mixed;
}

constexpr GilEffect Acq = GilEffect::Acquire, Rel = GilEffect::Release;

TEST(GuardFlow, StraightLine) {
  Program P;
  FlowResult R =
      P.Flow.run(P.add(function("f", {block({op(1), enter(2, "v1", Rel), op(3),
                                             leave(4, "v1", Rel), op(5)},
                                            {1})})));
  EXPECT_EQ(stateAt(R, 1), GilState::Inherited);
  EXPECT_EQ(stateAt(R, 2, EventKind::Release), GilState::Inherited);
  EXPECT_EQ(stateAt(R, 3), GilState::Released);
  EXPECT_EQ(stateAt(R, 5), GilState::Inherited);
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_EQ(R.Regions[0].Where.Line, 2u);
}

TEST(GuardFlow, PathsJoin) {
  Program P;
  FlowResult R = P.Flow.run(P.add(
      function("f", {block({}, {1, 2}), block({enter(1, "v1", Acq)}, {3}),
                     block({enter(2, "v2", Rel)}, {3}), block({op(3)}, {4})})));
  EXPECT_EQ(stateAt(R, 3), GilState::Mixed);
}

TEST(GuardFlow, LoopsComeToAnEnd) {
  Program P;
  // Every turn takes one more, so that the limit of configurations is passed.
  FlowResult R = P.Flow.run(P.add(
      function("f", {block({}, {1}),
                     block({op(1), enter(2, "v1", Acq, false)}, {1, 2})})));
  EXPECT_EQ(stateAt(R, 1), GilState::Mixed);
}

TEST(GuardFlow, UnreachableBlocksHaveNoEvents) {
  Program P;
  FlowResult R = P.Flow.run(
      P.add(function("f", {block({op(1)}, {2}), block({op(2)}, {2})})));
  EXPECT_EQ(R.Events.size(), 1u);
}

TEST(GuardFlow, HandlersSeeGuardsUnwound) {
  Program P;
  FlowFunction F =
      function("f", {block({}, {1}), block({}, {2, 3}), block({op(3)}, {3})});
  F.Tries.resize(1);
  Action Enter = enter(1, "v1", Rel), Call = call(2, "unseen");
  Enter.Try = Call.Try = 0;
  F.Blocks[1].Actions = {Enter, Call};
  F.Blocks[2].CatchOf = 0;
  EXPECT_EQ(stateAt(P.Flow.run(P.add(F)), 3), GilState::Inherited);
}

TEST(GuardFlow, BranchesTellWhetherAGuardIsThere) {
  Program P;
  FlowFunction F = function(
      "f", {block({make(Action::Null, 1)}, {1, 2}),
            block({enter(2, "v1", Rel, false)}, {2}), block({op(3)}, {3, 4}),
            block({leave(4, "v1", Rel, false)}, {4}), block({op(5)}, {5})});
  F.Blocks[0].Actions[0].Key = "v1";
  F.Blocks[2].Branch.Key = "v1";
  FlowResult R = P.Flow.run(P.add(F));
  EXPECT_EQ(stateAt(R, 3), GilState::Mixed);
  EXPECT_EQ(stateAt(R, 5), GilState::Inherited);
  EXPECT_TRUE(R.Leaks.empty());
}

TEST(GuardFlow, CalleesThatChangeTheirCaller) {
  Program P;
  P.add(function("begin", {block({enter(10, "g1", Rel, false)}, {1})}));
  P.add(function("end", {block({leave(11, "g1", Rel, false)}, {1})}));
  P.add(function("neutral",
                 {block({enter(12, "v1", Acq), leave(13, "v1", Acq)}, {1})}));
  FlowResult R = P.Flow.run(
      P.add(function("f", {block({call(1, "begin"), op(2), call(3, "neutral"),
                                  op(4), call(5, "end"), op(6)},
                                 {1})})));
  EXPECT_TRUE(P.Flow.changesCaller(P.Functions["begin"]));
  EXPECT_TRUE(P.Flow.changesCaller(P.Functions["end"]));
  EXPECT_FALSE(P.Flow.changesCaller(P.Functions["neutral"]));
  EXPECT_EQ(stateAt(R, 2), GilState::Released);
  EXPECT_EQ(stateAt(R, 4), GilState::Released);
  EXPECT_EQ(stateAt(R, 6), GilState::Inherited);
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_EQ(R.Regions[0].Where.Line, 1u);
}

TEST(GuardFlow, ObjectsAndArgumentsAreRenamed) {
  Program P;
  P.add(function("ctor", {block({enter(10, "this.g", Rel)}, {1})}));
  P.add(function("dtor", {block({leave(11, "this.g", Rel)}, {1})}));
  Action Ctor = call(1, "ctor"), Dtor = call(3, "dtor");
  Ctor.ObjectKey = Dtor.ObjectKey = "v7";
  Ctor.Constructs = true;
  FlowResult R = P.Flow.run(
      P.add(function("f", {block({Ctor, op(2), Dtor, op(4)}, {1})})));
  EXPECT_EQ(stateAt(R, 2), GilState::Released);
  EXPECT_EQ(stateAt(R, 4), GilState::Inherited);
  EXPECT_TRUE(R.Leaks.empty());
}

TEST(GuardFlow, RecursionCountsAsNeutral) {
  Program P;
  FlowResult R = P.Flow.run(P.add(
      function("f", {block({call(1, "f"), enter(2, "v1", Rel), op(3)}, {1})})));
  EXPECT_EQ(stateAt(R, 3), GilState::Released);
}

TEST(GuardFlow, ExplicitThrowsAreSeenThroughCalls) {
  Program P;
  FlowBlock Throws = block({make(Action::Throw, 10)}, {});
  Throws.Throws = true;
  P.add(function("die", {Throws}));
  FlowResult R = P.Flow.run(
      P.add(function("f", {block({enter(1, "v1", Rel, false), call(2, "die"),
                                  leave(3, "v1", Rel, false)},
                                 {1})})));
  EXPECT_TRUE(P.Flow.throwsExplicitly(P.Functions["die"]));
  ASSERT_EQ(R.Leaks.size(), 1u);
  EXPECT_TRUE(R.Leaks[0].ByThrow);
  EXPECT_EQ(R.Leaks[0].Where.Line, 1u);
  EXPECT_EQ(R.Leaks[0].Exit.Line, 2u);
}

TEST(GuardFlow, LeakNamesTheExit) {
  Program P;
  FlowResult R = P.Flow.run(
      P.add(function("f", {block({enter(1, "v1", Acq, false)}, {1, 2}),
                           block({make(Action::Return, 2)}, {3}),
                           block({leave(3, "v1", Acq, false)}, {3})})));
  ASSERT_EQ(R.Leaks.size(), 1u);
  EXPECT_EQ(R.Leaks[0].Exit.Line, 2u);
  EXPECT_FALSE(R.Leaks[0].ByThrow);
}

TEST(GuardFlow, OperationsOnNullDoNotHappen) {
  Program P;
  Action Null = make(Action::Null, 1), Op = op(2);
  Null.Key = Op.Key = "v1";
  Op.UnlessNull = true;
  FlowResult R = P.Flow.run(P.add(function("f", {block({Null, Op}, {1})})));
  EXPECT_TRUE(R.Events.empty());
}

TEST(GuardFlow, SameInputSameEvents) {
  Program P;
  const FlowFunction &F = P.add(function(
      "f", {block({op(1)}, {1, 2}), block({enter(2, "v1", Acq), op(3)}, {3}),
            block({op(4)}, {3}), block({op(5)}, {4})}));
  FlowResult A = P.Flow.run(F), B = P.Flow.run(F);
  ASSERT_EQ(A.Events.size(), B.Events.size());
  for (size_t I = 0; I < A.Events.size(); ++I)
    EXPECT_EQ(A.Events[I].Where.Line, B.Events[I].Where.Line);
}

} // namespace
