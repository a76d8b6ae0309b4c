//===- GitChange.cpp - What git says has changed --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Change.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

Error error(const Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "--since: " + Message);
}

std::string textOf(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// Git, without a shell, in one folder.
class Git {
public:
  static llvm::Expected<Git> find(StringRef Folder) {
    auto Program = llvm::sys::findProgramByName("git");
    if (!Program)
      return error("there is no git here; --diff=FILE does without");
    return Git(*Program, Folder);
  }

  /// What it prints. Fails with what it complains of.
  llvm::Expected<std::string> run(llvm::ArrayRef<StringRef> Arguments) const {
    llvm::SmallString<128> Out, Complaints;
    if (std::error_code EC = temporaryFile(Out))
      return error("no temporary file: " + EC.message());
    llvm::FileRemover RemoveOut(Out);
    if (std::error_code EC = temporaryFile(Complaints))
      return error("no temporary file: " + EC.message());
    llvm::FileRemover RemoveComplaints(Complaints);
    std::vector<StringRef> Words = {Program, "-C", Folder};
    llvm::append_range(Words, Arguments);
    std::string Message;
    int Status = llvm::sys::ExecuteAndWait(
        Program, Words, /*Env=*/std::nullopt,
        {StringRef(""), StringRef(Out), StringRef(Complaints)},
        /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Message);
    if (Status == 0)
      return textOf(Out);
    if (Message.empty())
      Message = StringRef(textOf(Complaints)).split('\n').first.str();
    return error(
        "git " + Arguments.front() + " in " + Folder + ": " +
        (Message.empty() ? "status " + std::to_string(Status) : Message));
  }

private:
  Git(std::string Program, StringRef Folder)
      : Program(std::move(Program)), Folder(Folder.str()) {}

  static std::error_code temporaryFile(llvm::SmallVectorImpl<char> &Path) {
    return llvm::sys::fs::createTemporaryFile("gil-audit", "git", Path);
  }

  std::string Program, Folder;
};

/// Asked for in full, so that no configuration of the user's has a say.
constexpr StringRef DiffArguments[] = {"diff",
                                       "--unified=0",
                                       "--inter-hunk-context=0",
                                       "--no-color",
                                       "--no-ext-diff",
                                       "--no-textconv",
                                       "--find-renames",
                                       "--no-relative",
                                       "--src-prefix=a/",
                                       "--dst-prefix=b/",
                                       "--submodule=short",
                                       "--diff-algorithm=default"};

llvm::Expected<std::string> commitOf(const Git &Here, StringRef Revision) {
  if (Revision.starts_with("-"))
    return error("'" + Revision + "' is no revision");
  std::string Commit = Revision.str() + "^{commit}";
  llvm::Expected<std::string> Hash =
      Here.run({"rev-parse", "--verify", "--quiet", Commit});
  if (Hash)
    return StringRef(*Hash).trim().str();
  llvm::consumeError(Hash.takeError());
  return error(
      "git knows no revision '" + Revision +
      "' here; want one such as HEAD, HEAD~1 or origin/main (a shallow "
      "clone has few)");
}

} // namespace

llvm::Expected<GitChange> gilaudit::askGit(StringRef Revision, StringRef Root) {
  llvm::Expected<Git> Here = Git::find(Root);
  if (!Here)
    return Here.takeError();
  llvm::Expected<std::string> Top = Here->run({"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  llvm::Expected<std::string> Commit = commitOf(*Here, Revision);
  if (!Commit)
    return Commit.takeError();
  GitChange Result;
  Result.Top = StringRef(*Top).rtrim("\r\n").str();
  // From the top: only there are all files seen.
  llvm::Expected<Git> AtTop = Git::find(Result.Top);
  if (!AtTop)
    return AtTop.takeError();
  std::vector<StringRef> Arguments(std::begin(DiffArguments),
                                   std::end(DiffArguments));
  Arguments.push_back(*Commit);
  Arguments.push_back("--");
  if (Error E = AtTop->run(Arguments).moveInto(Result.Diff))
    return std::move(E);
  llvm::Expected<std::string> Others =
      AtTop->run({"ls-files", "--others", "--exclude-standard", "-z"});
  if (!Others)
    return Others.takeError();
  for (StringRef File : llvm::split(StringRef(*Others), '\0'))
    if (!File.empty())
      Result.Untracked.push_back(Result.Top + "/" + File.str());
  return std::move(Result);
}
