//===- Output.cpp - Where results go --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

llvm::Error cannotWrite(StringRef File, std::error_code EC) {
  return llvm::createStringError(EC,
                                 "cannot write " + File + ": " + EC.message());
}

/// The stream's own error, taken off it: its destructor would end the program.
std::error_code takeError(llvm::raw_fd_ostream &OS) {
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

llvm::Error writeTo(llvm::raw_fd_ostream &OS, StringRef Name,
                    llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  Write(OS);
  if (std::error_code EC = takeError(OS))
    return cannotWrite(Name, EC);
  return llvm::Error::success();
}

/// Fails for a folder, which would be noticed only when all is written.
llvm::Expected<llvm::sys::fs::TempFile> createBeside(StringRef File) {
  if (llvm::sys::fs::is_directory(File))
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::is_a_directory));
  return llvm::sys::fs::TempFile::create(File + ".tmp-%%%%%%");
}

} // namespace

bool gilaudit::isTerminal(StringRef File) {
  return (File.empty() || File == "-") &&
         llvm::sys::Process::StandardOutIsDisplayed();
}

llvm::Error gilaudit::checkOutput(StringRef File) {
  if (File.empty() || File == "-" || isWrittenInPlace(File))
    return llvm::Error::success();
  auto Temp = createBeside(File);
  if (!Temp)
    return cannotWrite(File, llvm::errorToErrorCode(Temp.takeError()));
  return Temp->discard();
}

namespace {

/// Files that are written beside their places. What is not kept is removed.
class StagedFiles {
public:
  ~StagedFiles() {
    for (auto &[File, Temp] : Staged)
      llvm::consumeError(Temp.discard());
  }

  llvm::Error add(const PendingOutput &Output) {
    auto Temp = createBeside(Output.File);
    if (!Temp)
      return cannotWrite(Output.File, llvm::errorToErrorCode(Temp.takeError()));
    Staged.emplace_back(Output.File, std::move(*Temp));
    llvm::raw_fd_ostream OS(Staged.back().second.FD, /*shouldClose=*/false);
    return writeTo(OS, Output.File, Output.Write);
  }

  llvm::Error keep() {
    for (auto &[File, Temp] : Staged)
      if (std::error_code EC = llvm::errorToErrorCode(Temp.keep(File)))
        return cannotWrite(File, EC);
    Staged.clear();
    return llvm::Error::success();
  }

private:
  std::vector<std::pair<std::string, llvm::sys::fs::TempFile>> Staged;
};

bool isStandardOutput(StringRef File) { return File.empty() || File == "-"; }

llvm::Error writeInPlace(const PendingOutput &Output) {
  if (isStandardOutput(Output.File))
    return writeTo(llvm::outs(), "standard output", Output.Write);
  std::error_code EC;
  llvm::raw_fd_ostream OS(Output.File, EC);
  return EC ? cannotWrite(Output.File, EC)
            : writeTo(OS, Output.File, Output.Write);
}

} // namespace

bool gilaudit::isWrittenInPlace(StringRef File) {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(File, Status) &&
         Status.type() != llvm::sys::fs::file_type::regular_file &&
         Status.type() != llvm::sys::fs::file_type::directory_file;
}

llvm::Error gilaudit::writeOutputs(llvm::ArrayRef<PendingOutput> Outputs) {
  StagedFiles Files;
  std::vector<const PendingOutput *> InPlace;
  for (const PendingOutput &Output : Outputs) {
    if (isStandardOutput(Output.File) || isWrittenInPlace(Output.File))
      InPlace.push_back(&Output);
    else if (llvm::Error E = Files.add(Output))
      return E;
  }
  for (const PendingOutput *Output : InPlace)
    if (llvm::Error E = writeInPlace(*Output))
      return E;
  return Files.keep();
}

llvm::Error
gilaudit::writeOutput(StringRef File,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  return writeOutputs(PendingOutput{File.str(), Write});
}
