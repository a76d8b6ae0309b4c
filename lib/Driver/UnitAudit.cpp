//===- UnitAudit.cpp - One unit, judged where it is parsed ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitAudit.h"
#include "Fixes/FixReport.h"
#include "Fixes/UnitFixes.h"
#include "Options/Config.h"
#include "Options/Root.h"
#include "Options/Setup.h"
#include "Units/CompileUnits.h"
#include "Units/FactsFiles.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

/// Sorted, so that errors do not depend on the order of a folder.
llvm::Expected<std::vector<std::string>> factsFilesBelow(StringRef Folder) {
  if (!fs::is_directory(Folder))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Folder + ": no such folder");
  std::vector<std::string> Paths;
  std::error_code EC;
  fs::recursive_directory_iterator It(Folder, EC), End;
  for (; !EC && It != End; It.increment(EC))
    if (llvm::sys::path::extension(It->path()) == ".facts")
      Paths.push_back(It->path());
  if (EC)
    return llvm::createStringError(EC, Folder + ": " + EC.message());
  if (Paths.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Folder +
                                       ": no facts file in it; gil-audit "
                                       "extract FILE -o FILE.facts makes them");
  llvm::sort(Paths);
  return Paths;
}

llvm::Expected<std::vector<TUFacts>> readFactsBelow(StringRef Folder) {
  llvm::Expected<std::vector<std::string>> Paths = factsFilesBelow(Folder);
  if (!Paths)
    return Paths.takeError();
  llvm::Expected<FactsFiles> Files = FactsFiles::find(*Paths);
  if (!Files)
    return Files.takeError();
  std::vector<TUFacts> All;
  if (llvm::Error E =
          Files->read([&](TUFacts T) { All.push_back(std::move(T)); }))
    return std::move(E);
  return All;
}

/// \p Args and the configuration, which is looked for from the root, or from
/// the folder of \p Units.
llvm::Expected<DriverOptions> optionsOf(llvm::ArrayRef<std::string> Args,
                                        llvm::ArrayRef<std::string> Units) {
  std::vector<const char *> Pointers;
  for (const std::string &Arg : Args)
    Pointers.push_back(Arg.c_str());
  llvm::Expected<DriverOptions> Named =
      parseOptions(Pointers, nullptr, /*Draft=*/true);
  if (!Named)
    return Named.takeError();
  if (Named->ConfigFile.empty() && !Named->NoConfig) {
    Named->ConfigFile = findConfig(Named->Root.empty() ? rootOf(Units, {})
                                                       : realPath(Named->Root));
    Named->NoConfig = Named->ConfigFile.empty();
  }
  llvm::Expected<Config> C = configOf(*Named);
  if (!C)
    return C.takeError();
  return parseOptions(Pointers, &*C);
}

} // namespace

llvm::Error UnitAudit::readOptions(const DriverOptions &O) {
  if (llvm::Error E = loadModels(O).moveInto(Models))
    return E;
  if (llvm::Error E = analysisOptions(O, Models).moveInto(Options))
    return E;
  if (!O.Root.empty())
    if (llvm::Error E = givenRoot(O).moveInto(Options.Root))
      return E;
  // Whether a guard is redundant depends on all callers.
  Options.Pedantic &= KnowsAll;
  llvm::Expected<Gate> G = Gate::load(O, Options);
  if (!G)
    return G.takeError();
  TheGate = std::move(*G);
  return fixOptions(O, Options).moveInto(Fixing);
}

llvm::Expected<UnitAudit> UnitAudit::create(llvm::ArrayRef<std::string> Args,
                                            StringRef FactsFolder,
                                            const std::string &MainFile) {
  UnitAudit Result;
  Result.KnowsAll = !FactsFolder.empty();
  if (Result.KnowsAll)
    if (llvm::Error E = readFactsBelow(FactsFolder).moveInto(Result.Others))
      return std::move(E);
  llvm::Expected<DriverOptions> O = optionsOf(Args, Result.unitsWith(MainFile));
  if (!O)
    return O.takeError();
  if (llvm::Error E = Result.readOptions(*O))
    return std::move(E);
  return std::move(Result);
}

std::vector<std::string>
UnitAudit::unitsWith(const std::string &MainFile) const {
  std::vector<std::string> Files = {MainFile};
  for (const TUFacts &T : Others)
    Files.push_back(T.MainFile);
  llvm::sort(Files);
  return Files;
}

std::string UnitAudit::rootOfUnit(const std::string &MainFile,
                                  const std::set<std::string> &Headers) const {
  return Options.Root.empty() ? rootOf(unitsWith(MainFile), Headers)
                              : Options.Root;
}

std::vector<TUFacts> UnitAudit::withOthers(TUFacts Unit) const {
  std::vector<TUFacts> All;
  for (const TUFacts &T : Others)
    if (T.MainFile != Unit.MainFile)
      All.push_back(T);
  All.push_back(std::move(Unit));
  return All;
}

Report UnitAudit::judge(TUFacts Unit, const std::string &Root,
                        FileReader Read) const {
  std::set<std::string> Files(Unit.Files.begin(), Unit.Files.end());
  AnalysisOptions Here = Options;
  Here.Root = Root;
  Here.Partial = !KnowsAll;
  // A fix must not bring up what a rule that is off would have said.
  AnalysisOptions AllRules = Here;
  AllRules.RuleEnabled = nullptr;
  Analysis A = analyzeWhole(withOthers(std::move(Unit)), Models, AllRules);
  TheGate.compare(*A.Result, *A.Linked); // What is known asks for no fix.
  auto InUnit = [&](const Finding &F) {
    return Files.count(absoluteBelow(Root, F.Where.File)) != 0;
  };
  if (KnowsAll && llvm::any_of(A.Result->Findings, InUnit)) {
    FixOptions Wanted = Fixing;
    Wanted.Seed = [&](const Finding &F) {
      return F.counts() && InUnit(F) && TheGate.shows(F.Where.File) &&
             (!Here.RuleEnabled || Here.RuleEnabled(F.Rule));
    };
    attachUnitFixes(A, Files, Wanted, Read);
  }
  Report R = Here.RuleEnabled ? analyze(*A.Linked, Here) : *A.Result;
  if (Here.RuleEnabled)
    takeFixes(R, *A.Result);
  TheGate.judge(R, *A.Linked);
  llvm::erase_if(R.Findings, [&](const Finding &F) { return !InUnit(F); });
  return R;
}
