//===- Conditional.cpp - Releases that a condition engages ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guard in an optional is neither there nor not there for the analysis. So
// the two ways in which it can stand are tried one by one: engaged is the plan
// with plain guards, not engaged is the plan with the acquires alone.
//
//===----------------------------------------------------------------------===//
#include "Conditional.h"
#include "Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

ProvedFixes refuseAll(FixPlan Plan, const std::string &Why) {
  for (Closure &C : Plan.Closures) {
    if (C.Changes.empty())
      continue;
    C.Changes.clear();
    C.Refused = Why;
    for (unsigned Index : C.Findings)
      Plan.Findings[Index].Reason = Why;
  }
  ProvedFixes None;
  None.Plan = std::move(Plan);
  return None;
}

std::vector<FileChange> changesOf(const FixPlan &Plan) {
  std::vector<FileChange> Changes;
  for (const Closure &C : Plan.Closures)
    llvm::append_range(Changes, C.Changes);
  return Changes;
}

/// What the acquires alone repair.
FixPlan withoutReleases(FixPlan Plan, const Report &R) {
  for (Closure &C : Plan.Closures)
    llvm::erase_if(C.Findings, [&](unsigned F) {
      return R.Findings[F].Target.Kind != FixTarget::Callback;
    });
  return Plan;
}

class ConditionProver {
public:
  ConditionProver(const ProofInput &In, FixOptions Options, FileReader Read)
      : In(In), Options(std::move(Options)), Read(Read) {}

  llvm::Expected<ProvedFixes> run(ProvedFixes Scoped) {
    for (const Closure &C : Scoped.Plan.Closures)
      if (!C.Refused.empty())
        Options.Rejected[C.Id] = C.Refused;
    std::string Problem;
    if (llvm::Error E = tryAcquiresAlone(Problem))
      return std::move(E);
    ProvedFixes Fixes;
    Fixes.Plan = plan();
    if (Problem.empty())
      if (llvm::Error E = tryText(Fixes, Problem))
        return std::move(E);
    if (!Problem.empty())
      return refuseAll(std::move(Fixes.Plan), Problem);
    Fixes.After = std::move(Scoped.After);
    return std::move(Fixes);
  }

private:
  FixPlan plan() {
    return In.Plan(*In.Before.Solved, *In.Before.Result, Options, Read);
  }

  llvm::Error tryAcquiresAlone(std::string &Problem) {
    std::string Condition = std::move(Options.Condition);
    Options.Condition.clear();
    Options.OnlyAcquires = true;
    FixPlan Plan = plan();
    Options.Condition = std::move(Condition);
    Options.OnlyAcquires = false;
    auto Files = applyChanges(changesOf(Plan), Read);
    if (!Files)
      return Files.takeError();
    if (Files->empty())
      return llvm::Error::success();
    llvm::Expected<Trial> T = tryFiles(In, *Files);
    if (!T)
      return T.takeError();
    Blame B(Plan, *Files);
    Verdicts Bad = T->Broken.empty()
                       ? judgeReports(withoutReleases(Plan, *In.Before.Result),
                                      *In.Before.Result, *T->After.Result, B)
                       : judgeErrors(In, *T, B);
    if (!Bad.empty())
      Problem = "where the condition does not hold: " + Bad.begin()->second;
    return llvm::Error::success();
  }

  /// The analysis would see mixed states; what has to be known of this text is
  /// that it compiles.
  llvm::Error tryText(ProvedFixes &Fixes, std::string &Problem) {
    auto Files = applyChanges(changesOf(Fixes.Plan), Read);
    if (!Files)
      return Files.takeError();
    Fixes.Files = std::move(*Files);
    if (Fixes.Files.empty())
      return llvm::Error::success();
    llvm::Expected<Trial> T = tryFiles(In, Fixes.Files);
    if (!T)
      return T.takeError();
    if (!T->Broken.empty())
      Problem = "with the condition it does not compile: " +
                T->Broken.front().Errors.front().Text;
    return llvm::Error::success();
  }

  const ProofInput &In;
  FixOptions Options;
  FileReader Read;
};

} // namespace

llvm::Expected<ProvedFixes> gilaudit::proveCondition(const ProofInput &In,
                                                     const FixOptions &Options,
                                                     ProvedFixes Scoped,
                                                     FileReader Read) {
  return ConditionProver(In, Options, Read).run(std::move(Scoped));
}
