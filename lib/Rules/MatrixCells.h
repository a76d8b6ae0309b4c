//===- MatrixCells.h - What a call says of callbacks ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_RULES_MATRIXCELLS_H
#define GIL_AUDIT_LIB_RULES_MATRIXCELLS_H

#include "gil-audit/Rule.h"
#include <map>
#include <set>

namespace gilaudit {

/// From the harmless to the worst.
enum class Mark : unsigned char { Safe, Guarded, Unproven, Crash, Deadlock };

/// As in MatrixCell::State.
llvm::StringRef markName(Mark M);

/// What a finding alone says of the place it is at.
Mark markOf(const Finding &F);

/// A MatrixCell in the making.
struct Cell {
  Mark Worst = Mark::Safe;
  std::string Why; ///< Empty: nothing was said yet.
  Place Where;
  std::set<llvm::StringRef> Findings; ///< Fingerprints.

  /// The worst stays; of equals the first.
  void worsen(Mark M, const std::string &Why, const Place &Where);
  void worsen(const Finding &F, const Place &Where);
};

/// Cells by kind; OwnCode: what the binding does itself.
using Cells = std::map<int, Cell>;
constexpr int OwnCode = -1;

/// A call on the way from a binding, or an API function that is bound itself.
struct CallSite {
  const ApiCall &Call;
  Context Here; ///< The caller's.
  Context Run;  ///< Of callbacks on its thread, planned release in place.
  Place Where;
  llvm::ArrayRef<const Finding *> Findings; ///< About this call.
  bool TakesLock; ///< The lock of its hazard is not this thread's already.
};

/// Kind and state of the run -> the callback that stands for all of the kind;
/// filled on demand.
using WorstCallbacks = std::map<std::pair<KindIndex, Context>, FunctionIndex>;

/// Reads what one call says of the kinds that it runs, waits for, hands over,
/// or whose lock it takes.
class CallReader {
public:
  /// Called for the body of each callback that is met.
  using BodyFn =
      llvm::function_ref<void(FunctionIndex F, Context In, int Kind)>;

  CallReader(const Solution &S, WorstCallbacks &Worst, Cells &Found,
             BodyFn Body)
      : S(S), P(S.program()), Worst(Worst), Found(Found), Body(Body) {}

  void read(const CallSite &At);

private:
  void readCallback(const CallSite &At, KindIndex Kind, FunctionIndex F,
                    Context Run);
  void readInvoke(const CallSite &At, const InvokeEffect &I);
  void readHazard(const CallSite &At);
  void block(const CallSite &At, KindIndex Kind, const std::string &What,
             bool Hangs);
  Context laterRunOf(FunctionIndex F) const;
  Mark markOfRun(FunctionIndex F, Context Run) const;
  std::string reasonOf(FunctionIndex F, Mark M) const;
  FunctionIndex worstOf(KindIndex Kind, Context Run);

  const Solution &S;
  const Program &P;
  WorstCallbacks &Worst;
  Cells &Found;
  BodyFn Body;
};

} // namespace gilaudit

#endif
