//===- Propagate.cpp - GIL states from the roots down ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propagation.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gilaudit;

namespace {

/// What runs while an API function is called keeps the caller's state, but a
/// region of the caller is not to blame for it: it is a callback.
Context asCallback(Context C) {
  return C == Context::Region ? Context::Callback : C;
}

Context entryOf(const BindingFact &B) {
  switch (B.Entry) {
  case GilState::Released:
    // Without a guard it is no region: a thread's end, say.
    return B.GuardWhere.isValid() ? Context::Region : Context::Callback;
  case GilState::Mixed:
    return Context::AfterExit;
  case GilState::Inherited:
  case GilState::Held:
    break;
  }
  return Context::Held;
}

} // namespace

bool Propagation::run() {
  S.Hops.clear();
  S.HopOf.assign(P.Functions.size() * NumContexts, ~0u);
  KindEntered.assign(P.Kinds.size() * NumContexts, false);
  Grown = false;
  seedBindings();
  seedWorkers();
  drain();
  // What nobody is seen to call says at least what it does itself.
  for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
    if (!(Full ? Full : &S)->reached(F)) {
      Hop H;
      H.By = Hop::How::Unreached;
      enter(F, Context::Unknown, H, 0);
    }
  drain();
  return Grown;
}

bool Propagation::leftOut(const Hop &H) const {
  bool AsCallback = H.By == Hop::How::Worker || H.By == Hop::How::Callback ||
                    H.By == Hop::How::BoundApi;
  return !Lock.empty() && AsCallback &&
         llvm::is_contained(P.Kinds[H.Kind].AlwaysUnder, Lock);
}

void Propagation::enter(FunctionIndex F, Context C, Hop H, unsigned Depth) {
  if (leftOut(H))
    return;
  unsigned &Slot = S.HopOf[F * NumContexts + unsigned(C)];
  if (Slot != ~0u)
    return;
  H.Function = F;
  H.In = C;
  H.Depth = Depth;
  Slot = S.Hops.size();
  S.Hops.push_back(H);
}

void Propagation::seedBindings() {
  for (auto [Index, B] : llvm::enumerate(P.Bindings)) {
    Hop H;
    H.By = Hop::How::Binding;
    H.Index = Index;
    Context Entry = entryOf(B.Fact);
    for (FunctionIndex F : B.Targets) {
      enter(F, Entry, H, 0);
      if (int D = P.closureDestructor(F); D >= 0)
        enter(D, Context::Held, H, 0);
    }
    if (!B.Api.Model)
      continue;
    H.By = Hop::How::BoundApi;
    H.Planned = Entry == Context::Held && S.Plan.BoundReleases.count(Index);
    runInvoked(B.Api, H.Planned ? Context::Callback : asCallback(Entry), H, 0);
  }
}

void Propagation::seedWorkers() {
  for (auto [Index, K] : llvm::enumerate(P.Kinds))
    if (K.OnAnyThread)
      for (const Registration &R : K.Registrations)
        seedWorker(Index, R.Call, R.Function, /*Closure=*/true);
  for (const ApiCall &Call : P.ApiCalls)
    for (const CallbackArg &C : Call.Callbacks)
      if (C.OnWorkers)
        for (FunctionIndex F : C.Functions)
          seedWorker(C.Kind, Call.Where, F, /*Closure=*/false);
}

void Propagation::seedWorker(KindIndex Kind, EventRef Handed, FunctionIndex F,
                             bool Closure) {
  Hop H;
  H.By = Hop::How::Worker;
  H.Kind = Kind;
  H.Handed = Handed;
  enter(F, Context::Callback, H, 0);
  int D = Closure ? P.closureDestructor(F) : -1;
  if (D < 0)
    return;
  H.By = Hop::How::Destroyed;
  enter(D, Context::Callback, H, 0);
}

void Propagation::drain() {
  while (Next != S.Hops.size()) {
    Hop H = S.Hops[Next++];
    visit(H.Function, H.In, H.Depth + 1);
  }
}

/// A function entered as a callback that touches Python itself is where the
/// finding goes: its repair covers what it calls from there on.
void Propagation::planAcquire(FunctionIndex F) {
  if (S.AcquireFrom[F] != ~0u || S.firstNeed(F, /*OwnOnly=*/true) < 0)
    return;
  const std::vector<Event> &Events = P.function(F).Events;
  unsigned From = S.firstNeed(F, /*OwnOnly=*/false);
  // What dies at the end of a scope has to be declared behind the guard.
  if (const Event &Need = Events[From]; Need.AtExit)
    for (unsigned I = 0; I != From; ++I)
      if (Events[I].Where.File == Need.Where.File &&
          std::tie(Events[I].Where.Line, Events[I].Where.Column) >=
              std::tie(Need.Where.Line, Need.Where.Column)) {
        From = I;
        break;
      }
  S.AcquireFrom[F] = From;
  S.Plan.Acquires[F] = From;
  Grown = true;
}

void Propagation::visit(FunctionIndex F, Context In, unsigned Depth) {
  if (In == Context::Callback)
    planAcquire(F);
  // No guard helps behind the interpreter's end: report once, at the top.
  bool Stop = In == Context::AfterExit && S.firstNeed(F, /*OwnOnly=*/true) >= 0;
  const std::vector<Event> &Events = P.function(F).Events;
  for (unsigned I = 0; I != Events.size(); ++I) {
    if (Events[I].Kind != EventKind::Call &&
        Events[I].Kind != EventKind::ApiCall)
      continue;
    EventRef Ref{F, I};
    Context Here = S.at(Ref, In);
    if (Stop && Here == Context::AfterExit)
      continue;
    Hop H;
    H.From = Ref;
    H.FromContext = In;
    if (Events[I].Kind == EventKind::Call) {
      H.By = Hop::How::Call;
      for (FunctionIndex Callee : P.callees(Ref))
        enter(Callee, Here, H, Depth);
    } else if (const ApiCall *Call = P.apiCall(Ref)) {
      H.By = Hop::How::Callback;
      visitApiCall(*Call, Here, H, Depth);
    }
  }
}

void Propagation::visitApiCall(const ApiCall &Call, Context Here, Hop H,
                               unsigned Depth) {
  H.Planned = Here == Context::Held && S.Plan.Releases.count(Call.Where);
  Context Run = H.Planned ? Context::Callback : asCallback(Here);
  for (const CallbackArg &C : Call.Callbacks) {
    if (C.Claim->Retained)
      continue;
    H.Kind = C.Kind;
    H.Handed = Call.Where;
    for (FunctionIndex F : C.Functions)
      enter(F, Run, H, Depth);
  }
  runInvoked(Call, Run, H, Depth);
}

/// Retained kinds that the call may run on the caller's thread.
void Propagation::runInvoked(const ApiCall &Call, Context Run, Hop H,
                             unsigned Depth) {
  for (const InvokeEffect &I : Call.Invokes) {
    // join() waits for what the other thread runs, it runs nothing itself.
    if (I.Claim->OfObject && I.OnWorkers)
      continue;
    char &Entered = KindEntered[I.Kind * NumContexts + unsigned(Run)];
    if (Entered)
      continue;
    Entered = !I.Claim->OfObject;
    H.Kind = I.Kind;
    for (const Registration &R : P.Kinds[I.Kind].Registrations) {
      if (I.Claim->OfObject && !llvm::is_contained(Call.Object, R.Function))
        continue;
      H.Handed = R.Call;
      enter(R.Function, Run, H, Depth);
    }
  }
}
