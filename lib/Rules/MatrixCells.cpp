//===- MatrixCells.cpp - What a call says of callbacks --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatrixCells.h"
#include "Story.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using llvm::StringRef;

StringRef gilaudit::markName(Mark M) {
  static constexpr StringRef Names[] = {"safe", "guarded", "unproven", "crash",
                                        "deadlock"};
  return Names[unsigned(M)];
}

Mark gilaudit::markOf(const Finding &F) {
  return llvm::StringSwitch<Mark>(F.Rule)
      .Case("gil-held-across-wait", Mark::Deadlock)
      .Case("gil-lock-order", Mark::Deadlock)
      .Case("callback-without-gil", Mark::Crash)
      .Case("python-without-gil", Mark::Crash)
      .Case("unbalanced-gil",
            F.Witness.empty() || F.Witness[0].Gil == WitnessStep::Held
                ? Mark::Deadlock
                : Mark::Crash)
      .Case("unmodelled-callback", Mark::Unproven)
      .Default(Mark::Safe);
}

void Cell::worsen(Mark M, const std::string &Reason, const Place &At) {
  if (!Why.empty() && M <= Worst)
    return;
  Worst = M;
  Why = Reason;
  Where = At;
}

void Cell::worsen(const Finding &F, const Place &At) {
  Findings.insert(F.Fingerprint);
  worsen(markOf(F), F.Message, At);
}

void CallReader::read(const CallSite &At) {
  for (const CallbackArg &C : At.Call.Callbacks) {
    bool Elsewhere =
        C.Claim->Retained ? P.Kinds[C.Kind].OnAnyThread : C.OnWorkers;
    for (FunctionIndex F : C.Functions)
      readCallback(At, C.Kind, F,
                   Elsewhere           ? Context::Callback
                   : C.Claim->Retained ? laterRunOf(F)
                                       : At.Run);
    if (C.Unseen)
      Found[C.Kind].worsen(
          Mark::Unproven,
          "a callback whose body is not in the audited code is handed over",
          At.Where);
  }
  for (const InvokeEffect &I : At.Call.Invokes)
    readInvoke(At, I);
  readHazard(At);
}

/// In which state a retained callback is run by whoever runs it.
Context CallReader::laterRunOf(FunctionIndex F) const {
  for (Context C :
       {Context::Callback, Context::AfterExit, Context::Mixed, Context::Held})
    if (S.reached(F, C))
      return C;
  return Context::Unknown;
}

/// What running \p F in \p Run means, destroying its closure included.
Mark CallReader::markOfRun(FunctionIndex F, Context Run) const {
  int Dies = P.closureDestructor(F);
  if (!P.closureTouchesPython(F) || Run == Context::Held)
    return Mark::Safe;
  if (!P.needsGil(F, /*WithReleases=*/false) &&
      (Dies < 0 || !P.needsGil(Dies, false)))
    return Mark::Guarded;
  return isReleased(Run) || Run == Context::AfterExit ? Mark::Crash
                                                      : Mark::Unproven;
}

std::string CallReader::reasonOf(FunctionIndex F, Mark M) const {
  std::string Name = nameOf(P, F);
  switch (M) {
  case Mark::Safe:
    return P.closureTouchesPython(F)
               ? Name + " runs on the caller's thread, which holds the GIL"
               : Name + " touches no Python";
  case Mark::Crash:
    return Name + " touches Python without the GIL";
  case Mark::Unproven:
    return "whether " + Name + " runs with the GIL is not known";
  case Mark::Guarded:
    return Name + " acquires the GIL before it touches Python";
  case Mark::Deadlock:
    break;
  }
  llvm_unreachable("no run of a callback alone is a deadlock");
}

void CallReader::readCallback(const CallSite &At, KindIndex Kind,
                              FunctionIndex F, Context Run) {
  Mark M = markOfRun(F, Run);
  Found[Kind].worsen(M, reasonOf(F, M), At.Where);
  Body(F, Run, Kind);
  if (int Dies = P.closureDestructor(F); Dies >= 0)
    Body(Dies, Run, Kind);
}

/// Of the callbacks of a kind the one that it is worst to run so, the first of
/// equals; the kind has some. One stands for all: a large program has as many
/// as it has bindings that run them.
FunctionIndex CallReader::worstOf(KindIndex Kind, Context Run) {
  auto [Known, New] = Worst.try_emplace({Kind, Run}, 0);
  if (!New)
    return Known->second;
  const std::vector<Registration> &All = P.Kinds[Kind].Registrations;
  Mark Most = Mark::Safe;
  for (const Registration &R : All)
    if (Mark M = markOfRun(R.Function, Run); &R == &All.front() || M > Most) {
      Most = M;
      Known->second = R.Function;
    }
  return Known->second;
}

/// Callbacks that were handed over earlier.
void CallReader::readInvoke(const CallSite &At, const InvokeEffect &I) {
  const CallbackKind &K = P.Kinds[I.Kind];
  Context In = I.OnWorkers ? Context::Callback : At.Run;
  if (I.Claim->OfObject) {
    for (FunctionIndex F : At.Call.Object)
      readCallback(At, I.Kind, F, In);
    return;
  }
  if (!K.Registrations.empty())
    return readCallback(At, I.Kind, worstOf(I.Kind, In), In);
  if (K.Python == Backing::None)
    return;
  // Registered by code that was not audited.
  std::string Api = quoted(At.Call.Model->Name);
  if (At.Here == Context::Held)
    Found[I.Kind].worsen(
        Mark::Safe,
        Api + " runs them on the caller's thread, which holds the GIL",
        At.Where);
  else
    Found[I.Kind].worsen(At.Here == Context::Mixed ? Mark::Unproven
                                                   : Mark::Guarded,
                         Api + " is called without the GIL", At.Where);
}

/// The call against those who need the GIL while it blocks.
void CallReader::readHazard(const CallSite &At) {
  Hazard H = S.hazard(At.Call);
  if (H.waits()) {
    for (const InvokeEffect &I : At.Call.Invokes)
      if (I.OnWorkers && (P.Kinds[I.Kind].Python != Backing::None ||
                          int(I.Kind) == H.WaitsFor))
        block(At, I.Kind, "waits for them", true);
    for (const CallbackArg &C : At.Call.Callbacks)
      if (C.OnWorkers && int(C.Kind) == H.WaitsFor)
        block(At, C.Kind, "waits for them", true);
  }
  if (H.Lock)
    block(At, H.Holder.Kind,
          "takes the lock " + quoted(H.Lock->Name) +
              (H.LockOnErrorOnly ? " when it fails," : ",") +
              " under which they run,",
          At.TakesLock);
}

void CallReader::block(const CallSite &At, KindIndex Kind,
                       const std::string &What, bool Hangs) {
  std::string Why = quoted(At.Call.Model->Name) + " " + What;
  Mark M = Mark::Guarded;
  if (At.Here == Context::Held) {
    M = Hangs ? Mark::Deadlock : Mark::Safe;
    Why += Hangs ? " with the GIL held" : " but its thread owns it already";
  } else if (At.Here == Context::Mixed) {
    M = Mark::Unproven;
    Why += " perhaps with the GIL held";
  } else
    Why += " with the GIL released";
  Found[Kind].worsen(M, Why, At.Where);
  if (M == Mark::Deadlock)
    for (const Finding *F : At.Findings)
      Found[Kind].Findings.insert(F->Fingerprint);
}
