//===- GuardFlow.cpp - GIL states over a function's paths -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/GuardFlow.h"
#include "Cfg/FlowRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

const FlowFunction *GuardFlow::callee(const Action &A) const {
  if (A.Kind != Action::Call || A.Callees.size() != 1 ||
      A.Via == CallVia::Indirect || A.Via == CallVia::Virtual)
    return nullptr;
  return Bodies(A.Callees.front());
}

bool GuardFlow::throwsExplicitly(const FlowFunction &F) {
  auto [It, New] = Throws.try_emplace(F.Id, Answer::Asking);
  if (!New)
    return It->second == Answer::Yes;
  bool Yes = llvm::any_of(F.Blocks, [&](const FlowBlock &B) {
    return llvm::any_of(B.Actions, [&](const Action &A) {
      if (A.Try >= 0)
        return false;
      if (A.Kind == Action::Throw)
        return true;
      const FlowFunction *Callee = callee(A);
      return Callee && throwsExplicitly(*Callee);
    });
  });
  Throws[F.Id] = Yes ? Answer::Yes : Answer::No;
  return Yes;
}

/// True for keys that end with the function. What a pointer leads to does not.
static bool isLocalKey(StringRef Key) {
  return !Key.empty() && (Key.front() == 'v' || Key.front() == 't') &&
         !isPartOf(Key, "this") && !Key.contains(".*");
}

/// True for keys of what is there before \p F is called: its object, its
/// arguments, variables that outlive it.
static bool isCallersKey(StringRef Key, const FlowFunction &F) {
  return isPartOf(Key, "this") || Key.starts_with("g") ||
         llvm::any_of(F.ParamKeys, [&](const std::string &Param) {
           return isPartOf(Key, Param);
         });
}

/// True if \p F ends a guard that its caller may have begun, or calls with
/// the caller's objects what changes its own state.
bool GuardFlow::endsCallersGuard(const FlowFunction &F) {
  return llvm::any_of(F.Blocks, [&](const FlowBlock &B) {
    return llvm::any_of(B.Actions, [&](const Action &A) {
      if (A.Kind == Action::Exit)
        return isCallersKey(A.Key, F);
      const FlowFunction *Callee = callee(A);
      return Callee && changesCaller(*Callee) &&
             (isCallersKey(A.ObjectKey, F) ||
              llvm::any_of(A.ArgKeys, [&](const std::string &Key) {
                return isCallersKey(Key, F);
              }));
    });
  });
}

/// The mutexes that \p F unlocks, as if its caller had locked them.
static std::vector<HeldLock> unlockedBy(const FlowFunction &F) {
  std::vector<HeldLock> Locks;
  for (const FlowBlock &B : F.Blocks)
    for (const Action &A : B.Actions)
      if (A.Kind == Action::Unlock && StringRef(A.Key).contains(':'))
        Locks.push_back({A.Key, A.Key, /*Raii=*/false, -1, -1, A.Key});
  return Locks;
}

static bool movesGil(const Action &A) {
  switch (A.Kind) {
  case Action::Enter:
  case Action::Exit:
  case Action::Set:
  case Action::Disarm:
  case Action::Lock:
  case Action::Unlock:
    return true;
  default:
    return false;
  }
}

bool GuardFlow::changesCaller(const FlowFunction &F) {
  auto [It, New] = Changes.try_emplace(F.Id, Answer::Asking);
  if (!New)
    return It->second == Answer::Yes; // A recursive call counts as neutral.
  bool May = llvm::any_of(F.Blocks, [&](const FlowBlock &B) {
    return llvm::any_of(B.Actions, [&](const Action &A) {
      if (movesGil(A))
        return true;
      const FlowFunction *Callee = callee(A);
      return Callee && changesCaller(*Callee);
    });
  });
  bool Yes = May && endsCallersGuard(F);
  if (May && !Yes) {
    FlowRun Run(*this, F, /*Anchor=*/-1, /*Depth=*/1);
    Config Entry;
    Entry.Locks = unlockedBy(F);
    for (const Config &C : Run.solve({Entry}))
      Yes |= C.Cur != GilState::Inherited || C.Locks != Entry.Locks ||
             llvm::any_of(C.Stack, [](const SavedState &S) {
               return !isLocalKey(S.Key);
             });
  }
  Changes[F.Id] = Yes ? Answer::Yes : Answer::No;
  return Yes;
}

namespace {

/// Turns the solved flow of one function into events.
class Recorder {
public:
  Recorder(GuardFlow &G, const FlowFunction &F, FlowRun &Run)
      : G(G), F(F), Run(Run) {}

  FlowResult record() {
    Run.walk([&](const FlowBlock &B, const Action &A, int Number,
                 const ConfigSet &Before,
                 const ConfigSet &After) { visit(A, Number, Before, After); });
    Run.walkEnds([&](const FlowBlock &B, const ConfigSet &AtEnd) {
      for (size_t I = 0; I < B.Succs.size(); ++I)
        if (B.Succs[I] == F.Exit)
          leaks(Run.along(B, I, AtEnd), exitOf(B), /*ByThrow=*/false);
    });
    return std::move(Result);
  }

private:
  Loc exitOf(const FlowBlock &B) const {
    for (const Action &A : llvm::reverse(B.Actions))
      if (A.Kind == Action::Return)
        return A.Where;
    return F.End;
  }

