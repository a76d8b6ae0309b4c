//===- Timeline.cpp - A witness as two threads over time ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Timeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using namespace gilaudit::html;
using llvm::StringRef;

namespace {

bool isRemark(const WitnessStep &S) {
  return S.Role == "cost" || S.Role == "exposed" || S.Role == "assumption";
}

LaneState stateOf(WitnessStep::GilTy Gil) {
  switch (Gil) {
  case WitnessStep::Held:
    return LaneState::Holds;
  case WitnessStep::Released:
    return LaneState::Running;
  case WitnessStep::Unsaid:
    break;
  }
  return LaneState::Absent;
}

std::string labelOf(const WitnessStep &S) {
  return llvm::StringSwitch<std::string>(S.Role)
      .Case("entry",
            S.Gil == WitnessStep::Held ? "enters with the GIL" : "enters")
      .Case("call", "calls")
      .Case("model", "runs callbacks")
      .Case("registration", "callback")
      .Case("operation", "touches Python")
      .Case("lock", "lock")
      .Case("guard",
            S.Gil == WitnessStep::Held ? "takes the GIL" : "gives up the GIL")
      .Case("exit", "leaves")
      .Default(S.Role);
}

class Builder {
public:
  explicit Builder(const Finding &F) : F(F) {}

  Timeline build() {
    T.First = "Python thread";
    if (F.Rule == "gil-held-across-wait" || F.Rule == "gil-lock-order")
      deadlock();
    else if (F.Rule == "unmodelled-callback" || F.Rule == "redundant-guard")
      plain();
    else if (!F.Witness.empty() && F.Witness[0].Role == "registration")
      onWorker();
    else
      onOneThread();
    finish();
    return std::move(T);
  }

private:
  TimelineRow &row(const WitnessStep &S, bool Second) {
    TimelineRow R;
    R.Step = &S;
    R.Second = Second;
    R.Lanes[0] = Now[0];
    R.Lanes[1] = Now[1];
    R.Label = labelOf(S);
    T.Rows.push_back(std::move(R));
    return T.Rows.back();
  }

  template <typename Fn> void forEachStep(Fn Do) {
    for (const WitnessStep &S : F.Witness)
      if (isRemark(S))
        T.Remarks.push_back(&S);
      else
        Do(S);
  }

  /// The first thread holds the GIL and waits for the second, which wants it.
  void deadlock() {
    bool ForLock = F.Rule == "gil-lock-order";
    T.Second = ForLock ? "Another thread" : "Worker thread";
    forEachStep([&](const WitnessStep &S) {
      if (S.OtherThread)
        return waitedFor(S);
      bool Blocks = S.Role == "model" || S.Role == "lock";
      if (Blocks)
        Now[0] = LaneState::Blocked;
      else if (Now[0] != LaneState::Blocked)
        Now[0] = stateOf(S.Gil);
      if (Blocks && Now[1] == LaneState::Absent)
        Now[1] = LaneState::Running;
      TimelineRow &R = row(S, false);
      if (Blocks)
        R.Label = S.Role == "lock" ? "waits for the lock" : "waits for workers";
    });
    StringRef Lock = F.Group;
    bool Named = Lock.consume_front("lock:");
    T.End = Timeline::Deadlock;
    T.Outcome =
        ForLock
            ? "This thread holds the GIL and waits for the lock" +
                  (Named ? " '" + Lock.str() + "'" : std::string()) +
                  "; the other one holds that lock and waits for the GIL. "
                  "Neither goes on."
            : "This thread holds the GIL and waits for the worker; the worker "
              "waits for the GIL. Neither goes on.";
    Now[0] = LaneState::Blocked;
    Now[1] = LaneState::WantsGil;
  }

  void waitedFor(const WitnessStep &S) {
    bool Wants = S.Role == "operation";
    if (Now[1] != LaneState::WantsGil)
      Now[1] = Wants ? LaneState::WantsGil : LaneState::Running;
    TimelineRow &R = row(S, true);
    R.Earlier = S.Role == "registration";
    if (R.Earlier)
      R.Label = "runs this callback";
    else if (Wants)
      R.Label = "waits for the GIL";
    else if (S.Role == "lock")
      R.Label = "holds the lock";
    else if (S.Role == "model")
      R.Label = "holds the lock";
  }

  /// A callback that some worker enters without the GIL.
  void onWorker() {
    T.Second = "Worker thread";
    forEachStep([&](const WitnessStep &S) {
      bool Handed = &S == F.Witness.data();
      Now[0] = LaneState::Holds;
      if (!Handed)
        Now[1] = S.Role == "operation" ? LaneState::Faulty : LaneState::Running;
      TimelineRow &R = row(S, !Handed);
      if (Handed)
        R.Label = "hands it over";
      else if (S.Role == "model")
        R.Label = "runs it";
    });
    T.End = Timeline::Crash;
    T.Outcome = "The worker touches Python without the GIL, perhaps while "
                "another thread is using the same objects: a crash, often much "
                "later.";
  }

  /// One thread that gives the GIL up, or never had it, and touches Python.
  void onOneThread() {
    T.First = "This thread";
    T.Second = "Other threads";
    bool Leaves = F.Rule == "unbalanced-gil";
    forEachStep([&](const WitnessStep &S) {
      Now[0] = S.Role == "operation" ? LaneState::Faulty : stateOf(S.Gil);
      bool Keeps = Leaves && S.Gil == WitnessStep::Held;
      Now[1] = Keeps                         ? LaneState::WantsGil
               : Now[0] == LaneState::Holds  ? LaneState::Absent
               : Now[0] == LaneState::Absent ? LaneState::Absent
                                             : LaneState::Holds;
      row(S, false);
    });
    bool Keeps = Now[0] == LaneState::Holds;
    T.End = Leaves && Keeps ? Timeline::Deadlock : Timeline::Crash;
    T.Outcome =
        Leaves && Keeps ? "The GIL is not given back: every other thread waits "
                          "for it for ever."
        : Leaves ? "This thread goes on into Python without the GIL: a crash, "
                   "often much later."
                 : "This thread touches Python without the GIL, which another "
                   "one may hold by now: a crash, often much later.";
  }

  void plain() {
    forEachStep([&](const WitnessStep &S) {
      Now[0] = stateOf(S.Gil);
      row(S, false);
    });
  }

  void finish() {
    if (T.Rows.empty()) {
      T.End = Timeline::Open;
      T.Outcome.clear();
    }
    if (T.End == Timeline::Open)
      return;
    TimelineRow R;
    R.Lanes[0] = Now[0];
    R.Lanes[1] = Now[1];
    T.Rows.push_back(std::move(R));
  }

  const Finding &F;
  Timeline T;
  LaneState Now[2] = {LaneState::Absent, LaneState::Absent};
};

} // namespace

Timeline html::timelineOf(const Finding &F) { return Builder(F).build(); }
