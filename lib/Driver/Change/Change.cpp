//===- Change.cpp - What --since and --diff ask about ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Change.h"
#include "Errors.h"
#include "Options/Root.h"
#include "Units/CompileUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// \p Name in the first of \p Folders that has it; empty: none has.
std::string findBelow(llvm::ArrayRef<std::string> Folders, StringRef Name) {
  for (const std::string &Folder : Folders) {
    llvm::SmallString<256> Path(Folder);
    if (llvm::sys::path::is_absolute(Name))
      Path = Name;
    else
      llvm::sys::path::append(Path, Name);
    if (llvm::sys::fs::is_regular_file(Path))
      return realPath(Path);
  }
  return "";
}

/// "a/x.cpp" may be a file of that name, or git's or diff -r's "x.cpp".
std::string findFile(const DiffFile &F, llvm::ArrayRef<std::string> Folders) {
  StringRef Whole = F.Name, Stripped = Whole.split('/').second;
  std::string Found = findBelow(Folders, F.Prefixed ? Stripped : Whole);
  if (Found.empty())
    Found = findBelow(Folders, F.Prefixed ? Whole : Stripped);
  return Found;
}

void addLines(ChangedFile &Into, const DiffFile &From) {
  Into.Whole |= From.Whole;
  for (auto [First, Last] : From.Lines.spans())
    Into.Lines.add(First, Last);
  for (unsigned Gap : From.Lines.gaps())
    Into.Lines.addGap(Gap);
}

Error addGitChange(Change &C, const DriverOptions &O, StringRef Root) {
  llvm::Expected<GitChange> Git = askGit(O.Since, Root);
  if (!Git)
    return Git.takeError();
  llvm::Expected<std::vector<DiffFile>> Diff = readDiff(Git->Diff, "git diff");
  if (!Diff)
    return Diff.takeError();
  for (const std::string &File : Git->Untracked)
    if (llvm::sys::fs::is_regular_file(File))
      C.Files[realPath(File)].Whole = true;
  return addDiff(C, *Diff, {Git->Top});
}

Error addGivenDiff(Change &C, const DriverOptions &O, StringRef Root) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(O.Diff);
  StringRef Name =
      O.Diff == "-" ? StringRef("standard input") : StringRef(O.Diff);
  if (!Buffer)
    return error("--diff: " + Name + ": " + Buffer.getError().message());
  llvm::Expected<std::vector<DiffFile>> Diff =
      readDiff((*Buffer)->getBuffer(), Name);
  if (!Diff)
    return Diff.takeError();
  std::vector<std::string> Folders = {Root.str()};
  // Git names files from its top, whatever part of the tree is the project.
  if (std::string Top = gitTopLevel(Root.str() + "/."); !Top.empty())
    Folders.push_back(Top);
  Folders.push_back(realPath("."));
  if (Error E = addDiff(C, *Diff, Folders))
    return error("--diff: " + Name + ": " + llvm::toString(std::move(E)));
  if (const auto &Names = C.Note.NotFound; !Names.empty() && !O.Quiet)
    llvm::errs() << "gil-audit: warning: --diff: no such file: "
                 << llvm::join(Names, ", ") << '\n';
  return Error::success();
}

} // namespace

bool Change::isReadBy(const TUFacts &Unit) const {
  return llvm::any_of(
      Unit.Files, [&](const std::string &F) { return Files.count(F) != 0; });
}

Error gilaudit::addDiff(Change &C, llvm::ArrayRef<DiffFile> Diff,
                        llvm::ArrayRef<std::string> Folders) {
  std::vector<std::string> &NotFound = C.Note.NotFound;
  bool Found = false;
  for (const DiffFile &F : Diff) {
    bool Changed = F.Whole || !F.Lines.empty();
    if (F.Deleted || F.Link || !Changed)
      continue;
    std::string File = findFile(F, Folders);
    Found |= !File.empty();
    if (!File.empty())
      addLines(C.Files[File], F);
    else
      NotFound.push_back(F.Name);
  }
  llvm::sort(NotFound);
  NotFound.erase(std::unique(NotFound.begin(), NotFound.end()), NotFound.end());
  C.Note.Files = C.Files.size();
  if (!NotFound.empty() && !Found)
    return error(
        "no such file: " + NotFound.front() + " below " +
        llvm::join(Folders, ", ") +
        "; was the diff made in another tree, or the other way round?");
  return Error::success();
}

llvm::Expected<Change> gilaudit::loadChange(const DriverOptions &O,
                                            StringRef Root) {
  Change C;
  C.Note.Since = O.Since;
  C.Note.Diff = O.Diff;
  if (Error E =
          O.Since.empty() ? addGivenDiff(C, O, Root) : addGitChange(C, O, Root))
    return std::move(E);
  return std::move(C);
}
