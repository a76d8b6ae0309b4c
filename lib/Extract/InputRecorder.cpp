//===- InputRecorder.cpp - A file system that remembers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace gilaudit;
using llvm::ErrorOr;
using llvm::StringRef;
using llvm::Twine;
namespace vfs = llvm::vfs;

Digest gilaudit::digestOfFile(StringRef RealPath, StringRef Bytes) {
  llvm::XXH128_hash_t Content =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Bytes));
  uint64_t Path = llvm::xxh3_64bits(RealPath);
  return {Content.high64 ^ Path, Content.low64};
}

Digest gilaudit::digestOfListing(std::vector<std::string> Names) {
  llvm::sort(Names);
  std::string All;
  for (const std::string &Name : Names)
    All += Name + '\0';
  return digestOfFile("", All);
}

namespace {

/// A file that tells the recorder what was read.
class RecordedFile : public vfs::File {
public:
  RecordedFile(std::unique_ptr<vfs::File> Inner, InputRecorder &Recorder,
               std::string Path)
      : Inner(std::move(Inner)), Recorder(Recorder), Path(std::move(Path)) {}

  ErrorOr<vfs::Status> status() override {
    ErrorOr<vfs::Status> S = Inner->status();
    if (!S || NewPath.empty())
      return S;
    return vfs::Status::copyWithNewName(*S, NewPath);
  }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  std::error_code close() override { return Inner->close(); }

  ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const Twine &Name, int64_t FileSize, bool RequiresNullTerminator,
            bool IsVolatile) override {
    auto Buffer =
        Inner->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    ErrorOr<std::string> RealPath = Inner->getName();
    if (Buffer && RealPath)
      Recorder.noteContent(Path,
                           digestOfFile(*RealPath, (*Buffer)->getBuffer()));
    return Buffer;
  }

protected:
  void setPath(const Twine &To) override { NewPath = To.str(); }

private:
  std::unique_ptr<vfs::File> Inner;
  InputRecorder &Recorder;
  std::string Path, NewPath;
};

FileStamp stampOf(const vfs::Status &S) {
  auto Modified = S.getLastModificationTime().time_since_epoch();
  return {
      S.getSize(),
      std::chrono::duration_cast<std::chrono::nanoseconds>(Modified).count(),
      S.getUniqueID().getDevice(), S.getUniqueID().getFile()};
}

} // namespace

std::string InputRecorder::absolute(const Twine &Path) const {
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (!llvm::sys::path::is_absolute(Absolute))
    if (ErrorOr<std::string> Folder = getCurrentWorkingDirectory()) {
      std::string Relative = Absolute.str().str();
      Absolute = *Folder;
      llvm::sys::path::append(Absolute, Relative);
    }
  return Absolute.str().str();
}

InputRecorder::Answer &InputRecorder::answer(StringRef Path,
                                             ParseInput::Kind Is) {
  auto [It, New] = Answers.try_emplace(Path);
  Answer &A = It->second;
  if (New) {
    A.Input.Path = Path.str();
    A.Input.Is = Is;
  }
  Complete &= A.Input.Is == Is;
  return A;
}

void InputRecorder::note(StringRef Path, const vfs::Status &Status) {
  if (Status.isDirectory()) {
    answer(Path, ParseInput::Kind::Folder);
    return;
  }
  Complete &= Status.isRegularFile();
  FileStamp Stamp = stampOf(Status);
  ParseInput &Input = answer(Path, ParseInput::Kind::File).Input;
  bool New = Input.Stamp == FileStamp();
  Complete &= New || Input.Stamp == Stamp;
  Input.Stamp = Stamp;
}

void InputRecorder::noteError(StringRef Path, std::error_code EC) {
  Complete &= EC == std::errc::no_such_file_or_directory ||
              EC == std::errc::not_a_directory;
  answer(Path, ParseInput::Kind::Absent);
}

void InputRecorder::noteContent(StringRef Path, Digest Content) {
  Answer &A = answer(Path, ParseInput::Kind::File);
  Complete &= !A.Hashed || A.Input.Content == Content;
  A.Input.Content = Content;
  A.Hashed = true;
}

ErrorOr<vfs::Status> InputRecorder::status(const Twine &Path) {
  ErrorOr<vfs::Status> S = ProxyFileSystem::status(Path);
  if (S)
    note(absolute(Path), *S);
  else
    noteError(absolute(Path), S.getError());
  return S;
}

bool InputRecorder::exists(const Twine &Path) { return bool(status(Path)); }

ErrorOr<std::unique_ptr<vfs::File>>
InputRecorder::openFileForRead(const Twine &Path) {
  std::string Absolute = absolute(Path);
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File) {
    noteError(Absolute, File.getError());
    return File;
  }
  if (ErrorOr<vfs::Status> S = (*File)->status())
    note(Absolute, *S);
  else
    Complete = false;
  return std::make_unique<RecordedFile>(std::move(*File), *this,
                                        std::move(Absolute));
}

vfs::directory_iterator InputRecorder::dir_begin(const Twine &Folder,
                                                 std::error_code &EC) {
  std::string Path = absolute(Folder);
  std::vector<std::string> Names;
  std::error_code ReadError;
  vfs::directory_iterator Last;
  for (auto It = ProxyFileSystem::dir_begin(Folder, ReadError);
       It != Last && !ReadError; It.increment(ReadError))
    Names.push_back(llvm::sys::path::filename(It->path()).str());
  if (ReadError) {
    noteError(Path, ReadError);
  } else {
    ParseInput &Input = Listings[Path].Input;
    Input.Path = Path;
    Input.Is = ParseInput::Kind::Listing;
    Input.Content = digestOfListing(std::move(Names));
  }
  return ProxyFileSystem::dir_begin(Folder, EC);
}

void InputRecorder::hashUnread(Answer &A) {
  auto Buffer = llvm::MemoryBuffer::getFile(A.Input.Path);
  llvm::SmallString<256> RealPath;
  if (!Buffer || llvm::sys::fs::real_path(A.Input.Path, RealPath)) {
    Complete = false;
    return;
  }
  A.Input.Content = digestOfFile(RealPath, (*Buffer)->getBuffer());
}

ParseInputs InputRecorder::take() {
  ParseInputs Inputs;
  for (auto &Entry : Answers) {
    Answer &A = Entry.second;
    if (A.Input.Is == ParseInput::Kind::File && !A.Hashed)
      hashUnread(A);
    Inputs.All.push_back(std::move(A.Input));
  }
  for (auto &Entry : Listings)
    Inputs.All.push_back(std::move(Entry.second.Input));
  llvm::sort(Inputs.All, [](const ParseInput &A, const ParseInput &B) {
    return A.Path != B.Path ? A.Path < B.Path : A.Is < B.Is;
  });
  Inputs.Complete = Complete;
  Answers.clear();
  Listings.clear();
  return Inputs;
}
