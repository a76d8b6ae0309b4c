//===- Config.cpp - Which configuration, and whether it is right ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Config.h"
#include "Gate.h"
#include "Output.h"
#include "Root.h"
#include "Setup.h"
#include "Units/CompileUnits.h"
#include "Units/FactsFiles.h"
#include "gil-audit/Driver.h"
#include "gil-audit/Report.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral FileName = ".gil-audit.json";

/// One setting by itself, as if it were a flag.
Error checkSetting(const Setting &S, const ModelSet &Models) {
  DriverOptions Alone;
  if (Error E = applyOption(Alone, S.Option, S.Value))
    return E;
  if (!Alone.Root.empty() && !llvm::sys::fs::is_directory(Alone.Root))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Alone.Root + ": no such folder");
  if (Error E = analysisOptions(Alone, Models).takeError())
    return E;
  Alone.Baseline.clear(); // May be written yet.
  return Gate::load(Alone, AnalysisOptions()).takeError();
}

std::string commonFolder(const std::vector<std::string> &Files) {
  std::string Top = gitTopLevel(Files.front());
  return Top.empty() ? commonAncestor(Files) : Top;
}

/// The files whose root is the project's; empty where the call is wrong, which
/// is not ours to say.
std::vector<std::string> auditedFiles(const DriverOptions &O) {
  std::vector<std::string> Files;
  DriverOptions Given = O;
  if (O.What == Command::Explain)
    Given.Inputs.erase(Given.Inputs.begin()); // The fingerprint.
  bool MayBeFacts = O.What == Command::Analyze || O.What == Command::Explain;
  if (MayBeFacts && !Given.Inputs.empty()) {
    llvm::Expected<FactsFiles> Facts = FactsFiles::find(Given.Inputs);
    if (Facts)
      return Facts->mainFiles();
    llvm::consumeError(Facts.takeError());
  }
  if (O.What == Command::Analyze)
    return Files;
  llvm::Expected<std::vector<CompileUnit>> Units = findCompileUnits(Given);
  if (!Units) {
    llvm::consumeError(Units.takeError());
    return Files;
  }
  for (const CompileUnit &U : *Units)
    Files.push_back(U.File);
  return Files;
}

} // namespace

Error gilaudit::checkConfig(const Config &C) {
  Error All = Error::success();
  auto Say = [&](const Setting &S, Error E) {
    All = llvm::joinErrors(std::move(All),
                           C.errorAt(S, llvm::toString(std::move(E))));
  };
  ModelSet Models = ModelSet::builtin();
  for (const Setting &S : C.Settings) {
    if (S.Option != "model")
      continue;
    llvm::Expected<ApiModel> Model = loadModel(S.Value, Models);
    if (Model)
      Models.add(std::move(*Model));
    else
      Say(S, Model.takeError());
  }
  for (const Setting &S : C.Settings)
    if (Error E = checkSetting(S, Models))
      Say(S, std::move(E));
  return All;
}

llvm::Expected<Config> gilaudit::loadConfig(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   File + ": " + Buffer.getError().message());
  llvm::Expected<Config> C = readConfig((*Buffer)->getBuffer(), realPath(File));
  if (!C)
    return C.takeError();
  if (Error E = checkConfig(*C))
    return std::move(E);
  return C;
}

std::string gilaudit::configSearchStart(const DriverOptions &O) {
  if (!O.Root.empty())
    return realPath(O.Root);
  std::vector<std::string> Files = auditedFiles(O);
  return Files.empty() ? realPath(".") : commonFolder(Files);
}

std::string gilaudit::findConfig(StringRef Folder) {
  for (StringRef F = Folder; !F.empty(); F = llvm::sys::path::parent_path(F)) {
    llvm::SmallString<256> File(F);
    llvm::sys::path::append(File, FileName);
    // A link to nothing is a mistake, too.
    llvm::sys::fs::file_status Status;
    if (!llvm::sys::fs::status(File, Status, /*follow=*/false))
      return File.str().str();
  }
  return "";
}

llvm::Expected<Config> gilaudit::configOf(const DriverOptions &O) {
  if (O.NoConfig)
    return Config();
  std::string File =
      O.ConfigFile.empty() ? findConfig(configSearchStart(O)) : O.ConfigFile;
  return File.empty() ? Config() : loadConfig(File);
}

int gilaudit::checkConfigFile(const DriverOptions &O) {
  auto WrongCallBecause = [](const llvm::ErrorInfoBase &Info) {
    llvm::errs() << "gil-audit: error: " << Info.message() << '\n';
  };
  std::string File;
  if (O.Inputs.size() > 1) {
    llvm::errs() << "gil-audit: error: check-config: want one file\n";
    return WrongCall;
  }
  File = O.Inputs.empty() ? O.ConfigFile : O.Inputs.front();
  if (File.empty()) {
    DriverOptions Search = O;
    Search.What = Command::Audit;
    std::string Start = configSearchStart(Search);
    File = findConfig(Start);
    if (File.empty()) {
      llvm::errs() << "gil-audit: error: check-config: no " << FileName
                   << " in " << Start << " or above\n";
      return WrongCall;
    }
  }
  llvm::Expected<Config> C = loadConfig(File);
  if (!C) {
    llvm::handleAllErrors(C.takeError(), WrongCallBecause);
    return WrongCall;
  }
  if (!O.Quiet)
    llvm::outs() << File << ": " << counted(C->Settings.size(), "setting")
                 << ", all right\n";
  return NothingFound;
}
