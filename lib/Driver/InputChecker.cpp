//===- InputChecker.cpp - Would a parse read the same again? --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "InputChecker.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Two writes within this time may leave the same stamp: file systems count
/// time in ticks, some in whole seconds.
constexpr int64_t Tick = 2'000'000'000;

static int64_t nanoseconds(llvm::sys::TimePoint<> Time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             Time.time_since_epoch())
      .count();
}

int64_t gilaudit::timeNow() {
  return nanoseconds(std::chrono::time_point_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now()));
}

InputChecker::Found &InputChecker::find(StringRef Path) {
  auto [It, New] = Known.try_emplace(Path);
  Found &F = It->second;
  fs::file_status Status;
  if (!New || fs::status(Path, Status))
    return F;
  F.Is = fs::is_directory(Status) ? ParseInput::Kind::Folder
                                  : ParseInput::Kind::File;
  F.Stamp = {Status.getSize(), nanoseconds(Status.getLastModificationTime()),
             Status.getUniqueID().getDevice(), Status.getUniqueID().getFile()};
  return F;
}

std::optional<Digest> InputChecker::contentOf(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  llvm::SmallString<256> RealPath;
  if (!Buffer || fs::real_path(Path, RealPath))
    return std::nullopt;
  return digestOfFile(RealPath, (*Buffer)->getBuffer());
}

std::optional<Digest> InputChecker::listingOf(StringRef Path) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (fs::directory_iterator It(Path, EC), Last; It != Last && !EC;
       It.increment(EC))
    Names.push_back(llvm::sys::path::filename(It->path()).str());
  if (EC)
    return std::nullopt;
  return digestOfListing(std::move(Names));
}

InputChecker::Answer InputChecker::checkFile(ParseInput &Input, int64_t Since) {
  Found &Now = find(Input.Path);
  if (Now.Is != ParseInput::Kind::File)
    return Answer::Changed;
  if (Now.Stamp == Input.Stamp && Input.Stamp.Modified < Since - Tick)
    return Answer::Same;
  if (Now.Stamp.Size != Input.Stamp.Size)
    return Answer::Changed;
  if (!Now.Content)
    Now.Content = contentOf(Input.Path);
  if (!Now.Content || !(*Now.Content == Input.Content))
    return Answer::Changed;
  Input.Stamp = Now.Stamp;
  return Answer::Touched;
}

InputChecker::Answer InputChecker::check(ParseInputs &Inputs, int64_t Since) {
  Answer All = Answer::Same;
  for (ParseInput &Input : Inputs.All) {
    Answer One = Answer::Same;
    switch (Input.Is) {
    case ParseInput::Kind::File:
      One = checkFile(Input, Since);
      break;
    case ParseInput::Kind::Folder:
    case ParseInput::Kind::Absent:
      if (find(Input.Path).Is != Input.Is)
        One = Answer::Changed;
      break;
    case ParseInput::Kind::Listing: {
      auto [It, New] = Listings.try_emplace(Input.Path);
      if (New)
        It->second = listingOf(Input.Path);
      const std::optional<Digest> &Now = It->second;
      if (!Now || !(*Now == Input.Content))
        One = Answer::Changed;
      break;
    }
    }
    if (One == Answer::Changed)
      return One;
    if (One == Answer::Touched)
      All = One;
  }
  return All;
}
