//===- Proof.cpp - Fixes tried before they are shown ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Proof.h"
#include "Conditional.h"
#include "Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

/// Each round but the last refuses a closure at least, and mostly the first is
/// the last. A plan that needs more than these is not to be trusted in any
/// part.
constexpr unsigned MostRounds = 20;

static std::vector<FileChange> changesOf(const FixPlan &Plan) {
  std::vector<FileChange> Changes;
  for (const Closure &C : Plan.Closures)
    llvm::append_range(Changes, C.Changes);
  return Changes;
}

std::vector<EditedFile>
gilaudit::applyPlan(const FixPlan &Plan, FileReader Read, Verdicts &Conflicts) {
  std::vector<FileChange> Changes = changesOf(Plan);
  if (auto Files = applyChanges(Changes, Read))
    return std::move(*Files);
  else
    llvm::consumeError(Files.takeError());
  Changes.clear();
  for (unsigned I = 0; I != Plan.Closures.size(); ++I) {
    size_t Good = Changes.size();
    llvm::append_range(Changes, Plan.Closures[I].Changes);
    if (auto Files = applyChanges(Changes, Read); !Files) {
      Conflicts[I] = llvm::toString(Files.takeError());
      Changes.resize(Good);
    }
  }
  return {};
}

namespace {

class Prover {
public:
  Prover(const ProofInput &In, FixOptions Options, FileReader Read)
      : In(In), Options(std::move(Options)), Read(Read) {}

  llvm::Expected<ProvedFixes> prove() {
    ProvedFixes Fixes;
    for (unsigned Round = 0; Round != MostRounds; ++Round) {
      Fixes = ProvedFixes();
      Fixes.Plan = In.Plan(*In.Before.Solved, *In.Before.Result, Options, Read);
      Verdicts Bad;
      Fixes.Files = applyPlan(Fixes.Plan, Read, Bad);
      if (Bad.empty() && !Fixes.Files.empty())
        if (llvm::Error E = judge(Fixes).moveInto(Bad))
          return std::move(E);
      if (Bad.empty())
        return std::move(Fixes);
      for (const auto &[Index, Why] : Bad)
        Options.Rejected[Fixes.Plan.Closures[Index].Id] =
            "the fix was tried and does not hold: " + Why;
    }
    return giveUp(std::move(Fixes.Plan));
  }

private:
  /// Fills Fixes.After.
  llvm::Expected<Verdicts> judge(ProvedFixes &Fixes) {
    llvm::Expected<Trial> T = tryFiles(In, Fixes.Files);
    if (!T)
      return T.takeError();
    Blame B(Fixes.Plan, Fixes.Files);
    if (!T->Broken.empty())
      return judgeErrors(In, *T, B);
    Fixes.After = std::move(T->After);
    Verdicts Bad =
        judgeReports(Fixes.Plan, *In.Before.Result, *Fixes.After.Result, B);
    return Bad.empty() ? judgeSecondPlan(planAgain(Fixes), B) : Bad;
  }

  FixPlan planAgain(const ProvedFixes &Fixes) {
    auto ReadEdited = [&](StringRef Path) -> llvm::Expected<std::string> {
      for (const EditedFile &F : Fixes.Files)
        if (F.File == Path)
          return F.After;
      return Read(Path);
    };
    if (In.Mark)
      In.Mark(*Fixes.After.Result, Fixes.Plan);
    return In.Plan(*Fixes.After.Solved, *Fixes.After.Result, Options,
                   ReadEdited);
  }

  static ProvedFixes giveUp(FixPlan Plan) {
    ProvedFixes None;
    for (Closure &C : Plan.Closures)
      if (!C.Changes.empty()) {
        C.Changes.clear();
        C.Refused = "too many fixes were tried around it and did not hold";
        for (unsigned Index : C.Findings)
          Plan.Findings[Index].Reason = C.Refused;
      }
    None.Plan = std::move(Plan);
    return None;
  }

  const ProofInput &In;
  FixOptions Options;
  FileReader Read;
};

} // namespace

llvm::Expected<ProvedFixes> gilaudit::proveFixes(const ProofInput &In,
                                                 FixOptions Options,
                                                 FileReader Read) {
  FixOptions Scoped = Options;
  Scoped.Condition.clear();
  llvm::Expected<ProvedFixes> Fixes = Prover(In, Scoped, Read).prove();
  if (!Fixes || Options.Condition.empty() || Fixes->Files.empty())
    return Fixes;
  return proveCondition(In, Options, std::move(*Fixes), Read);
}
