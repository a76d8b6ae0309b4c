//===- GuardFlow.h - GIL states over a function's paths ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward data-flow analysis. The value at a point is a set of
// configurations, one for each way in which guards can stand there; a
// configuration maps each live guard or token to the state it saved and has
// the current state. Keeping configurations apart instead of joining them is
// what makes `if (cond) guard.emplace(); ... guard.reset();` come out right.
// Beyond MaxConfigs they are joined, and the state is mixed.
//
// Calls of project functions whose body changes the state of their caller
// (guard classes, begin()/end() pairs, functions that return a guard) are
// interpreted in place; all others leave the state as it is.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_GUARDFLOW_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_GUARDFLOW_H

#include "Cfg/Actions.h"
#include "Cfg/Config.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace gilaudit {

/// The events of one function, without ids and name.
struct FlowResult {
  std::vector<Event> Events;
  std::vector<Region> Regions;
  std::vector<AcquireScope> Acquires;
  std::vector<LockFact> Locks;
  std::vector<Unbalanced> Leaks;
  bool NeverReturns = false;
};

class GuardFlow {
public:
  /// Gives the body of a project function of this TU, or null. Must return
  /// the same pointer every time.
  using Provider = std::function<const FlowFunction *(llvm::StringRef Id)>;
  static constexpr unsigned MaxConfigs = 12;
  static constexpr unsigned MaxDepth = 6;

  explicit GuardFlow(Provider Bodies) : Bodies(std::move(Bodies)) {}

  /// Runs over \p F as entered in the state Inherited.
  FlowResult run(const FlowFunction &F);

  /// True if a call of \p F can leave the caller in another state, or with
  /// another guard alive, than before.
  bool changesCaller(const FlowFunction &F);

  /// True if an explicit throw may leave \p F.
  bool throwsExplicitly(const FlowFunction &F);

  /// The project function whose body a call runs for sure, or null.
  const FlowFunction *callee(const Action &A) const;

private:
  friend class FlowRun;
  bool endsCallersGuard(const FlowFunction &F);
  Provider Bodies;
  enum class Answer : uint8_t { Asking, No, Yes };
  llvm::StringMap<Answer> Changes, Throws;
};

} // namespace gilaudit

#endif
