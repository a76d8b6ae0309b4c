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
  return llvm::createStringError(EC, "cannot write " + File + ": " +
                                         EC.message());
}

/// The stream's own error, taken off it: its destructor would end the program.
std::error_code takeError(llvm::raw_fd_ostream &OS) {
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

/// Devices and pipes must not be replaced.
bool isWrittenInPlace(StringRef File) {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(File, Status) &&
         Status.type() != llvm::sys::fs::file_type::regular_file &&
         Status.type() != llvm::sys::fs::file_type::directory_file;
}

llvm::Error writeTo(llvm::raw_fd_ostream &OS, StringRef Name,
                    llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  Write(OS);
  if (std::error_code EC = takeError(OS))
    return cannotWrite(Name, EC);
  return llvm::Error::success();
}

llvm::Expected<llvm::sys::fs::TempFile> createBeside(StringRef File) {
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

llvm::Error gilaudit::writeOutput(
    StringRef File, llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (File.empty() || File == "-")
    return writeTo(llvm::outs(), "standard output", Write);
  if (isWrittenInPlace(File)) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(File, EC);
    return EC ? cannotWrite(File, EC) : writeTo(OS, File, Write);
  }
  auto Temp = createBeside(File);
  if (!Temp)
    return cannotWrite(File, llvm::errorToErrorCode(Temp.takeError()));
  std::error_code EC;
  {
    llvm::raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    Write(OS);
    EC = takeError(OS);
  }
  if (!EC)
    EC = llvm::errorToErrorCode(Temp->keep(File));
  if (!EC)
    return llvm::Error::success();
  llvm::consumeError(Temp->discard());
  return cannotWrite(File, EC);
}
