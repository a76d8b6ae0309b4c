//===- Fixes.cpp - Audits that end in edits -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Fixes.h"
#include "Audit.h"
#include "FixReport.h"
#include "Options/Setup.h"
#include "Units/Reparse.h"
#include "gil-audit/Proof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Only the rules that were asked for, and stale comments.
Report shownPart(const Analysis &A, const AuditFacts &All) {
  if (!All.Options.RuleEnabled && All.Options.Partial)
    return *A.Result;
  return analyze(*A.Linked, All.Options);
}

/// \p R, of which the fixes that \p Plan has changes for are known.
Report withClosures(Report R, const FixPlan &Plan) {
  for (const Closure &C : Plan.Closures)
    if (!C.Changes.empty())
      for (unsigned F : C.Findings)
        R.Findings[F].Closure = C.Id;
  return R;
}

Report leftOver(const ProvedFixes &Proved, const Report &Found,
                const AuditFacts &All) {
  if (!Proved.After.Result)
    return Found;
  Report Left = shownPart(Proved.After, All);
  Left.Coverage.Missing = Found.Coverage.Missing;
  All.TheGate.judgeLeft(Left, Found);
  return Left;
}

} // namespace

llvm::Expected<std::string> gilaudit::readTextFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

llvm::Expected<FixedAudit> gilaudit::auditAndFix(const DriverOptions &O) {
  llvm::Expected<AuditFacts> All = extractInput(O);
  if (!All)
    return All.takeError();
  llvm::Expected<FixOptions> Wanted = fixOptions(O, All->Options);
  if (!Wanted)
    return Wanted.takeError();
  unsigned Readers = readersOfChange(*All, O);
  // A fix must not bring up what a rule that is off would have said.
  AnalysisOptions AllRules = All->Options;
  AllRules.RuleEnabled = nullptr;
  AllRules.Partial = true; // Nor may a comment be stale because of it.
  Analysis Before =
      analyzeWhole(All->Extracted.Facts, All->Input.Models, AllRules);
  All->TheGate.compare(*Before.Result,
                       *Before.Linked); // What is known asks for no fix.
  Wanted->Seed = [Asked = Wanted->Seed, &All](const Finding &F) {
    return F.counts() && All->TheGate.shows(F.Where.File) && Asked(F);
  };
  ProofInput In = {Before,
                   All->Extracted.Facts,
                   All->Input.Models,
                   AllRules,
                   planFixes,
                   makeReparser(All->Input, All->Extracted.UnitOf),
                   [&](Report &After, const FixPlan &Plan) {
                     All->TheGate.compareAgain(
                         After, withClosures(*Before.Result, Plan));
                   }};
  llvm::Expected<ProvedFixes> Proved = proveFixes(In, *Wanted, readTextFile);
  if (!Proved)
    return Proved.takeError();
  attachFixes(*Before.Result, Proved->Plan, Proved->Files);

  FixedAudit Result;
  Result.Found = shownPart(Before, *All);
  takeFixes(Result.Found, *Before.Result);
  addMissing(Result.Found, All->Extracted.Missing);
  All->TheGate.judge(Result.Found, *Before.Linked);
  noteReaders(Result.Found, Readers);
  Result.Left = leftOver(*Proved, Result.Found, *All);
  Result.All = std::move(*Before.Result);
  for (Report *R : {&Result.Found, &Result.All})
    noteReleases(*R, Wanted->Condition);
  Result.Files = std::move(Proved->Files);
  return std::move(Result);
}
