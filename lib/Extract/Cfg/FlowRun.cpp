//===- FlowRun.cpp - The fixpoint over one function -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/FlowRun.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace gilaudit;
using llvm::StringRef;

FlowRun::FlowRun(GuardFlow &G, const FlowFunction &F, int Anchor,
                 unsigned Depth)
    : G(G), F(F), Anchor(Anchor), Depth(Depth), In(F.Blocks.size()),
      Dirty(F.Blocks.size()) {
  int Number = 0;
  std::set<std::string> Once;
  for (const FlowBlock &B : F.Blocks) {
    if (!B.Branch.Key.empty() && !Once.insert(B.Branch.Key).second)
      Asked.insert(B.Branch.Key);
    FirstNumber.push_back(Number);
    Number += static_cast<int>(B.Actions.size());
  }
}

const Action &FlowRun::action(int Number) const {
  auto It = std::upper_bound(FirstNumber.begin(), FirstNumber.end(), Number);
  // Blocks without actions share their number with the next one.
  size_t Block = static_cast<size_t>(It - FirstNumber.begin()) - 1;
  return F.Blocks[Block].Actions[Number - FirstNumber[Block]];
}

void FlowRun::feed(int Block, Config C) {
  if (Block >= 0 && insert(In[Block], std::move(C), GuardFlow::MaxConfigs))
    Dirty[Block] = true;
}

ConfigSet FlowRun::solve(const ConfigSet &Entry) {
  if (F.Blocks.empty())
    return {};
  for (const Config &C : Entry)
    feed(0, C);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t B = 0; B < F.Blocks.size(); ++B) {
      if (!Dirty[B])
        continue;
      Dirty[B] = false;
      Changed = true;
      propagate(static_cast<int>(B), runBlock(static_cast<int>(B)));
    }
  }
  return F.Exit < 0 ? ConfigSet() : runBlock(F.Exit);
}

ConfigSet FlowRun::runBlock(int Block) {
  ConfigSet Now = In[Block];
  int Number = FirstNumber[Block];
  for (const Action &A : F.Blocks[Block].Actions)
    Now = transfer(A, Number++, Now);
  return Now;
}

void FlowRun::propagate(int Block, const ConfigSet &AtEnd) {
  const FlowBlock &B = F.Blocks[Block];
  if (B.Throws)
    return;
  for (size_t I = 0; I < B.Succs.size(); ++I) {
    int Succ = B.Succs[I];
    // Handlers are entered through raise(), with the guards unwound.
    if (Succ < 0 || F.Blocks[Succ].CatchOf >= 0)
      continue;
    for (Config &C : along(B, I, AtEnd))
      feed(Succ, std::move(C));
  }
}

ConfigSet FlowRun::along(const FlowBlock &B, size_t Succ,
                         const ConfigSet &AtEnd) const {
  ConfigSet Result;
  for (Config C : AtEnd)
    if (Succ >= 2 || decide(B.Branch, (Succ == 0) != B.Branch.Negated, C))
      Result.push_back(std::move(C));
  return Result;
}

/// Takes a branch on which the asked object is there (\p Alive) or not. False
/// if \p C cannot go that way.
bool FlowRun::decide(const BranchFact &Branch, bool Alive, Config &C) const {
  if (Branch.AsksGil) {
    GilState Told = Alive ? GilState::Held : GilState::Released;
    bool Now = Branch.Key.empty(); // A variable tells of an earlier point.
    if (Now && C.known() != GilState::Inherited && C.known() != GilState::Mixed)
      return C.known() == Told;
    if (C.Entry != GilState::Inherited && C.Entry != Told && !Now)
      return false;
    if (!Now || C.Cur == GilState::Inherited)
      C.Entry = Told;
  }
  const std::string &Key = Branch.Key;
  if (Key.empty())
    return true;
  bool Live = llvm::any_of(C.Stack, [&](const SavedState &S) {
    return S.Key == Key || isPartOf(S.Key, Key + ".*");
  });
  if ((Alive && C.isNull(Key)) || (!Alive && Live))
    return false;
  if (!Asked.count(Key))
    return true;
  auto [It, New] = C.Truths.try_emplace(Key, Alive);
  return New || It->second == Alive;
}

