//===- Propagation.h - One breadth-first pass over the program --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROGRAM_PROPAGATION_H
#define GIL_AUDIT_LIB_PROGRAM_PROPAGATION_H

#include "gil-audit/Solution.h"

namespace gilaudit {

/// Fills the hops of a Solution from scratch, with its plan in place. Acquires
/// that turn out to be needed go into the plan at once; a pass that grew it has
/// to be repeated, for what it saw before did not know of them.
class Propagation {
public:
  explicit Propagation(Solution &S) : S(S), P(S.program()) {}
  /// A pass that leaves out callbacks which always run under \p Lock. \p Full
  /// is the solution with them.
  Propagation(Solution &S, llvm::StringRef Lock, const Solution *Full)
      : S(S), P(S.program()), Lock(Lock), Full(Full) {}

  /// Returns true if the plan grew.
  bool run();

private:
  bool leftOut(const Hop &H) const;
  void enter(FunctionIndex F, Context C, Hop H, unsigned Depth);
  void seedBindings();
  void seedWorkers();
  void seedWorker(KindIndex Kind, EventRef Handed, FunctionIndex F,
                  bool Closure);
  void drain();
  void planAcquire(FunctionIndex F);
  void visit(FunctionIndex F, Context In, unsigned Depth);
  void visitApiCall(const ApiCall &Call, Context Here, Hop H, unsigned Depth);
  void runInvoked(const ApiCall &Call, Context Run, Hop H, unsigned Depth);

  Solution &S;
  const Program &P;
  llvm::StringRef Lock;
  const Solution *Full = nullptr;
  /// Kind * NumContexts + context: all its registrations are entered.
  std::vector<char> KindEntered;
  size_t Next = 0; ///< Of S.Hops, which are the queue, too.
  bool Grown = false;
};

} // namespace gilaudit

#endif
