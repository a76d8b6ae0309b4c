//===- Driver.cpp - The command -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Driver.h"
#include "Audit.h"
#include "CheckModel.h"
#include "Errors.h"
#include "Explain.h"
#include "Fixes/Fixes.h"
#include "Gate.h"
#include "Options/Config.h"
#include "Options/OptionPages.h"
#include "Options/Setup.h"
#include "Output.h"
#include "Reports.h"
#include "Units/Depfile.h"
#include "Units/Interrupt.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include <csignal>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// One line an error.
int wrongCall(llvm::Error E) {
  llvm::handleAllErrors(std::move(E), [](const llvm::ErrorInfoBase &Info) {
    llvm::errs() << "gil-audit: error: " << Info.message() << '\n';
  });
  return WrongCall;
}

int statusOf(const Report &R) {
  if (!R.Coverage.Missing.empty())
    return NotAllAudited;
  bool Found = llvm::any_of(R.Findings, [](const Finding &F) {
    return F.counts() && F.Severity != "note";
  });
  return Found ? FoundSomething : NothingFound;
}

//===----------------------------------------------------------------------===//
// Subcommands
//===----------------------------------------------------------------------===//

/// audit and analyze.
int report(llvm::Expected<Report> R, const DriverOptions &O) {
  if (!R)
    return wrongCall(R.takeError());
  if (llvm::Error E = writeBaselines(*R, O))
    return wrongCall(std::move(E));
  if (llvm::Error E = writeReports(*R, O))
    return wrongCall(std::move(E));
  return statusOf(*R);
}

/// audit with fixes. The report comes first: its excerpts are of the old text.
int fix(const DriverOptions &O) {
  llvm::Expected<FixedAudit> A = auditAndFix(O);
  if (!A)
    return wrongCall(A.takeError());
  std::function<std::string(const Finding &)> Fixits;
  if (O.ParseableFixits)
    Fixits = [Lines = fixitLines(*A)](const Finding &F) {
      auto It = Lines.find(F.Fingerprint);
      return It == Lines.end() ? std::string() : It->second;
    };
  if (llvm::Error E = writeReports(A->Found, O, std::move(Fixits)))
    return wrongCall(std::move(E));
  if (llvm::Error E = handOutFixes(*A, O))
    return wrongCall(std::move(E));
  return statusOf(O.Fix ? A->Left : A->Found);
}

int extract(const DriverOptions &O) {
  if (O.Inputs.size() != 1)
    return wrongCall(error("extract: want exactly one file"));
  llvm::Expected<AuditInput> In = prepareInput(O);
  if (!In)
    return wrongCall(In.takeError());
  if (In->Units.size() != 1)
    return wrongCall(error(O.Inputs[0] + ": has more than one entry in the "
                                         "compilation database"));
  const CompileUnit &Unit = In->Units.front();
  In->Options.Extract.RecordInputs = !O.Depfile.empty();
  llvm::Expected<ExtractResult> Result =
      extractUnit(Unit, In->Models, In->Options);
  if (!Result) {
    llvm::errs() << Unit.File
                 << ": not audited: " << llvm::toString(Result.takeError())
                 << '\n';
    return NotAllAudited;
  }
  if (llvm::Error E = checkOutputs(O, Result->Facts))
    return wrongCall(std::move(E));
  std::string Text = writeFacts(Result->Facts);
  if (llvm::Error E =
          writeOutput(O.Output, [&](llvm::raw_ostream &OS) { OS << Text; }))
    return wrongCall(std::move(E));
  if (O.Depfile.empty())
    return NothingFound;
  std::vector<std::string> More = O.ModelFiles;
  if (!O.ConfigFile.empty())
    More.push_back(O.ConfigFile);
  Text = depfileText(O.Output, Result->Inputs, More);
  if (llvm::Error E =
          writeOutput(O.Depfile, [&](llvm::raw_ostream &OS) { OS << Text; }))
    return wrongCall(std::move(E));
  return NothingFound;
}

void listRules(llvm::raw_ostream &OS) {
  for (const Rule *R : allRules()) {
    const RuleInfo &I = R->info();
    OS << llvm::formatv("{0,-24} {1,-8} {2}{3}\n", I.Name, I.Severity,
                        I.Summary, I.PedanticOnly ? " (--pedantic)" : "");
  }
}

