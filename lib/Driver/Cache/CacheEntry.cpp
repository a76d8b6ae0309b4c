//===- CacheEntry.cpp - One unit's facts as they lie in the cache ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CacheEntry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral Magic = "gil-audit-cache/1 ";

std::string checksum(StringRef Key, StringRef Body) {
  Digest D = digestOfFile(Key, Body);
  return llvm::utohexstr(D.High, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(D.Low, /*LowerCase=*/true, /*Width=*/16);
}

/// Takes a number and the space or line break behind it off \p Text.
template <typename T> bool takeNumber(StringRef &Text, T &Number) {
  bool Bad = Text.consumeInteger(10, Number);
  Text = Text.drop_front(Text.empty() ? 0 : 1);
  return !Bad;
}

bool takeInput(StringRef &Text, ParseInput &Input) {
  if (Text.size() < 2)
    return false;
  Input.Is = ParseInput::Kind(Text.front());
  Text = Text.drop_front(2);
  auto &[Size, Modified, Device, Inode] = Input.Stamp;
  auto &[High, Low] = Input.Content;
  if (Input.Is == ParseInput::Kind::File &&
      !(takeNumber(Text, Size) && takeNumber(Text, Modified) &&
        takeNumber(Text, Device) && takeNumber(Text, Inode)))
    return false;
  if ((Input.Is == ParseInput::Kind::File ||
       Input.Is == ParseInput::Kind::Listing) &&
      !(takeNumber(Text, High) && takeNumber(Text, Low)))
    return false;
  StringRef Path;
  std::tie(Path, Text) = Text.split('\n');
  Input.Path = Path.str();
  return true;
}

void printInput(llvm::raw_ostream &OS, const ParseInput &Input) {
  OS << char(Input.Is) << ' ';
  const FileStamp &S = Input.Stamp;
  if (Input.Is == ParseInput::Kind::File)
    OS << S.Size << ' ' << S.Modified << ' ' << S.Device << ' ' << S.Inode
       << ' ';
  if (Input.Is == ParseInput::Kind::File ||
      Input.Is == ParseInput::Kind::Listing)
    OS << Input.Content.High << ' ' << Input.Content.Low << ' ';
  OS << Input.Path << '\n';
}

} // namespace

std::optional<std::string> gilaudit::writeEntry(const CacheEntry &Entry,
                                                StringRef Key) {
  if (!Entry.Inputs.Complete)
    return std::nullopt;
  std::string Body;
  llvm::raw_string_ostream OS(Body);
  OS << Entry.Since << ' ' << Entry.Inputs.All.size() << '\n';
  for (const ParseInput &Input : Entry.Inputs.All) {
    if (StringRef(Input.Path).contains('\n'))
      return std::nullopt;
    printInput(OS, Input);
  }
  OS << Entry.Facts;
  OS.flush();
  return Magic.str() + Key.str() + " " + checksum(Key, Body) + "\n" + Body;
}

std::optional<CacheEntry> gilaudit::readEntry(StringRef Text, StringRef Key) {
  auto [Header, Body] = Text.split('\n');
  if (Header != Magic.str() + Key.str() + " " + checksum(Key, Body))
    return std::nullopt;
  CacheEntry Entry;
  size_t Count;
  if (!takeNumber(Body, Entry.Since) || !takeNumber(Body, Count))
    return std::nullopt;
  // The checksum vouches for the count.
  Entry.Inputs.All.resize(Count);
  for (ParseInput &Input : Entry.Inputs.All)
    if (!takeInput(Body, Input))
      return std::nullopt;
  Entry.Facts = Body.str();
  return Entry;
}
