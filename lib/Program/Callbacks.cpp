//===- Callbacks.cpp - Registrations, kinds, dangerous locks --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Calls \p Fn for each function of the models that counts: it exists in the
/// release in use, and no later model overrides it.
template <typename Fn>
void forEachFunction(const Program &P, const LinkState &State, Fn Do) {
  for (const ApiModel &M : State.Models.models())
    for (const auto &[Name, F] : M.Functions) {
      unsigned Release = State.releaseOf(P, Name);
      if (State.Models.lookup(Name) == &F && F.In.contains(Release))
        Do(F, Release);
    }
}

/// Of many functions that do the same the plainest tells the story best.
auto plainness(const FunctionModel &F) {
  return std::make_tuple(F.Callbacks.size(), F.Invokes.size(), F.Waits,
                         F.Name.size(), StringRef(F.Name));
}

/// "mlirOperationVerify" for "dynamic-op-trait-verify".
bool isKin(const FunctionModel &F, StringRef Kind) {
  return StringRef(F.Name).contains_insensitive(Kind.rsplit('-').second);
}

CallbackKind &kindOf(Program &P, StringRef Name) {
  return *llvm::lower_bound(
      P.Kinds, Name,
      [](const CallbackKind &K, StringRef N) { return K.Name < N; });
}

void collectRegistrations(Program &P) {
  for (const ApiCall &Call : P.ApiCalls)
    for (const CallbackArg &C : Call.Callbacks)
      if (C.Claim->Retained)
        for (FunctionIndex F : C.Functions)
          P.Kinds[C.Kind].Registrations.push_back(
              {Call.Where, C.Claim, C.Kind, F});
  auto Key = [&](const Registration &R) {
    const Loc &L = P.event(R.Call).Where;
    return std::make_tuple(L.File, L.Line, L.Column, R.Call.Function,
                           R.Call.Event, R.Function);
  };
  for (CallbackKind &K : P.Kinds)
    llvm::stable_sort(K.Registrations,
                      [&](const Registration &A, const Registration &B) {
                        return Key(A) < Key(B);
                      });
}

/// False where a claim needs the result of another kind of callback, and all
/// that are registered only throw.
bool mayFollow(const Program &P, const InvokeClaim &C) {
  const CallbackKind *Before = C.After.empty() ? nullptr : P.kind(C.After);
  return !Before || Before->Registrations.empty() ||
         !llvm::all_of(Before->Registrations, [&](const Registration &R) {
           return P.function(R.Function).NeverReturns;
         });
}

void dropVoidClaims(Program &P) {
  for (ApiCall &Call : P.ApiCalls)
    llvm::erase_if(Call.Invokes, [&](const InvokeEffect &I) {
      return !mayFollow(P, *I.Claim);
    });
}

/// Who runs a kind on workers is the model's word: Python decides at run time
/// what is called, so no call in this program is needed.
void collectInvokers(Program &P, const LinkState &State) {
  forEachFunction(P, State, [&](const FunctionModel &F, unsigned Release) {
    auto Add = [&](StringRef Name) {
      CallbackKind &K = kindOf(P, Name);
      K.OnAnyThread = true;
      if (K.WorkerInvokers.empty() || K.WorkerInvokers.back() != &F)
        K.WorkerInvokers.push_back(&F);
    };
    for (const InvokeClaim &C : F.Invokes)
      if (C.In.contains(Release) && runsOnWorkers(C, State.Options) &&
          mayFollow(P, C))
        Add(C.Kind);
    for (const CallbackClaim &C : F.Callbacks)
      if (C.Retained && C.OnAnyThread && C.In.contains(Release) &&
          State.Options.Threading)
        Add(C.Kind);
  });
  for (CallbackKind &K : P.Kinds)
    llvm::sort(
        K.WorkerInvokers, [&](const FunctionModel *A, const FunctionModel *B) {
          bool AIsKin = isKin(*A, K.Name), BIsKin = isKin(*B, K.Name);
          return AIsKin != BIsKin ? AIsKin : plainness(*A) < plainness(*B);
        });
}

