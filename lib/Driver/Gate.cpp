//===- Gate.cpp - What of a report counts ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Gate.h"
#include "Change/ChangedCode.h"
#include "Errors.h"
#include "Fixes/FixReport.h"
#include "Fixes/Fixes.h"
#include "Output.h"
#include "Units/CompileUnits.h"
#include "gil-audit/Report.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

llvm::Expected<PathGlobs> compile(StringRef Option,
                                  std::vector<std::string> Globs) {
  PathGlobs Out;
  Out.Text = std::make_shared<const std::vector<std::string>>(std::move(Globs));
  for (const std::string &Glob : *Out.Text) {
    llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
    if (!Pattern)
      return error(Option + ": '" + Glob +
                   "': " + llvm::toString(Pattern.takeError()));
    Out.Patterns.push_back(std::move(*Pattern));
  }
  return std::move(Out);
}

/// What of the project \p O names: facts files stand for all of it.
std::vector<std::string> scopeOf(const DriverOptions &O, StringRef Root) {
  std::vector<std::string> Scope;
  if (O.What == Command::Audit)
    for (const std::string &Input : O.Inputs) {
      std::string Path = realPath(Input);
      if (Path == Root)
        return {};
      Scope.push_back(relativeTo(Root, Path));
    }
  llvm::sort(Scope);
  Scope.erase(std::unique(Scope.begin(), Scope.end()), Scope.end());
  return Scope;
}

/// The scope of a file that keeps what \p Old covers and gets \p New.
std::vector<std::string> united(const std::vector<std::string> &Old,
                                const std::vector<std::string> &New) {
  if (Old.empty() || New.empty())
    return {};
  std::vector<std::string> All;
  std::set_union(Old.begin(), Old.end(), New.begin(), New.end(),
                 std::back_inserter(All));
  return All;
}

bool isRun(StringRef Name, const AnalysisOptions &Analysis) {
  for (const Rule *R : allRules())
    if (R->info().Name == Name)
      return (!R->info().PedanticOnly || Analysis.Pedantic) &&
             (!Analysis.RuleEnabled || Analysis.RuleEnabled(Name));
  return false; // Of another version of this program.
}

} // namespace

llvm::Expected<Gate> Gate::load(const DriverOptions &O,
                                const AnalysisOptions &Analysis) {
  Gate G;
  G.Analysis = Analysis;
  G.Severities = O.Severities;
  if (Error E = compile("--include", O.IncludePaths).moveInto(G.Include))
    return std::move(E);
  if (Error E = compile("--exclude", O.ExcludePaths).moveInto(G.Exclude))
    return std::move(E);
  G.Scope = scopeOf(O, Analysis.Root);
  if (Error E = G.loadBaseline(O))
    return std::move(E);
  if (O.Since.empty() && O.Diff.empty())
    return G;
  llvm::Expected<Change> C = loadChange(O, Analysis.Root);
  if (!C)
    return C.takeError();
  G.Changed = std::move(*C);
  return G;
}

Error Gate::loadBaseline(const DriverOptions &O) {
  bool Writes = !O.WriteBaseline.empty();
  BaselineFile = Writes ? O.WriteBaseline : O.Baseline;
  if (BaselineFile.empty())
    return Error::success();
  if (Error E = Writes || O.PruneBaseline ? checkOutput(BaselineFile)
                                          : Error::success())
    return E;
  auto Buffer = llvm::MemoryBuffer::getFile(BaselineFile, /*IsText=*/true);
  if (!Buffer && Writes &&
      Buffer.getError() == std::errc::no_such_file_or_directory) {
    Known.Scope = Scope;
    return Error::success();
  }
  if (!Buffer)
    return error(
        (Writes ? "--write-baseline: " : "--baseline: ") + BaselineFile + ": " +
        Buffer.getError().message() +
        (Writes ? "" : "; --write-baseline=" + BaselineFile + " writes one"));
  llvm::Expected<Baseline> B =
      readBaseline((*Buffer)->getBuffer(), BaselineFile);
  if (!B)
    return B.takeError();
  Known = std::move(*B);
  if (Writes)
    Known.Scope = united(Known.Scope, Scope);
  return Error::success();
}

bool Gate::shows(StringRef File) const {
  auto Matches = [&](const llvm::GlobPattern &G) { return G.match(File); };
  return (Include.Patterns.empty() ||
          llvm::any_of(Include.Patterns, Matches)) &&
         llvm::none_of(Exclude.Patterns, Matches);
}

bool Gate::lookedFor(const BaselineEntry &E, bool AllAudited) const {
  return AllAudited && (Scope.empty() || Scope == Known.Scope) &&
         isRun(E.Rule, Analysis) && shows(E.File);
}

void Gate::compareWithKnown(Report &R) const {
  if (BaselineFile.empty())
    return;
  bool AllAudited = R.Coverage.Missing.empty();
  compareWithBaseline(R, Known, [&](const BaselineEntry &E) {
    return lookedFor(E, AllAudited);
  });
  R.Baseline->File = BaselineFile;
}

void Gate::compare(Report &R, const Program &P) const {
  compareWithKnown(R);
  if (Changed)
    selectFindings(R, P, *Changed, readTextFile);
}

void Gate::filter(Report &R) const {
  size_t Before = R.Findings.size();
  llvm::erase_if(R.Findings,
                 [&](const Finding &F) { return !shows(F.Where.File); });
  R.Filtered = Before - R.Findings.size();
  for (Finding &F : R.Findings)
    if (auto It = Severities.find(F.Rule); It != Severities.end())
      F.Severity = It->second;
}

void Gate::judge(Report &R, const Program &P) const {
  filter(R);
  compare(R, P);
}

void Gate::compareAgain(Report &R, const Report &Before) const {
  compareWithKnown(R);
  if (Changed)
    selectLeftFindings(R, Before);
}

void Gate::judgeLeft(Report &R, const Report &Found) const {
  filter(R);
  compareAgain(R, Found);
}

Error gilaudit::writeBaselines(Report &R, const DriverOptions &O) {
  if (O.WriteBaseline.empty() && !O.PruneBaseline)
    return Error::success();
  Baseline B = O.PruneBaseline ? prunedBaseline(R) : completeBaseline(R);
  if (Error E = writeOutput(R.Baseline->File, [&](llvm::raw_ostream &OS) {
        OS << writeBaseline(B);
      }))
    return E;
  if (!O.PruneBaseline)
    for (Finding &F : R.Findings)
      if (!F.Suppression)
        F.BaselineState = BaselineState::Unchanged;
  if (!O.Quiet)
    llvm::errs() << "gil-audit: wrote " << R.Baseline->File << ": "
                 << counted(B.Entries.size(), "known finding")
                 << (R.Baseline->NotLooked.empty()
                         ? ""
                         : ", " + std::to_string(R.Baseline->NotLooked.size()) +
                               " of them as they were, since this run left "
                               "their rules, paths or units out")
                 << (R.Coverage.Missing.empty()
                         ? ""
                         : "; what was not audited is missing in it")
                 << '\n';
  return Error::success();
}
