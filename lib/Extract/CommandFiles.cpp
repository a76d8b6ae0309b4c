//===- CommandFiles.cpp - Files that hold compile flags -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"

using namespace gilaudit;
using llvm::StringRef;

static llvm::Error cannotRead(StringRef File) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "response file '" + File +
                                     "' is not to be had");
}

llvm::Error gilaudit::expandResponseFiles(std::vector<std::string> &Command,
                                          StringRef Directory) {
  auto IsFile = [](StringRef Word) { return Word.starts_with("@"); };
  if (llvm::none_of(Command, IsFile))
    return llvm::Error::success();
  llvm::BumpPtrAllocator Allocator;
  llvm::SmallVector<const char *, 64> Argv;
  for (const std::string &Word : Command)
    Argv.push_back(Word.c_str());
  llvm::cl::ExpansionContext Context(Allocator,
                                     llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error E =
          Context.setCurrentDir(Directory).expandResponseFiles(Argv))
    return E;
  Command.assign(Argv.begin(), Argv.end());
  llvm::erase_if(Command, [&](StringRef Word) {
    return IsFile(Word) && Word.ends_with(".modmap");
  });
  for (StringRef Word : Command)
    if (IsFile(Word))
      return cannotRead(Word.drop_front());
  return llvm::Error::success();
}
