//===- FlowRun.h - The fixpoint over one function ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to GuardFlow. Actions are numbered through the function in block
// order; inside a callee that is interpreted in place, every action counts as
// the call's (the anchor), because that is where the function at hand sees it.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_FLOWRUN_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_FLOWRUN_H

#include "Cfg/GuardFlow.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace gilaudit {

class FlowRun {
public:
  FlowRun(GuardFlow &G, const FlowFunction &F, int Anchor, unsigned Depth);

  /// Runs to the fixpoint; the configurations in which normal paths leave.
  ConfigSet solve(const ConfigSet &Entry);

  /// After solve: visits each reachable action in order.
  void walk(llvm::function_ref<void(const FlowBlock &, const Action &, int,
                                    const ConfigSet &, const ConfigSet &)>
                Visit);
  /// After solve: visits each reachable block with what holds at its end.
  void walkEnds(
      llvm::function_ref<void(const FlowBlock &, const ConfigSet &)> Visit);

  const Action &action(int Number) const;

  /// Those of \p AtEnd that can leave \p B by its successor number \p Succ.
  ConfigSet along(const FlowBlock &B, size_t Succ, const ConfigSet &AtEnd) const;

private:
  ConfigSet transfer(const Action &A, int Number, const ConfigSet &Before);
  void apply(const Action &A, int Number, Config C, ConfigSet &Out);
  void begin(const Action &A, int Number, Config &C);
  void end(const Action &A, int Number, Config &C);
  void inlineCall(const Action &A, int Number, const FlowFunction &Callee,
                  const Config &C, ConfigSet &Out);
  void raise(const Action &A, const ConfigSet &Before);
  bool isInside(int Try, int Outer) const;
  ConfigSet runBlock(int Block);
  void propagate(int Block, const ConfigSet &AtEnd);
  void feed(int Block, Config C);
  bool decide(const BranchFact &Branch, bool Alive, Config &C) const;

  GuardFlow &G;
  const FlowFunction &F;
  int Anchor;
  unsigned Depth;
  std::vector<int> FirstNumber; ///< By block.
  std::vector<ConfigSet> In;    ///< By block.
  std::vector<bool> Dirty;      ///< By block.
  std::set<std::string> Asked;  ///< Branch keys that more than one branch has.
};

} // namespace gilaudit

#endif
