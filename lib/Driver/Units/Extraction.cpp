//===- Extraction.cpp - All translation units to facts --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Extraction.h"
#include "Cache/UnitCache.h"
#include "Interrupt.h"
#include "Output.h"
#include "Timing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

/// A folder that is gone when the object is.
class TemporaryFolder {
public:
  std::error_code create() {
    return fs::createUniqueDirectory("gil-audit", Path);
  }
  ~TemporaryFolder() {
    if (!Path.empty())
      fs::remove_directories(Path);
  }
  std::string file(size_t Index) const {
    llvm::SmallString<256> File(Path);
    llvm::sys::path::append(File, std::to_string(Index) + ".facts");
    return File.str().str();
  }

private:
  llvm::SmallString<256> Path;
};

/// Without facts only if the unit does not compile.
llvm::Expected<ExtractResult> parse(const CompileUnit &Unit,
                                    const ModelSet &Models,
                                    const ExtractionOptions &Options) {
  auto Command = adjustCommandLine(Unit, Options.CommandLine);
  if (!Command)
    return Command.takeError();
  llvm::Expected<ExtractResult> Result = extractFacts(
      *Command, Unit.Directory, Unit.File, Models, Options.Extract);
  if (Result && !Result->Errors.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Options.AllErrors
                                       ? llvm::join(Result->Errors, "\n")
                                       : Result->Errors.front());
  return Result;
}

/// One worker's whole life: a unit to a file, or to a message.
bool extractToFile(const CompileUnit &Unit, const ModelSet &Models,
                   const ExtractionOptions &Options, const UnitCache &Known,
                   size_t Index, StringRef File, std::string &Message) {
  int64_t Since = timeNow();
  llvm::Expected<ExtractResult> Result = parse(Unit, Models, Options);
  if (!Result) {
    Message = llvm::toString(Result.takeError());
    return false;
  }
  std::string Text = writeFacts(Result->Facts);
  Known.store(Index, Since, std::move(Result->Inputs), Text);
  if (llvm::Error E =
          writeOutput(File, [&](llvm::raw_ostream &OS) { OS << Text; })) {
    Message = llvm::toString(std::move(E));
    return false;
  }
  return true;
}

/// The longest job last would keep one worker busy while the others idle; how
/// long one takes is known by the size of its file as well as by anything.
std::vector<size_t> longestFirst(std::vector<size_t> Jobs,
                                 llvm::ArrayRef<CompileUnit> Units) {
  std::vector<uint64_t> Sizes(Units.size());
  for (size_t I : Jobs)
    fs::file_size(Units[I].File, Sizes[I]);
  llvm::stable_sort(Jobs,
                    [&](size_t A, size_t B) { return Sizes[A] > Sizes[B]; });
  return Jobs;
}

/// Puts together what the cache had and what the workers left, in the order of
/// the units.
void gather(llvm::ArrayRef<CompileUnit> Units, UnitCache &Known,
            const TemporaryFolder &Folder, std::vector<WorkerResult> &Outcomes,
            ExtractionResult &Result) {
  for (size_t I = 0; I != Units.size() && !wasInterrupted(); ++I) {
    if (std::optional<TUFacts> Hit = Known.take(I)) {
      Result.Facts.push_back(std::move(*Hit));
      Result.UnitOf.push_back(unsigned(I));
      continue;
    }
    WorkerResult &Outcome = Outcomes[I];
    Result.Parsed.push_back(
        {Units[I].File, Outcome.Seconds, Outcome.Megabytes});
    std::string Error = std::move(Outcome.Error);
    if (Outcome.Done) {
      llvm::Expected<TUFacts> Facts = readFactsFile(Folder.file(I));
      if (Facts) {
        Result.Facts.push_back(std::move(*Facts));
        Result.UnitOf.push_back(unsigned(I));
        continue;
      }
      Error = llvm::toString(Facts.takeError());
    }
    Result.Missing.push_back({Units[I].File, Error});
  }
}

void showProgress(size_t Finished, size_t Count, StringRef File) {
  // Rewrites its line; the last one wipes it.
  if (Finished == Count)
    llvm::errs() << "\r\033[K";
  else
    llvm::errs() << "\r\033[K[" << Finished << '/' << Count << "] "
                 << llvm::sys::path::filename(File);
}

} // namespace

llvm::Expected<TUFacts> gilaudit::readFactsFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   Path + ": " + Buffer.getError().message());
  return readFacts((*Buffer)->getBuffer(), Path);
}

llvm::Expected<ExtractResult>
gilaudit::extractUnit(const CompileUnit &Unit, const ModelSet &Models,
                      const ExtractionOptions &Options) {
  return parse(Unit, Models, Options);
}

llvm::Expected<ExtractionResult>
gilaudit::extractUnits(llvm::ArrayRef<CompileUnit> Units,
                       const ModelSet &Models,
                       const ExtractionOptions &Options) {
  InterruptScope Signals; // Outlives the folder, which it protects.
  TemporaryFolder Folder;
  if (std::error_code EC = Folder.create())
    return llvm::createStringError(EC, "no temporary folder: " + EC.message());
  ExtractionResult Result;
  StopWatch Watch;
  UnitCache Known(Units, Options, Result.Warning);
  Result.LookUpSeconds = Watch.lap();
  std::vector<size_t> Jobs = longestFirst(Known.misses(), Units);
  ExtractionOptions Recording = Options;
  Recording.Extract.RecordInputs = Known.exists();
  auto Job = [&](size_t J, std::string &Message) {
    size_t I = Jobs[J];
    if (!fs::exists(Units[I].File)) {
      Message = "no such file; is it generated by a build?";
      return false;
    }
    return extractToFile(Units[I], Models, Recording, Known, I, Folder.file(I),
                         Message);
  };
  auto Progress = [&](size_t J, size_t Finished) {
    if (Options.ShowProgress)
      showProgress(Finished, Jobs.size(), Units[Jobs[J]].File);
  };
  std::vector<WorkerResult> Done =
      runWorkers(Jobs.size(), Options.Limits, Job, Progress);
  Result.ParseSeconds = Watch.lap();
  std::vector<WorkerResult> Outcomes(Units.size());
  for (size_t J = 0; J != Jobs.size(); ++J)
    Outcomes[Jobs[J]] = std::move(Done[J]);
  gather(Units, Known, Folder, Outcomes, Result);
  if (!Jobs.empty())
    Known.prune();
  Result.ReadSeconds = Watch.lap();
  return Result;
}
