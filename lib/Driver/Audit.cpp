//===- Audit.cpp - From options to a report -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Audit.h"
#include "Cache/Cache.h"
#include "Errors.h"
#include "Fixes/FixReport.h"
#include "Options/Root.h"
#include "Options/Setup.h"
#include "Reports.h"
#include "Timing.h"
#include "Units/FactsFiles.h"
#include "Units/Interrupt.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// The root of facts files: as findRoot, by their main files, which are sorted.
llvm::Expected<std::string> rootOfFacts(const std::vector<std::string> &Files,
                                        const DriverOptions &O) {
  if (!O.Root.empty())
    return givenRoot(O);
  std::string Top = gitTopLevel(Files.front());
  return Top.empty() ? commonAncestor(Files) : Top;
}

llvm::Expected<ExtractionOptions> extractionOptions(const DriverOptions &O,
                                                    const std::string &Root) {
  llvm::Expected<std::string> ResourceDir = findResourceDir(O.ResourceDir);
  if (!ResourceDir)
    return ResourceDir.takeError();
  ExtractionOptions E;
  E.CommandLine = {*ResourceDir, O.ExtraArgs, O.ExtraArgsBefore, O.RemovedArgs};
  E.Extract.Root = Root;
  E.Extract.ParseAllBodies = O.ParseAllBodies;
  E.Limits = {jobsFor(O.Jobs), O.TimeLimit, O.MemoryLimit};
  if (!O.NoCache)
    E.CacheFolder = O.CacheDir.empty() ? defaultCacheFolder() : O.CacheDir;
  E.ModelFiles = O.ModelFiles;
  E.ShowProgress = !O.Quiet && llvm::sys::Process::StandardErrIsDisplayed();
  return E;
}

/// A binding, or a call of a modelled API.
bool showsBindings(const TUFacts &T) {
  return !T.Bindings.empty() ||
         llvm::any_of(T.Functions, [](const FunctionFacts &F) {
           return llvm::any_of(F.Events, [](const Event &E) {
             return E.Kind == EventKind::ApiCall;
           });
         });
}

/// A database of the wrong project must not look like a clean bill.
void warnThatNothingWasSeen() {
  llvm::errs()
      << "gil-audit: warning: no binding and no call of a modelled API "
         "in the whole input; is it the right database?\n";
}

/// No fix is planned on facts files: what only fixes ask for, half of the
/// memory, need not stay.
void dropFixFacts(TUFacts &T) {
  T.FixSites = {};
  for (FunctionFacts &F : T.Functions) {
    F.Statements = {};
    F.Names = {};
  }
}

/// Links \p Files one at a time; \p Look sees each before. The seconds of
/// reading go to \p Read.
llvm::Expected<Program>
linkFiles(FactsFiles &Files, const ModelSet &Models,
          const AnalysisOptions &Analysis, const DriverOptions &O,
          double &ReadSeconds, llvm::function_ref<void(const TUFacts &)> Look) {
  Linker Units(Models, Analysis);
  StopWatch Watch;
  bool Seen = false;
  auto Link = [&](TUFacts Facts) {
    ReadSeconds += Watch.lap();
    Seen = Seen || showsBindings(Facts);
    Look(Facts);
    dropFixFacts(Facts);
    Units.add(std::move(Facts));
    Watch.lap();
  };
  if (llvm::Error E = Files.read(Link))
    return std::move(E);
  if (!Seen && !O.Quiet)
    warnThatNothingWasSeen();
  return Units.finish();
}

} // namespace

llvm::Expected<AuditInput> gilaudit::prepareInput(const DriverOptions &O) {
  AuditInput In;
  llvm::Expected<ModelSet> Models = loadModels(O);
  if (!Models)
    return Models.takeError();
  In.Models = std::move(*Models);
  llvm::Expected<std::vector<CompileUnit>> Units = findCompileUnits(O);
  if (!Units)
    return Units.takeError();
  In.Units = std::move(*Units);
  llvm::Expected<std::string> Root =
      O.Root.empty() ? findRoot(In.Units) : givenRoot(O);
  if (!Root)
    return Root.takeError();
  llvm::Expected<ExtractionOptions> Options = extractionOptions(O, *Root);
  if (!Options)
    return Options.takeError();
  In.Options = std::move(*Options);
  return In;
}