unsigned releaseOfKind(const Program &P, const LinkState &State,
                       StringRef Kind) {
  for (const ApiModel &M : llvm::reverse(State.Models.models()))
    if (M.Kinds.count(Kind.str()))
      for (const ApiRelease &R : P.Releases)
        if (R.Model == M.Name)
          return R.Release;
  return 0;
}

void decideBacking(Program &P, const LinkState &State) {
  const AnalysisOptions &Options = State.Options;
  for (CallbackKind &K : P.Kinds) {
    for (auto [Index, R] : llvm::enumerate(K.Registrations))
      if (K.PythonRegistration < 0 && P.closureTouchesPython(R.Function))
        K.PythonRegistration = Index;
    bool ByApi =
        !Options.ClosedWorld && P.OnApiPythonBindings && K.Model &&
        K.Model->RegisteredByApiBindings &&
        K.Model->RegisteredIn.contains(releaseOfKind(P, State, K.Name));
    if (K.PythonRegistration >= 0)
      K.Python = Backing::Registered;
    else if (ByApi)
      K.Python = Backing::ByApi;
    else if (llvm::is_contained(Options.AssumeRegistered, K.Name))
      K.Python = Backing::ByUser;
  }
}

/// A lock is dangerous if Python-backed callbacks run under it anywhere.
void collectLocks(Program &P, const LinkState &State) {
  forEachFunction(P, State, [&](const FunctionModel &F, unsigned Release) {
    for (const LockClaim &C : F.Locks) {
      if (!C.In.contains(Release))
        continue;
      for (const std::string &Name : C.WhileCalling) {
        const CallbackKind &K = kindOf(P, Name);
        if (K.Python == Backing::None)
          continue;
        auto Rank = [&](const LockHolder &H) {
          return std::make_tuple(P.Kinds[H.Kind].Python, !H.Claim->OnError);
        };
        LockHolder Holder{&F, &C, KindIndex(&K - P.Kinds.data())};
        auto [It, New] = P.Dangerous.try_emplace(C.Name, Holder);
        const LockHolder &Old = It->second;
        if (!New && (Rank(Holder) > Rank(Old) ||
                     (Rank(Holder) == Rank(Old) &&
                      plainness(F) < plainness(*Old.Model))))
          It->second = Holder;
      }
    }
  });
}

/// A callback that always runs under a lock cannot wait for that lock.
void collectAlwaysUnder(Program &P, const LinkState &State) {
  std::vector<char> Seen(P.Kinds.size());
  forEachFunction(P, State, [&](const FunctionModel &F, unsigned Release) {
    auto Meet = [&](const std::string &Name) {
      std::vector<std::string> Held, Both;
      for (const LockClaim &C : F.Locks)
        if (C.In.contains(Release) && llvm::is_contained(C.WhileCalling, Name))
          Held.push_back(C.Name);
      llvm::sort(Held);
      CallbackKind &K = kindOf(P, Name);
      std::set_intersection(Held.begin(), Held.end(), K.AlwaysUnder.begin(),
                            K.AlwaysUnder.end(), std::back_inserter(Both));
      char &Met = Seen[&K - P.Kinds.data()];
      K.AlwaysUnder = Met ? std::move(Both) : std::move(Held);
      Met = true;
    };
    for (const InvokeClaim &C : F.Invokes)
      if (C.In.contains(Release))
        Meet(C.Kind);
    for (const CallbackClaim &C : F.Callbacks)
      if (!C.Retained && C.In.contains(Release))
        Meet(C.Kind);
  });
}

} // namespace

void gilaudit::collectKinds(Program &P, const LinkState &State) {
  collectRegistrations(P);
  dropVoidClaims(P);
  collectInvokers(P, State);
  decideBacking(P, State);
  collectLocks(P, State);
  collectAlwaysUnder(P, State);
}

const LockHolder *Program::dangerousLock(StringRef Lock) const {
  auto It = Dangerous.find(Lock.str());
  return It == Dangerous.end() ? nullptr : &It->second;
}

const CallbackKind *Program::kind(StringRef Name) const {
  auto It =
      llvm::lower_bound(Kinds, Name, [](const CallbackKind &K, StringRef N) {
        return K.Name < N;
      });
  return It != Kinds.end() && It->Name == Name ? &*It : nullptr;
}
