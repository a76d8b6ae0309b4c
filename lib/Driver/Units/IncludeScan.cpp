//===- IncludeScan.cpp - Which headers a unit includes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IncludeScan.h"
#include "CompileUnits.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// The values of option \p Name, be they joined to it or the next word.
std::vector<StringRef> valuesOf(const CompileUnit &U, StringRef Name) {
  std::vector<StringRef> Values;
  for (size_t I = 0; I != U.CommandLine.size(); ++I) {
    StringRef Word = U.CommandLine[I];
    if (!Word.consume_front(Name))
      continue;
    if (Word.empty() && I + 1 != U.CommandLine.size())
      Word = U.CommandLine[++I];
    Values.push_back(Word);
  }
  return Values;
}

/// "a.h" of an #include line, else "".
StringRef includedName(StringRef Line) {
  Line = Line.ltrim();
  if (!Line.consume_front("#"))
    return "";
  Line = Line.ltrim();
  if (!Line.consume_front("include"))
    return "";
  Line = Line.ltrim();
  if (Line.consume_front("\""))
    return Line.take_until([](char C) { return C == '"'; });
  return Line.consume_front("<")
             ? Line.take_until([](char C) { return C == '>'; })
             : "";
}

std::string find(StringRef Name, StringRef Neighbours,
                 const std::vector<std::string> &Search) {
  if (Name.empty())
    return "";
  llvm::SmallString<256> Candidate(Neighbours);
  path::append(Candidate, Name);
  if (fs::is_regular_file(Candidate))
    return realPath(Candidate);
  for (StringRef Folder : Search) {
    Candidate = Folder;
    path::append(Candidate, Name);
    if (fs::is_regular_file(Candidate))
      return realPath(Candidate);
  }
  return "";
}

} // namespace

const std::vector<std::string> &IncludeScan::headersOf(const std::string &File,
                                                       const Paths &Search,
                                                       FileMap &Known) {
  auto [It, New] = Known.try_emplace(File);
  if (!New)
    return It->second;
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return It->second;
  for (llvm::line_iterator Line(**Buffer, /*SkipBlanks=*/true);
       !Line.is_at_end(); ++Line) {
    std::string Found =
        find(includedName(*Line), path::parent_path(File), Search);
    if (!Found.empty())
      It->second.push_back(std::move(Found));
  }
  return It->second;
}

void IncludeScan::addHeaders(const CompileUnit &U,
                             std::set<std::string> &Seen) {
  Paths Search;
  for (StringRef Option : {"-iquote", "-I"})
    for (StringRef Folder : valuesOf(U, Option))
      Search.push_back(realPath(Folder, U.Directory));
  std::vector<std::string> Todo = {U.File};
  for (StringRef Header : valuesOf(U, "-include")) {
    std::string Found = find(Header, U.Directory, Search);
    if (!Found.empty() && Seen.insert(Found).second)
      Todo.push_back(Found);
  }
  FileMap &Known = KnownFor[Search];
  while (!Todo.empty()) {
    std::string File = std::move(Todo.back());
    Todo.pop_back();
    for (const std::string &Header : headersOf(File, Search, Known))
      if (Seen.insert(Header).second)
        Todo.push_back(Header);
  }
}
