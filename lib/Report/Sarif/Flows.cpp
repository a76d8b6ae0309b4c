//===- Flows.cpp - Witnesses as code flows --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Log.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

namespace {

/// A step that happens somewhere.
struct FlowStep {
  const WitnessStep *Step;
  Place Where;
  unsigned Depth; ///< Of calls.
  unsigned Order = 0;
};

/// What a fix costs or lays open is no part of what happens.
bool happens(const WitnessStep &S) {
  return !llvm::is_contained({"cost", "exposed", "assumption"},
                             StringRef(S.Role));
}

std::vector<StringRef> kindsOf(StringRef Role) {
  return llvm::StringSwitch<std::vector<StringRef>>(Role)
      .Case("entry", {"enter", "function"})
      .Case("call", {"call", "function"})
      .Case("registration", {"handler"})
      .Case("operation", {"danger"})
      .Case("lock", {"acquire", "lock"})
      .Case("guard", {"lock"})
      .Case("exit", {"exit", "function"})
      .Default({"implicit"});
}

/// What a reader needs to get the point, as opposed to the way there.
bool essential(StringRef Role) {
  return llvm::is_contained({"entry", "registration", "operation", "lock"},
                            Role);
}

/// The steps of \p F. A fact of a model has no place: it is told where the call
/// is that it explains.
std::vector<FlowStep> stepsOf(const Finding &F) {
  std::vector<FlowStep> Steps;
  Place Last = F.Where;
  unsigned Depth = 0;
  bool Other = false;
  for (const WitnessStep &S : F.Witness) {
    if (!happens(S) || Steps.size() == MaxSteps)
      continue;
    if (!S.Where.File.empty())
      Last = S.Where;
    if (S.OtherThread != Other)
      Depth = 0;
    Other = S.OtherThread;
    Steps.push_back({&S, Last, Depth});
    if (S.Role == "entry" || S.Role == "call")
      ++Depth;
  }
  return Steps;
}

/// The order in time. A callback is registered before a worker can run it, and
/// the worker waits only once the other thread does; else the story tells
/// things as they happen.
void putInOrder(std::vector<FlowStep> &Steps) {
  auto Phase = [](const FlowStep &S) {
    if (!S.Step->OtherThread)
      return 1;
    return S.Step->Role == "registration" ? 0 : 2;
  };
  if (llvm::any_of(Steps,
                   [](const FlowStep &S) { return S.Step->OtherThread; }))
    llvm::stable_sort(Steps, [&](const FlowStep &A, const FlowStep &B) {
      return Phase(A) < Phase(B);
    });
  for (auto [Index, S] : llvm::enumerate(Steps))
    S.Order = unsigned(Index) + 1;
}

Json stepLocation(const FlowStep &S, Places &Where) {
  const std::string &Role = S.Step->Role;
  Json Kinds = Json::array();
  for (StringRef Kind : kindsOf(Role))
    Kinds.push_back(Kind.str());
  return {{"location",
           {{"physicalLocation", Where.physical(S.Where)},
            {"message", message(S.Step->Message)}}},
          {"kinds", Kinds},
          {"nestingLevel", S.Depth},
          {"executionOrder", S.Order},
          {"importance", essential(Role) ? "essential" : "important"}};
}

Json threadFlow(llvm::ArrayRef<FlowStep> Steps, bool Other, Places &Where) {
  Json Locations = Json::array();
  for (const FlowStep &S : Steps)
    if (S.Step->OtherThread == Other)
      Locations.push_back(stepLocation(S, Where));
  return {{"locations", Locations}};
}

} // namespace

Json sarif::codeFlows(const Finding &F, Places &Where) {
  std::vector<FlowStep> Steps = stepsOf(F);
  if (Steps.empty())
    return nullptr;
  putInOrder(Steps);
  Json Threads = Json::array();
  for (bool Other : {false, true}) {
    Json Thread = threadFlow(Steps, Other, Where);
    if (Thread["locations"].empty())
      continue;
    Thread["id"] = Other ? "worker-thread" : "python-thread";
    Thread["message"] = message(
        Other ? "The thread that is waited for, and that waits for the GIL."
              : "The thread that holds the GIL and waits.");
    Threads.push_back(std::move(Thread));
  }
  if (Threads.size() == 1) {
    // No deadlock: the story is one, whatever threads it passes.
    Threads[0].erase("id");
    Threads[0].erase("message");
  }
  Json Flows = Json::array();
  Flows.push_back(Json{{"threadFlows", Threads}});
  return Flows;
}
