//===- UnitFiles.cpp - Places of a report in a parsed unit ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitFiles.h"
#include "Fixes/Fixes.h"
#include "gil-audit/Extract.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

UnitFiles::UnitFiles(SourceManager &SM) : SM(SM) {
  FileID Main = SM.getMainFileID();
  if (auto Entry = SM.getFileEntryRefForID(Main)) {
    MainFile = realPathOf(SM, Entry->getName());
    Ids[MainFile] = Main;
  }
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
    if (FileID File = SM.translateFile(It->first); File.isValid())
      Ids.try_emplace(realPathOf(SM, It->first.getName()), File);
}

std::set<std::string> UnitFiles::userHeaders() const {
  std::set<std::string> Headers;
  for (const auto &Entry : Ids)
    if (Entry.second != SM.getMainFileID() &&
        !SM.isInSystemHeader(SM.getLocForStartOfFile(Entry.second)))
      Headers.insert(Entry.first().str());
  return Headers;
}

SourceLocation UnitFiles::at(StringRef File, unsigned Line,
                             unsigned Column) const {
  auto It = Ids.find(File);
  if (It == Ids.end() || Line == 0)
    return {};
  return SM.translateLineCol(It->second, Line, std::max(Column, 1u));
}

SourceLocation UnitFiles::at(StringRef File, unsigned Offset) const {
  auto It = Ids.find(File);
  if (It == Ids.end())
    return {};
  return SM.getLocForStartOfFile(It->second).getLocWithOffset(Offset);
}

llvm::Expected<std::string> UnitFiles::read(StringRef File) const {
  auto It = Ids.find(File);
  if (It == Ids.end())
    return readTextFile(File);
  return SM.getBufferData(It->second).str();
}
