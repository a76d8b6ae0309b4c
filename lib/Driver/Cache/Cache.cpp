//===- Cache.cpp - Facts of earlier runs ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cache.h"
#include "CacheEntry.h"
#include "Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr llvm::StringLiteral Suffix = ".facts-entry";
/// Tells backup programs that they can leave this folder out
/// (bford.info/cachedir).
constexpr llvm::StringLiteral TagName = "CACHEDIR.TAG";
constexpr llvm::StringLiteral TagText =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Facts of gil-audit; it makes them again when they are missing.\n";

constexpr auto Day = std::chrono::hours(24);

std::string gilaudit::defaultCacheFolder() {
  llvm::SmallString<256> Folder;
  if (!path::cache_directory(Folder))
    return "";
  path::append(Folder, "gil-audit");
  return Folder.str().str();
}

Cache::Cache(StringRef Given, std::string &Warning) {
  llvm::SmallString<256> Absolute(Given);
  fs::make_absolute(Absolute);
  Folder = Absolute.str().str();
  std::error_code EC = fs::create_directories(Folder);
  std::string Tag = Folder + "/" + TagName.str();
  if (!EC && !fs::exists(Tag))
    EC = llvm::errorToErrorCode(
        writeOutput(Tag, [](llvm::raw_ostream &OS) { OS << TagText; }));
  if (!EC)
    EC = fs::access(Folder, fs::AccessMode::Write);
  Writable = !EC;
  if (EC)
    Warning =
        "nothing can be kept in the cache " + Folder + ": " + EC.message();
}

std::string Cache::path(StringRef Key) const {
  return Folder + "/" + Key.str() + Suffix.str();
}

void Cache::write(StringRef Key, StringRef Text) const {
  // A full disk costs the next run time, and nobody else anything.
  llvm::consumeError(
      writeOutput(path(Key), [&](llvm::raw_ostream &OS) { OS << Text; }));
}

void Cache::store(StringRef Key, int64_t Since, ParseInputs Inputs,
                  std::string Facts) const {
  if (!Writable)
    return;
  CacheEntry Entry{Since, std::move(Inputs), std::move(Facts)};
  if (std::optional<std::string> Text = writeEntry(Entry, Key))
    write(Key, *Text);
}

/// The time of an entry's file says when it was used last, to the day.
static void noteUse(StringRef File) {
  fs::file_status Status;
  auto Now = std::chrono::system_clock::now();
  if (fs::status(File, Status) || Now - Status.getLastModificationTime() < Day)
    return;
  int FD;
  if (fs::openFileForReadWrite(File, FD, fs::CD_OpenExisting, fs::OF_None))
    return;
  fs::setLastAccessAndModificationTime(FD, Now);
  fs::file_t Handle = fs::convertFDToNativeFile(FD);
  fs::closeFile(Handle);
}

std::optional<TUFacts> Cache::find(StringRef Key) {
  auto Buffer = exists() ? llvm::MemoryBuffer::getFile(path(Key))
                         : std::make_error_code(std::errc::no_such_device);
  if (!Buffer)
    return std::nullopt;
  std::optional<CacheEntry> Entry = readEntry((*Buffer)->getBuffer(), Key);
  if (!Entry)
    return std::nullopt;
  InputChecker::Answer Inputs = Checker.check(Entry->Inputs, Entry->Since);
  if (Inputs == InputChecker::Answer::Changed)
    return std::nullopt;
  llvm::Expected<TUFacts> Facts = readFacts(Entry->Facts, Key);
  if (!Facts) {
    llvm::consumeError(Facts.takeError());
    return std::nullopt;
  }
  if (Inputs == InputChecker::Answer::Touched)
    store(Key, Started, std::move(Entry->Inputs), std::move(Entry->Facts));
  else if (Writable)
    noteUse(path(Key));
  return std::move(*Facts);
}

namespace {
struct StoredFile {
  std::string Path;
  uint64_t Size;
  llvm::sys::TimePoint<> Used;
};
} // namespace

/// Entries, and what a run that was killed has left of one.
static std::vector<StoredFile> listEntries(StringRef Folder) {
  std::vector<StoredFile> Files;
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC), Last; It != Last && !EC;
       It.increment(EC)) {
    llvm::ErrorOr<fs::basic_file_status> Status = It->status();
    if (Status && StringRef(It->path()).contains(Suffix))
      Files.push_back(
          {It->path(), Status->getSize(), Status->getLastModificationTime()});
  }
  return Files;
}

void Cache::prune(uint64_t MostBytes) const {
  if (!Writable)
    return;
  std::vector<StoredFile> Files = listEntries(Folder);
  llvm::sort(Files, [](const StoredFile &A, const StoredFile &B) {
    return A.Used != B.Used ? A.Used > B.Used : A.Path < B.Path;
  });
  auto Now = std::chrono::system_clock::now();
  uint64_t Bytes = 0;
  for (const StoredFile &F : Files) {
    Bytes += F.Size;
    bool Leftover = !StringRef(F.Path).ends_with(Suffix);
    if (Bytes > MostBytes || Now - F.Used > 30 * Day ||
        (Leftover && Now - F.Used > Day))
      fs::remove(F.Path);
  }
}
