//===- FactsFiles.cpp - Facts files, one at a time ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FactsFiles.h"
#include "Extraction.h"
#include "gil-audit/FactsHead.h"
#include "gil-audit/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

/// The first bytes of a file, enough for the longest path; empty: unreadable.
std::string headOf(StringRef Path) {
  llvm::Expected<fs::file_t> File = fs::openNativeFileForRead(Path);
  if (!File) {
    llvm::consumeError(File.takeError());
    return "";
  }
  std::string Head(16384, '\0');
  llvm::Expected<size_t> Count = fs::readNativeFile(
      *File, llvm::MutableArrayRef(Head.data(), Head.size()));
  fs::closeFile(*File);
  if (!Count) {
    llvm::consumeError(Count.takeError());
    return "";
  }
  Head.resize(*Count);
  return Head;
}

/// What is not as the writer puts it down has to be read as a whole; that also
/// says what is wrong with it.
llvm::Expected<std::string> mainFileOf(StringRef Path) {
  if (std::optional<std::string> Name = peekMainFile(headOf(Path)))
    return std::move(*Name);
  llvm::Expected<TUFacts> Facts = readFactsFile(Path);
  if (!Facts)
    return Facts.takeError();
  return std::move(Facts->MainFile);
}

} // namespace

llvm::Expected<FactsFiles> FactsFiles::find(llvm::ArrayRef<std::string> Paths) {
  FactsFiles Found;
  for (const std::string &Path : Paths) {
    llvm::Expected<std::string> MainFile = mainFileOf(Path);
    if (!MainFile)
      return MainFile.takeError();
    Found.Entries.push_back({std::move(*MainFile), Path});
  }
  llvm::stable_sort(Found.Entries, [](const Entry &A, const Entry &B) {
    return A.MainFile < B.MainFile;
  });
  return std::move(Found);
}

std::vector<std::string> FactsFiles::mainFiles() const {
  std::vector<std::string> Names;
  for (const Entry &E : Entries)
    Names.push_back(E.MainFile);
  return Names;
}

llvm::Error FactsFiles::read(llvm::function_ref<void(TUFacts)> Take) const {
  std::vector<TUFacts> Same; // Configurations of one file.
  for (size_t I = 0; I != Entries.size(); ++I) {
    const Entry &E = Entries[I];
    llvm::Expected<TUFacts> Facts = readFactsFile(E.Path);
    if (!Facts)
      return Facts.takeError();
    if (Facts->MainFile != E.MainFile)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          E.Path + ": malformed facts: the main file is not the first string");
    Same.push_back(std::move(*Facts));
    if (I + 1 != Entries.size() && Entries[I + 1].MainFile == E.MainFile)
      continue;
    sortUnits(Same);
    for (TUFacts &T : Same)
      Take(std::move(T));
    Same.clear();
  }
  return llvm::Error::success();
}
