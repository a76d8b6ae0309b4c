//===- Write.cpp - All files or none --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First all that can fail for a reason of its own: each file is compared, and
// its new text written beside it, with a copy of the old one to fall back on.
// Then only renames are left, and if one fails, those done are undone.
//
//===----------------------------------------------------------------------===//
#include "Write.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>
#include <set>
#include <unistd.h>

using namespace gilaudit;
using llvm::ArrayRef;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

llvm::Error cannotWrite(StringRef File, const llvm::Twine &Why) {
  return llvm::createStringError("cannot write " + File + ": " + Why);
}
llvm::Error cannotWrite(StringRef File, std::error_code EC) {
  return cannotWrite(File, EC.message());
}

/// A temporary file that is gone with the object unless it got a name.
class Staged {
public:
  Staged(fs::TempFile File) : File(std::move(File)) {}
  Staged(Staged &&Other)
      : File(std::move(Other.File)), Open(std::exchange(Other.Open, false)) {}
  ~Staged() {
    if (Open)
      llvm::consumeError(File.discard());
  }

  /// Writes a file beside \p Like, with the mode and owner of \p Status.
  static llvm::Expected<Staged> create(StringRef Like, StringRef Text,
                                       const fs::file_status &Status);

  llvm::Error rename(StringRef Name, Renamer Rename) {
    llvm::Error E = Rename(File, Name);
    Open = bool(E);
    return E;
  }

private:
  std::error_code write(StringRef Text);
  std::error_code copyAttributes(const fs::file_status &Status);

  fs::TempFile File;
  bool Open = true;
};

std::error_code Staged::write(StringRef Text) {
  llvm::raw_fd_ostream OS(File.FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error(); // Else its destructor ends the program.
  if (!EC && ::fsync(File.FD))
    EC = std::error_code(errno, std::generic_category());
  return EC;
}

std::error_code Staged::copyAttributes(const fs::file_status &Status) {
  fs::file_status Now;
  if (std::error_code EC = fs::status(File.FD, Now))
    return EC;
  // The owner first: to change it clears bits of the mode.
  if (Now.getUser() != Status.getUser() || Now.getGroup() != Status.getGroup())
    if (std::error_code EC = fs::changeFileOwnership(File.FD, Status.getUser(),
                                                     Status.getGroup()))
      return EC;
  return fs::setPermissions(File.FD, Status.permissions());
}

llvm::Expected<Staged> Staged::create(StringRef Like, StringRef Text,
                                      const fs::file_status &Status) {
  auto Temp = fs::TempFile::create(Like + ".tmp-%%%%%%",
                                   fs::owner_read | fs::owner_write);
  if (!Temp)
    return cannotWrite(Like, llvm::toString(Temp.takeError()));
  Staged Result(std::move(*Temp));
  std::error_code EC = Result.write(Text);
  if (!EC)
    EC = Result.copyAttributes(Status);
  if (EC)
    return cannotWrite(Like, EC);
  return Result;
}

/// One file, ready to be replaced and to be put back.
struct Replaceable {
  std::string Target;
  StringRef Before;
  Staged New, Old;
};

llvm::Expected<bool> holds(StringRef File, StringRef Text) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return cannotWrite(File, Buffer.getError());
  return (*Buffer)->getBuffer() == Text;
}

llvm::Expected<Replaceable> prepare(const EditedFile &File,
                                    std::set<std::string> &Targets) {
  llvm::SmallString<256> Real;
  if (std::error_code EC = fs::real_path(File.File, Real))
    return cannotWrite(File.File, EC);
  StringRef Target = Real;
  if (!Targets.insert(Target.str()).second)
    return cannotWrite(Target, "it is to be written twice");
  if (std::error_code EC = fs::access(Target, fs::AccessMode::Write))
    return cannotWrite(Target, EC);
  fs::file_status Status;
  if (std::error_code EC = fs::status(Target, Status))
    return cannotWrite(Target, EC);
  llvm::Expected<bool> Unchanged = holds(Target, File.Before);
  if (!Unchanged)
    return Unchanged.takeError();
  if (!*Unchanged)
    return cannotWrite(Target, "it has changed since it was read");
  llvm::Expected<Staged> New = Staged::create(Target, File.After, Status);
  if (!New)
    return New.takeError();
  llvm::Expected<Staged> Old = Staged::create(Target, File.Before, Status);
  if (!Old)
    return Old.takeError();
  return Replaceable{Target.str(), File.Before, std::move(*New),
                     std::move(*Old)};
}

/// The text from before, if it is not there.
llvm::Error putBack(Replaceable &File, Renamer Rename) {
  llvm::Expected<bool> Untouched = holds(File.Target, File.Before);
  if (Untouched && *Untouched)
    return llvm::Error::success();
  llvm::consumeError(Untouched.takeError());
  return File.Old.rename(File.Target, Rename);
}

/// \p Reason, after all is put back; it says so if something could not be.
llvm::Error rolledBack(llvm::MutableArrayRef<Replaceable> Files, Renamer Rename,
                       llvm::Error Reason) {
  std::string Message = llvm::toString(std::move(Reason));
  for (Replaceable &File : Files)
    if (llvm::Error E = putBack(File, Rename))
      Message += "; could not put back " + File.Target + ": " +
                 llvm::toString(std::move(E));
  return llvm::createStringError(Message);
}

} // namespace

llvm::Error gilaudit::writeEdited(ArrayRef<EditedFile> Files, Renamer Rename) {
  std::vector<Replaceable> Ready;
  std::set<std::string> Targets;
  for (const EditedFile &File : Files) {
    llvm::Expected<Replaceable> R = prepare(File, Targets);
    if (!R)
      return R.takeError();
    Ready.push_back(std::move(*R));
  }
  for (size_t I = 0; I < Ready.size(); ++I)
    if (llvm::Error E = Ready[I].New.rename(Ready[I].Target, Rename))
      // The failed one too: where files cannot be renamed, keep() copies, and
      // may have written a part.
      return rolledBack(
          llvm::MutableArrayRef(Ready).take_front(I + 1), Rename,
          cannotWrite(Ready[I].Target, llvm::toString(std::move(E))));
  return llvm::Error::success();
}

llvm::Error gilaudit::writeEdited(ArrayRef<EditedFile> Files) {
  return writeEdited(Files, [](fs::TempFile &File, StringRef Name) {
    return File.keep(Name);
  });
}
