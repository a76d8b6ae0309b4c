//===- Root.cpp - Which folder is the project -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Root.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string gilaudit::gitTopLevel(StringRef File) {
  for (StringRef F = path::parent_path(File); !F.empty();
       F = path::parent_path(F)) {
    llvm::SmallString<256> Git(F);
    path::append(Git, ".git"); // A folder; in other work trees a file.
    if (fs::exists(Git))
      return F.str();
  }
  return "";
}

std::string gilaudit::commonAncestor(llvm::ArrayRef<std::string> Files) {
  if (Files.empty())
    return "";
  StringRef Ancestor = path::parent_path(Files[0]);
  for (StringRef File : Files)
    while (Ancestor != "/" &&
           !(File.starts_with(Ancestor) &&
             File.drop_front(Ancestor.size()).starts_with("/")))
      Ancestor = path::parent_path(Ancestor);
  return Ancestor.str();
}

namespace {

/// Collects the headers that a unit includes through -I or by neighbourhood.
/// Reads #include lines as text: whether a condition holds does not matter here,
/// and a parse would cost what the whole audit costs.
class IncludeScan {
public:
  explicit IncludeScan(std::set<std::string> &Seen) : Seen(Seen) {}

  void scan(const CompileUnit &U) {
    Paths = searchPaths(U);
    std::vector<std::string> Todo = {U.File};
    while (!Todo.empty()) {
      std::string File = std::move(Todo.back());
      Todo.pop_back();
      for (const std::string &Header : headersOf(File))
        if (Seen.insert(Header).second)
          Todo.push_back(Header);
    }
  }

private:
  static std::vector<std::string> searchPaths(const CompileUnit &U) {
    std::vector<std::string> Paths;
    for (size_t I = 0; I != U.CommandLine.size(); ++I) {
      StringRef Word = U.CommandLine[I];
      if (!Word.consume_front("-I") && !Word.consume_front("-iquote"))
        continue;
      if (Word.empty() && I + 1 != U.CommandLine.size())
        Word = U.CommandLine[++I];
      Paths.push_back(realPath(Word, U.Directory));
    }
    return Paths;
  }

  /// "a.h" of an #include line, else "".
  static StringRef includedName(StringRef Line) {
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

  std::vector<std::string> headersOf(StringRef File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    std::vector<std::string> Headers;
    if (!Buffer)
      return Headers;
    for (llvm::line_iterator Line(**Buffer, /*SkipBlanks=*/true);
         !Line.is_at_end(); ++Line) {
      std::string Found = find(includedName(*Line), path::parent_path(File));
      if (!Found.empty())
        Headers.push_back(Found);
    }
    return Headers;
  }

  std::string find(StringRef Name, StringRef Neighbours) {
    if (Name.empty())
      return "";
    llvm::SmallString<256> Candidate(Neighbours);
    path::append(Candidate, Name);
    if (fs::is_regular_file(Candidate))
      return realPath(Candidate);
    for (StringRef Folder : Paths) {
      Candidate = Folder;
      path::append(Candidate, Name);
      if (fs::is_regular_file(Candidate))
        return realPath(Candidate);
    }
    return "";
  }

  std::set<std::string> &Seen;
  std::vector<std::string> Paths;
};

/// "/usr" of "/usr/include/x.h".
StringRef topFolder(StringRef Path) {
  return Path.take_front(Path.find('/', 1));
}

} // namespace

std::string gilaudit::findRoot(llvm::ArrayRef<CompileUnit> Units) {
  std::string Top = gitTopLevel(Units.front().File);
  if (!Top.empty())
    return Top;
  std::vector<std::string> Files;
  std::set<std::string> Headers;
  IncludeScan Scan(Headers);
  for (const CompileUnit &U : Units) {
    Files.push_back(U.File);
    Scan.scan(U);
  }
  std::string Ancestor = commonAncestor(Files);
  for (const std::string &Header : Headers) {
    std::string Wider = commonAncestor({Ancestor + "/.", Header});
    if (Wider != "/" && Wider != topFolder(Ancestor))
      Ancestor = Wider;
  }
  return Ancestor;
}
