//===- UnitAudit.cpp - One unit, judged where it is parsed ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitAudit.h"
#include "Fixes/FixReport.h"
#include "Fixes/UnitFixes.h"
#include "Options/Root.h"
#include "Options/Setup.h"
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

llvm::Expected<DriverOptions> optionsOf(llvm::ArrayRef<std::string> Args) {
  std::vector<const char *> Pointers;
  for (const std::string &Arg : Args)
    Pointers.push_back(Arg.c_str());
  return parseOptions(Pointers);
}

} // namespace

llvm::Expected<UnitAudit> UnitAudit::create(llvm::ArrayRef<std::string> Args,
                                            StringRef FactsFolder) {
  UnitAudit Result;
  llvm::Expected<DriverOptions> O = optionsOf(Args);
  if (!O)
    return O.takeError();
  if (llvm::Error E = loadModels(*O).moveInto(Result.Models))
    return std::move(E);
  if (llvm::Error E =
          analysisOptions(*O, Result.Models).moveInto(Result.Options))
    return std::move(E);
  if (!O->Root.empty())
    if (llvm::Error E = givenRoot(*O).moveInto(Result.Options.Root))
      return std::move(E);
  Result.KnowsAll = !FactsFolder.empty();
  if (Result.KnowsAll)
    if (llvm::Error E = readFactsBelow(FactsFolder).moveInto(Result.Others))
      return std::move(E);
  // Whether a guard is redundant depends on all callers.
  Result.Options.Pedantic &= Result.KnowsAll;
  return std::move(Result);
}

std::string UnitAudit::rootOfUnit(const std::string &MainFile,
                                  const std::set<std::string> &Headers) const {
  if (!Options.Root.empty())
    return Options.Root;
  std::vector<std::string> Files = {MainFile};
  for (const TUFacts &T : Others)
    Files.push_back(T.MainFile);
  llvm::sort(Files);
  return rootOf(Files, Headers);
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
  Analysis A = analyzeWhole(withOthers(std::move(Unit)), Models, Here);
  auto InUnit = [&](const Finding &F) {
    return Files.count(absoluteBelow(Root, F.Where.File)) != 0;
  };
  if (KnowsAll && llvm::any_of(A.Result->Findings, InUnit))
    attachUnitFixes(A, Files, Read);
  Report R = std::move(*A.Result);
  llvm::erase_if(R.Findings, [&](const Finding &F) { return !InUnit(F); });
  return R;
}
