//===- Driver.cpp - The command -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Driver.h"
#include "Extraction.h"
#include "Output.h"
#include "Root.h"
#include "Setup.h"
#include "gil-audit/Report.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <csignal>

using namespace gilaudit;
using llvm::StringRef;

namespace {

int wrongCall(llvm::Error E) {
  llvm::errs() << "gil-audit: error: " << llvm::toString(std::move(E)) << '\n';
  return WrongCall;
}

llvm::Error error(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

std::string relativeTo(StringRef Root, StringRef File) {
  StringRef Rest = File;
  if (Rest.consume_front(Root) && Rest.consume_front("/"))
    return Rest.str();
  return File.str();
}

//===----------------------------------------------------------------------===//
// From facts to the report
//===----------------------------------------------------------------------===//

bool onTerminal(StringRef Output) {
  return (Output.empty() || Output == "-") &&
         llvm::sys::Process::StandardOutIsDisplayed();
}

TextOptions textOptions(const DriverOptions &O, const std::string &Root) {
  TextOptions T;
  T.Colour = O.Colour == ColourMode::Always ||
             (O.Colour == ColourMode::Auto && onTerminal(O.Output));
  T.ShowUnresolved = O.ShowUnresolved;
  T.ShowInventory = O.ShowInventory;
  T.RepeatNotes = O.RepeatNotes;
  T.Quiet = O.Quiet;
  T.Source = readSourcesBelow(Root);
  return T;
}

llvm::Error writeReport(const Report &R, const DriverOptions &O) {
  llvm::Error E = writeOutput(O.Output, [&](llvm::raw_ostream &OS) {
    if (O.Format == Format::Json)
      printJson(R, OS);
    else
      printText(R, OS, textOptions(O, R.Root));
  });
  // The text report on standard output has said it already.
  bool Said = O.Format == Format::Text && (O.Output.empty() || O.Output == "-");
  if (!E && !Said && !O.Quiet)
    llvm::errs() << summaryLine(R) << '\n';
  return E;
}

int statusOf(const Report &R) {
  if (!R.Coverage.Missing.empty())
    return NotAllAudited;
  bool Found = llvm::any_of(
      R.Findings, [](const Finding &F) { return F.Severity != "note"; });
  return Found ? FoundSomething : NothingFound;
}

/// A database of the wrong project must not look like a clean bill.
void warnIfNothingWasSeen(llvm::ArrayRef<TUFacts> All) {
  for (const TUFacts &T : All) {
    if (!T.Bindings.empty())
      return;
    for (const FunctionFacts &F : T.Functions)
      if (llvm::any_of(F.Events, [](const Event &E) {
            return E.Kind == EventKind::ApiCall;
          }))
        return;
  }
  llvm::errs() << "gil-audit: warning: no binding and no call of a modelled API "
                  "in the whole input; is it the right database?\n";
}

int report(ExtractionResult Extracted, const ModelSet &Models,
           AnalysisOptions Analysis, const DriverOptions &O) {
  if (Extracted.Missing.empty() && !O.Quiet)
    warnIfNothingWasSeen(Extracted.Facts);
  Report R = analyze(std::move(Extracted.Facts), Models, Analysis);
  R.Root = Analysis.Root;
  for (NotAudited &N : Extracted.Missing)
    R.Coverage.Missing.push_back(
        {relativeTo(Analysis.Root, N.File), std::move(N.Error)});
  if (llvm::Error E = writeReport(R, O))
    return wrongCall(std::move(E));
  return statusOf(R);
}

//===----------------------------------------------------------------------===//
// Subcommands
//===----------------------------------------------------------------------===//

llvm::Expected<std::string> givenRoot(const DriverOptions &O) {
  if (!llvm::sys::fs::is_directory(O.Root))
    return error("--root: " + O.Root + ": no such folder");
  return realPath(O.Root);
}

llvm::Expected<ExtractionOptions> extractionOptions(const DriverOptions &O,
                                                    const std::string &Root) {
  llvm::Expected<std::string> ResourceDir = findResourceDir(O.ResourceDir);
  if (!ResourceDir)
    return ResourceDir.takeError();
  ExtractionOptions E;
  E.CommandLine = {*ResourceDir, O.ExtraArgs, O.ExtraArgsBefore};
  E.Extract.Root = Root;
  E.Extract.ParseAllBodies = O.ParseAllBodies;
  E.Limits = {jobsFor(O.Jobs), O.TimeLimit, O.MemoryLimit};
  E.ShowProgress =
      !O.Quiet && llvm::sys::Process::StandardErrIsDisplayed();
  return E;
}

/// What audit and extract share: models, units, root.
struct Input {
  ModelSet Models;
  std::vector<CompileUnit> Units;
  ExtractionOptions Options;
};

llvm::Expected<Input> prepare(const DriverOptions &O) {
  Input In;
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

int audit(const DriverOptions &O) {
  llvm::Expected<Input> In = prepare(O);
  if (!In)
    return wrongCall(In.takeError());
  // Before the long part: a misspelled name should not cost a minute.
  llvm::Expected<AnalysisOptions> Analysis = analysisOptions(O, In->Models);
  if (!Analysis)
    return wrongCall(Analysis.takeError());
  Analysis->Root = In->Options.Extract.Root;
  if (llvm::Error E = checkOutput(O.Output))
    return wrongCall(std::move(E));
  llvm::Expected<ExtractionResult> Extracted =
      extractUnits(In->Units, In->Models, In->Options);
  if (!Extracted)
    return wrongCall(Extracted.takeError());
  if (wasInterrupted())
    return 128 + SIGINT;
  return report(std::move(*Extracted), In->Models, std::move(*Analysis), O);
}

int extract(const DriverOptions &O) {
  if (O.Inputs.size() != 1)
    return wrongCall(error("extract: want exactly one file"));
  llvm::Expected<Input> In = prepare(O);
  if (!In)
    return wrongCall(In.takeError());
  if (In->Units.size() != 1)
    return wrongCall(error(O.Inputs[0] + ": has more than one entry in the "
                                         "compilation database"));
  const CompileUnit &Unit = In->Units.front();
  llvm::Expected<TUFacts> Facts = extractUnit(Unit, In->Models, In->Options);
  if (!Facts) {
    llvm::errs() << Unit.File << ": not audited: "
                 << llvm::toString(Facts.takeError()) << '\n';
    return NotAllAudited;
  }
  std::string Text = writeFacts(*Facts);
  if (llvm::Error E = writeOutput(
          O.Output, [&](llvm::raw_ostream &OS) { OS << Text; }))
    return wrongCall(std::move(E));
  return NothingFound;
}

/// The root of facts files: as findRoot, by their main files.
llvm::Expected<std::string> rootOfFacts(llvm::ArrayRef<TUFacts> All,
                                        const DriverOptions &O) {
  if (!O.Root.empty())
    return givenRoot(O);
  std::vector<std::string> Files;
  for (const TUFacts &T : All)
    Files.push_back(T.MainFile);
  llvm::sort(Files);
  std::string Top = gitTopLevel(Files.front());
  return Top.empty() ? commonAncestor(Files) : Top;
}

int analyzeFiles(const DriverOptions &O) {
  if (O.Inputs.empty())
    return wrongCall(error("analyze: want facts files"));
  llvm::Expected<ModelSet> Models = loadModels(O);
  if (!Models)
    return wrongCall(Models.takeError());
  llvm::Expected<AnalysisOptions> Analysis = analysisOptions(O, *Models);
  if (!Analysis)
    return wrongCall(Analysis.takeError());
  ExtractionResult Read;
  for (const std::string &File : O.Inputs) {
    llvm::Expected<TUFacts> Facts = readFactsFile(File);
    if (!Facts)
      return wrongCall(Facts.takeError());
    Read.Facts.push_back(std::move(*Facts));
  }
  llvm::Expected<std::string> Root = rootOfFacts(Read.Facts, O);
  if (!Root)
    return wrongCall(Root.takeError());
  Analysis->Root = *Root;
  return report(std::move(Read), *Models, std::move(*Analysis), O);
}

int listRules() {
  for (const Rule *R : allRules()) {
    const RuleInfo &I = R->info();
    llvm::outs() << llvm::formatv("{0,-24} {1,-8} {2}{3}\n", I.Name, I.Severity,
                                  I.Summary,
                                  I.PedanticOnly ? " (--pedantic)" : "");
  }
  return NothingFound;
}

int version(const DriverOptions &O) {
  llvm::Expected<std::string> ResourceDir = findResourceDir(O.ResourceDir);
  if (!ResourceDir)
    return wrongCall(ResourceDir.takeError());
  llvm::outs() << "gil-audit " GIL_AUDIT_VERSION "\nLLVM " LLVM_VERSION_STRING
                  "\nresource folder "
               << *ResourceDir << '\n';
  return NothingFound;
}

} // namespace

int gilaudit::runDriver(llvm::ArrayRef<const char *> Args) {
  // A reader that goes away (| head) is an error of the write, not of ours.
  std::signal(SIGPIPE, SIG_IGN);
  llvm::Expected<DriverOptions> O = parseOptions(Args.drop_front());
  if (!O)
    return wrongCall(O.takeError());
  switch (O->What) {
  case Command::Audit:
    return audit(*O);
  case Command::Extract:
    return extract(*O);
  case Command::Analyze:
    return analyzeFiles(*O);
  case Command::ListRules:
    return listRules();
  case Command::Version:
    return version(*O);
  case Command::Help:
    llvm::outs() << helpText();
    return NothingFound;
  }
  llvm_unreachable("not a command");
}
