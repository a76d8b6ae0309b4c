//===- Root.cpp - Which folder is the project -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Root.h"
#include "Units/IncludeScan.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<std::string> gilaudit::givenRoot(const DriverOptions &O) {
  if (!fs::is_directory(O.Root))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "--root: " + O.Root + ": no such folder");
  return realPath(O.Root);
}

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

/// "/usr" of "/usr/include/x.h".
StringRef topFolder(StringRef Path) {
  return Path.take_front(Path.find('/', 1));
}

} // namespace

std::string gilaudit::rootOf(llvm::ArrayRef<std::string> Files,
                             const std::set<std::string> &Headers) {
  std::string Top = gitTopLevel(Files.front());
  if (!Top.empty())
    return Top;
  std::string Ancestor = commonAncestor(Files);
  for (const std::string &Header : Headers) {
    std::string Wider = commonAncestor({Ancestor + "/.", Header});
    if (Wider != "/" && Wider != topFolder(Ancestor))
      Ancestor = Wider;
  }
  return Ancestor;
}

std::string gilaudit::findRoot(llvm::ArrayRef<CompileUnit> Units) {
  std::vector<std::string> Files;
  std::set<std::string> Headers;
  IncludeScan Scan;
  bool InGit = !gitTopLevel(Units.front().File).empty();
  for (const CompileUnit &U : Units) {
    Files.push_back(U.File);
    if (!InGit) // Else they do not matter.
      Scan.addHeaders(U, Headers);
  }
  return rootOf(Files, Headers);
}