/// What has no status of its own.
int print(const DriverOptions &O,
          llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (llvm::Error E = writeOutput(O.Output, Write))
    return wrongCall(std::move(E));
  return NothingFound;
}

int version(const DriverOptions &O) {
  llvm::Expected<std::string> ResourceDir = findResourceDir(O.ResourceDir);
  if (!ResourceDir)
    return wrongCall(ResourceDir.takeError());
  return print(O, [&](llvm::raw_ostream &OS) {
    OS << "gil-audit " GIL_AUDIT_VERSION "\nLLVM " LLVM_VERSION_STRING
          "\nresource folder "
       << *ResourceDir << '\n';
  });
}

/// Whether a configuration makes a difference to \p O. A broken one must not
/// keep anybody from --help.
bool needsConfig(const DriverOptions &O) {
  switch (O.What) {
  case Command::Audit:
  case Command::Extract:
  case Command::Analyze:
  case Command::DumpConfig:
    return true;
  case Command::Explain:
    return explainsFinding(O);
  default:
    return false;
  }
}

/// The options of \p Args, and of the configuration that they lead to, which is
/// their ConfigFile then.
llvm::Expected<DriverOptions> allOptions(llvm::ArrayRef<const char *> Args) {
  llvm::Expected<DriverOptions> Flags = parseOptions(Args, nullptr, true);
  if (!Flags)
    return Flags;
  if (!needsConfig(*Flags))
    return parseOptions(Args);
  llvm::Expected<Config> Settings = configOf(*Flags);
  if (!Settings)
    return Settings.takeError();
  llvm::Expected<DriverOptions> All = parseOptions(Args, &*Settings);
  if (All)
    All->ConfigFile = Settings->File;
  return All;
}

/// With the words of FILE in the place of @FILE. Compile flags behind "--" are
/// left alone: a build tool's response files are read with the command. A FILE
/// that is not there stays, and is reported as the input that it then is.
llvm::SmallVector<const char *, 64>
withResponseFiles(llvm::ArrayRef<const char *> Args,
                  llvm::BumpPtrAllocator &Allocator) {
  auto Flags = llvm::find_if(
      Args, [](const char *Arg) { return llvm::StringRef(Arg) == "--"; });
  llvm::SmallVector<const char *, 64> Words(Args.begin(), Flags);
  llvm::StringSaver Saver(Allocator);
  llvm::cl::ExpandResponseFiles(Saver, llvm::cl::TokenizeGNUCommandLine, Words);
  Words.append(Flags, Args.end());
  return Words;
}

int run(const DriverOptions &O) {
  switch (O.What) {
  case Command::Audit:
    return O.wantsFixes() ? fix(O) : report(auditUnits(O), O);
  case Command::Extract:
    return extract(O);
  case Command::Analyze:
    return report(auditFacts(O), O);
  case Command::Explain:
    return explain(O);
  case Command::CheckModel:
    return checkModels(O);
  case Command::CheckConfig:
    return checkConfigFile(O);
  case Command::DumpConfig:
    dumpConfig(llvm::outs(), O);
    return NothingFound;
  case Command::ListRules:
    return print(O, listRules);
  case Command::Generate: {
    llvm::Expected<std::string> Text = optionPage(O.Page);
    if (!Text)
      return wrongCall(Text.takeError());
    return print(O, [&](llvm::raw_ostream &OS) { OS << *Text; });
  }
  case Command::Version:
    return version(O);
  case Command::Help:
    return print(O, [](llvm::raw_ostream &OS) { OS << helpText(); });
  }
  llvm_unreachable("not a command");
}

} // namespace

int gilaudit::runDriver(llvm::ArrayRef<const char *> Args) {
  // A reader that goes away (| head) is an error of the write, not of ours.
  std::signal(SIGPIPE, SIG_IGN);
  llvm::BumpPtrAllocator Allocator;
  llvm::Expected<DriverOptions> O =
      allOptions(withResponseFiles(Args.drop_front(), Allocator));
  if (!O)
    return wrongCall(O.takeError());
  int Status = run(*O);
  endIfInterrupted();
  return Status;
}