void FlowRun::walk(
    llvm::function_ref<void(const FlowBlock &, const Action &, int,
                            const ConfigSet &, const ConfigSet &)>
        Visit) {
  for (size_t B = 0; B < F.Blocks.size(); ++B) {
    ConfigSet Now = In[B];
    if (Now.empty())
      continue;
    int Number = FirstNumber[B];
    for (const Action &A : F.Blocks[B].Actions) {
      ConfigSet After = transfer(A, Number, Now);
      Visit(F.Blocks[B], A, Number++, Now, After);
      Now = std::move(After);
    }
  }
}

void FlowRun::walkEnds(
    llvm::function_ref<void(const FlowBlock &, const ConfigSet &)> Visit) {
  for (size_t B = 0; B < F.Blocks.size(); ++B)
    if (!In[B].empty() && !F.Blocks[B].Throws)
      Visit(F.Blocks[B], runBlock(static_cast<int>(B)));
}

bool FlowRun::isInside(int Try, int Outer) const {
  for (; Try >= 0; Try = F.Tries[Try].Parent)
    if (Try == Outer)
      return true;
  return false;
}

/// Any call may throw: its try blocks' handlers see the guards unwound.
void FlowRun::raise(const Action &A, const ConfigSet &Before) {
  const FlowFunction *Callee = G.callee(A);
  bool Explicit =
      A.Kind == Action::Throw || (Callee && G.throwsExplicitly(*Callee));
  for (int Try = A.Try; Try >= 0; Try = F.Tries[Try].Parent)
    for (size_t B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].CatchOf == Try)
        for (Config C : Before) {
          C.unwind([&](int T) { return isInside(T, Try); });
          if (!Explicit)
            for (SavedState &S : C.Stack)
              S.Excused = !S.Raii;
          feed(static_cast<int>(B), std::move(C));
        }
}

ConfigSet FlowRun::transfer(const Action &A, int Number,
                            const ConfigSet &Before) {
  bool MayThrow = A.Kind == Action::PyOp || A.Kind == Action::Call ||
                  A.Kind == Action::ApiCall || A.Kind == Action::Throw;
  if (A.Try >= 0 && MayThrow && !A.NoThrow)
    raise(A, Before);
  ConfigSet After;
  for (const Config &C : Before)
    apply(A, Anchor >= 0 ? Anchor : Number, C, After);
  return After;
}

void FlowRun::begin(const Action &A, int Number, Config &C) {
  C.Stack.push_back(
      {A.Key, C.Cur, C.By, A.Effect, A.Raii, A.Try, Anchor >= 0 ? -1 : Number});
  C.Cur = A.Effect == GilEffect::Acquire ? GilState::Held : GilState::Released;
  C.By = Number;
  C.setNotNull(A.Key);
}

void FlowRun::end(const Action &A, int Number, Config &C) {
  if (C.end(A.Key) || A.Raii)
    return; // An optional guard that was never engaged ends nothing.
  if (C.endAnonymous(A.Effect))
    return;
  // The other half is somewhere else. PyEval_RestoreThread attaches for sure;
  // what PyGILState_Release goes back to cannot be told from here.
  C.Cur = A.Effect == GilEffect::Release ? GilState::Held : GilState::Mixed;
  C.By = Number;
}