  void visit(const Action &A, int Number, const ConfigSet &Before,
             const ConfigSet &After) {
    switch (A.Kind) {
    case Action::PyOp:
      add(A, EventKind::PyOp, Before);
      break;
    case Action::ApiCall:
      add(A, EventKind::ApiCall, Before);
      break;
    case Action::Call:
      call(A, Number, Before, After);
      break;
    case Action::Enter:
    case Action::Set:
      guard(A, Number, A.Effect, Before);
      break;
    case Action::Lock:
      if (Event *E = add(A, EventKind::Lock, Before))
        E->Index = lockOf(Number, A.From, A.What);
      break;
    case Action::Throw:
      if (A.Try < 0)
        leaks(Before, A.Where, /*ByThrow=*/true);
      break;
    default:
      break;
    }
  }

  void call(const Action &A, int Number, const ConfigSet &Before,
            const ConfigSet &After) {
    add(A, EventKind::Call, Before);
    const FlowFunction *Callee = G.callee(A);
    if (!Callee)
      return;
    if (A.Try < 0 && G.throwsExplicitly(*Callee))
      leaks(Before, A.Where, /*ByThrow=*/true);
    // A callee that took or gave up the GIL for its caller is a guard here.
    for (const Config &C : After)
      if (C.By == Number && C.Cur != GilState::Mixed) {
        guard(A, Number,
              C.Cur == GilState::Released ? GilEffect::Release
                                          : GilEffect::Acquire,
              Before);
        return;
      }
  }

  void guard(const Action &A, int Number, GilEffect Effect,
             const ConfigSet &Before) {
    bool Takes = Effect == GilEffect::Acquire;
    if (Event *E =
            add(A, Takes ? EventKind::Acquire : EventKind::Release, Before))
      E->Index = Takes ? acquireOf(Number) : regionOf(Number);
  }

  /// Null where \p A cannot happen.
  Event *add(const Action &A, EventKind Kind, const ConfigSet &Before) {
    std::optional<GilState> State;
    const Config *First = nullptr;
    for (const Config &C : Before) {
      if (A.UnlessNull && C.isNull(A.Key))
        continue;
      State = State ? join(*State, C.known()) : C.known();
      if (!First)
        First = &C;
    }
    if (!State)
      return nullptr;
    Event E;
    E.Kind = Kind;
    E.Where = A.Where;
    E.State = *State;
    // Where only a question told the state there is no guard to name.
    bool Asked = First->Cur == GilState::Inherited;
    if (*State == GilState::Released)
      E.Region = Asked ? -1 : regionOf(First->By);
    if (*State == GilState::Released && E.Region < 0)
      E.State = GilState::Mixed;
    if (*State == GilState::Held)
      E.Acquire = Asked ? -1 : acquireOf(First->By);
    for (const HeldLock &L : First->Locks)
      if (int Lock = lockOf(L.Origin, L.Id, L.Name); Lock >= 0)
        E.Locks.push_back(Lock);
    E.Site = A.Site;
    E.What = A.What;
    E.Via = A.Via;
    if (Kind == EventKind::Call)
      E.Callees.assign(A.Callees.begin(), A.Callees.end());
    if (Kind == EventKind::ApiCall)
      E.Args = A.Args;
    E.AtExit = A.AtExit;
    Result.Events.push_back(std::move(E));
    return &Result.Events.back();
  }

  int regionOf(int Number) { return indexOf(Number, RegionOf, Result.Regions); }
  int acquireOf(int Number) {
    return indexOf(Number, AcquireOf, Result.Acquires);
  }
  template <typename T>
  int indexOf(int Number, std::map<int, int> &Map, std::vector<T> &Into) {
    if (Number < 0)
      return -1;
    auto [It, New] = Map.try_emplace(Number, static_cast<int>(Into.size()));
    if (New)
      Into.push_back({Run.action(Number).Where, Run.action(Number).What});
    return It->second;
  }
  int lockOf(int Number, const std::string &Id, const std::string &Name) {
    if (Number < 0)
      return -1;
    auto [It, New] =
        LockOf.try_emplace({Number, Id}, static_cast<int>(Result.Locks.size()));
    if (New)
      Result.Locks.push_back({Run.action(Number).Where, Id, Name});
    return It->second;
  }

  void leaks(const ConfigSet &Configs, Loc Exit, bool ByThrow) {
    for (const Config &C : Configs)
      for (const SavedState &S : C.Stack)
        if (!S.Raii && !S.Excused && isLocalKey(S.Key) && S.Origin >= 0 &&
            Leaked.insert(S.Origin).second)
          Result.Leaks.push_back({Run.action(S.Origin).Where,
                                  Run.action(S.Origin).What, Exit, ByThrow});
  }

  GuardFlow &G;
  const FlowFunction &F;
  FlowRun &Run;
  FlowResult Result;
  std::map<int, int> RegionOf, AcquireOf;
  std::map<std::pair<int, std::string>, int> LockOf;
  std::set<int> Leaked;
};

} // namespace

FlowResult GuardFlow::run(const FlowFunction &F) {
  FlowRun Run(*this, F, /*Anchor=*/-1, /*Depth=*/0);
  bool Returns = !Run.solve({Config()}).empty();
  FlowResult Result = Recorder(*this, F, Run).record();
  Result.NeverReturns = !Returns;
  return Result;
}