llvm::Expected<AuditFacts> gilaudit::extractInput(const DriverOptions &O) {
  llvm::Expected<AuditInput> In = prepareInput(O);
  if (!In)
    return In.takeError();
  // Before the long part: a misspelled name should not cost a minute.
  llvm::Expected<AnalysisOptions> Analysis = analysisOptions(O, In->Models);
  if (!Analysis)
    return Analysis.takeError();
  Analysis->Root = In->Options.Extract.Root;
  llvm::Expected<Gate> TheGate = Gate::load(O, *Analysis);
  if (!TheGate)
    return TheGate.takeError();
  if (O.wantsFixes())
    if (llvm::Error E = fixOptions(O, *Analysis).takeError())
      return std::move(E);
  if (llvm::Error E = checkOutputs(O))
    return std::move(E);
  llvm::Expected<ExtractionResult> Extracted =
      extractUnits(In->Units, In->Models, In->Options);
  if (!Extracted)
    return Extracted.takeError();
  if (wasInterrupted())
    return error("interrupted; nothing was written");
  if (llvm::Error E = checkOutputs(O, Extracted->Facts))
    return std::move(E);
  if (!Extracted->Warning.empty() && !O.Quiet)
    llvm::errs() << "gil-audit: warning: " << Extracted->Warning << '\n';
  if (Extracted->Missing.empty() && !O.Quiet &&
      llvm::none_of(Extracted->Facts, showsBindings))
    warnThatNothingWasSeen();
  // Files behind which "-- FLAGS" stand are the whole project.
  Analysis->Partial =
      (!O.Inputs.empty() && !O.FixedFlags) || !Extracted->Missing.empty();
  return AuditFacts{std::move(*In), std::move(*Analysis), std::move(*TheGate),
                    std::move(*Extracted)};
}

void gilaudit::addMissing(Report &R, llvm::ArrayRef<NotAudited> Missing) {
  for (const NotAudited &N : Missing)
    R.Coverage.Missing.push_back({relativeTo(R.Root, N.File), N.Error});
}

unsigned gilaudit::readersOfChange(const AuditFacts &All,
                                   const DriverOptions &O) {
  const Change *C = All.TheGate.change();
  if (!C)
    return 0;
  // Not in the report, which is the same whatever the cache has.
  size_t Parsed = All.Extracted.Parsed.size();
  if (!O.Quiet)
    llvm::errs() << "gil-audit: " << Parsed << " of " << All.Input.Units.size()
                 << " translation units parsed, "
                 << All.Input.Units.size() - Parsed
                 << " taken from the cache\n";
  return llvm::count_if(All.Extracted.Facts,
                        [&](const TUFacts &T) { return C->isReadBy(T); });
}

void gilaudit::noteReaders(Report &R, unsigned Readers) {
  if (R.Change)
    R.Change->TranslationUnits = Readers;
}

llvm::Expected<Report> gilaudit::auditUnits(const DriverOptions &O) {
  llvm::Expected<AuditFacts> All = extractInput(O);
  if (!All)
    return All.takeError();
  StopWatch Watch;
  unsigned Readers = readersOfChange(*All, O);
  Analysis A = analyzeWhole(std::move(All->Extracted.Facts), All->Input.Models,
                            All->Options);
  Report R = std::move(*A.Result);
  addMissing(R, All->Extracted.Missing);
  All->TheGate.judge(R, *A.Linked);
  noteReaders(R, Readers);
  if (O.Timing)
    printTiming(llvm::errs(), All->Extracted, Watch.lap());
  return R;
}

llvm::Expected<Report> gilaudit::auditFacts(const DriverOptions &O) {
  if (O.Inputs.empty())
    return error("analyze: want facts files");
  llvm::Expected<ModelSet> Models = loadModels(O);
  if (!Models)
    return Models.takeError();
  llvm::Expected<AnalysisOptions> Analysis = analysisOptions(O, *Models);
  if (!Analysis)
    return Analysis.takeError();
  if (llvm::Error E = checkOutputs(O))
    return std::move(E);
  StopWatch Watch;
  llvm::Expected<FactsFiles> Files = FactsFiles::find(O.Inputs);
  if (!Files)
    return Files.takeError();
  llvm::Expected<std::string> Root = rootOfFacts(Files->mainFiles(), O);
  if (!Root)
    return Root.takeError();
  Analysis->Root = *Root;
  llvm::Expected<Gate> TheGate = Gate::load(O, *Analysis);
  if (!TheGate)
    return TheGate.takeError();
  ExtractionResult Read;
  Read.ReadSeconds = Watch.lap();
  double Before = Read.ReadSeconds;
  unsigned Readers = 0;
  auto CountReader = [&, C = TheGate->change()](const TUFacts &T) {
    Readers += C && C->isReadBy(T);
  };
  llvm::Expected<Program> P =
      linkFiles(*Files, *Models, *Analysis, O, Read.ReadSeconds, CountReader);
  if (!P)
    return P.takeError();
  Report R = analyze(*P, *Analysis);
  TheGate->judge(R, *P);
  noteReaders(R, Readers);
  if (O.Timing)
    printTiming(llvm::errs(), Read, Watch.lap() - (Read.ReadSeconds - Before));
  return R;
}