void FlowRun::apply(const Action &A, int Number, Config C, ConfigSet &Out) {
  switch (A.Kind) {
  case Action::Enter:
    begin(A, Number, C);
    break;
  case Action::Exit:
    if (!A.UnlessNull || !C.isNull(A.Key))
      end(A, Number, C);
    break;
  case Action::Set:
    C.Cur =
        A.Effect == GilEffect::Acquire ? GilState::Held : GilState::Released;
    C.By = Number;
    break;
  case Action::Disarm:
    llvm::erase_if(C.Stack,
                   [&](const SavedState &S) { return isPartOf(S.Key, A.Key); });
    break;
  case Action::Null:
    C.setNull(A.Key);
    break;
  case Action::NotNull:
    C.setNotNull(A.Key);
    break;
  case Action::Move:
    C.move(A.From, A.Key);
    break;
  case Action::Lock:
    C.Locks.push_back(
        {A.Key, A.From, A.Raii, A.Try, Anchor >= 0 ? -1 : Number, A.What});
    break;
  case Action::Unlock:
    llvm::erase_if(C.Locks, [&](const HeldLock &L) { return L.Key == A.Key; });
    break;
  case Action::Escape:
    C.handOut(A.Key);
    break;
  case Action::Call:
    if (A.UnlessNull && C.isNull(A.Key))
      break;
    if (const FlowFunction *Callee = G.callee(A))
      if (Depth < GuardFlow::MaxDepth && G.changesCaller(*Callee)) {
        inlineCall(A, Number, *Callee, C, Out);
        return;
      }
    for (const std::string &Key : A.Forgets)
      C.setNotNull(Key);
    for (const std::string &Key : A.ArgKeys)
      C.handOut(Key);
    break;
  case Action::PyOp:
  case Action::ApiCall:
  case Action::Throw:
  case Action::Return:
    break;
  }
  insert(Out, std::move(C), GuardFlow::MaxConfigs);
}

/// The key of \p Key's part of \p From, as part of \p To; nullopt: no part.
static std::optional<std::string> rebase(const std::string &Key, StringRef From,
                                         StringRef To) {
  if (From.empty() || To.empty() || !isPartOf(Key, From))
    return std::nullopt;
  return (To + StringRef(Key).drop_front(From.size())).str();
}

void FlowRun::inlineCall(const Action &A, int Number,
                         const FlowFunction &Callee, const Config &C,
                         ConfigSet &Out) {
  size_t Params = std::min(A.ArgKeys.size(), Callee.ParamKeys.size());
  Config Entry = C;
  Entry.rename([&](const std::string &Key) -> std::optional<std::string> {
    if (auto K = rebase(Key, A.ObjectKey, "this"))
      return K;
    for (size_t I = 0; I < Params; ++I)
      if (auto K = rebase(Key, A.ArgKeys[I], Callee.ParamKeys[I]))
        return K;
    return "^" + Key; // Out of the callee's reach.
  });
  FlowRun Run(G, Callee, Number, Depth + 1);
  for (Config Exit : Run.solve({Entry})) {
    size_t Before = C.Stack.size();
    Exit.rename([&](const std::string &Key) -> std::optional<std::string> {
      if (Key.empty())
        return std::nullopt; // Nobody can name it: the callee's own business.
      if (Key.front() == '^')
        return Key.substr(1);
      if (auto K = rebase(Key, "this", A.ObjectKey))
        return K;
      if (auto K = rebase(Key, "ret", A.ResultKey))
        return K;
      for (size_t I = 0; I < Params; ++I)
        if (auto K = rebase(Key, Callee.ParamKeys[I], A.ArgKeys[I]))
          return K;
      if (Key.front() == 'g' || isPartOf(Key, "escaped"))
        return Key;
      return std::nullopt;
    });
    // What the callee began for the caller belongs to this call.
    for (size_t I = std::min(Before, Exit.Stack.size()); I < Exit.Stack.size();
         ++I) {
      Exit.Stack[I].Origin = Anchor >= 0 ? -1 : Number;
      Exit.Stack[I].Try = A.Try;
      Exit.Stack[I].Raii |= A.Constructs;
    }
    for (HeldLock &L : Exit.Locks)
      if (L.Origin < 0)
        L.Origin = Anchor >= 0 ? -1 : Number;
    insert(Out, std::move(Exit), GuardFlow::MaxConfigs);
  }
}
