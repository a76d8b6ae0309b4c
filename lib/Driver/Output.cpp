//===- Output.cpp - Where results go --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "llvm/Support/FileSystem.h"

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

} // namespace

llvm::Error gilaudit::writeOutput(
    StringRef File, llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (File.empty() || File == "-") {
    Write(llvm::outs());
    if (std::error_code EC = takeError(llvm::outs()))
      return cannotWrite("standard output", EC);
    return llvm::Error::success();
  }
  auto Temp = llvm::sys::fs::TempFile::create(File + ".tmp-%%%%%%");
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
