//===- CacheTest.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rest, from the command line, is in test/lit/driver/cache*.test.
//
//===----------------------------------------------------------------------===//
#include "Cache/Cache.h"
#include "Cache/CacheEntry.h"
#include "Support/TestFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"

using namespace gilaudit;
namespace fs = llvm::sys::fs;

namespace {

class CacheTest : public testing::Test {
protected:
  /// What a parse that reads \p Path would have recorded.
  ParseInputs inputs(const std::string &Path, const std::string &Text) {
    fs::file_status Status;
    EXPECT_FALSE(fs::status(Path, Status));
    llvm::SmallString<128> Real;
    EXPECT_FALSE(fs::real_path(Path, Real));
    ParseInput Input;
    Input.Is = ParseInput::Kind::File;
    Input.Path = Path;
    Input.Stamp = {Status.getSize(),
                   Status.getLastModificationTime().time_since_epoch().count(),
                   Status.getUniqueID().getDevice(),
                   Status.getUniqueID().getFile()};
    Input.Content = digestOfFile(Real, Text);
    ParseInputs Inputs;
    Inputs.All.push_back(Input);
    return Inputs;
  }

  Cache cache() {
    std::string Warning;
    Cache C(Folder.path(), Warning);
    EXPECT_EQ(Warning, "");
    return C;
  }

  TestFolder Folder;
};

std::string facts(const std::string &MainFile) {
  TUFacts Facts;
  Facts.MainFile = MainFile;
  Facts.Files = {MainFile};
  return writeFacts(Facts);
}

const std::string Key(40, 'a'), OtherKey(40, 'b');

TEST_F(CacheTest, GivesBackWhatWasStored) {
  std::string Path = Folder.write("a.cpp", "int a;");
  cache().store(Key, timeNow(), inputs(Path, "int a;"), facts("/a.cpp"));
  std::optional<TUFacts> Found = cache().find(Key);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->MainFile, "/a.cpp");
  EXPECT_FALSE(cache().find(OtherKey));
}

TEST_F(CacheTest, AnEntryUnderAnotherKeyIsNone) {
  std::string Path = Folder.write("a.cpp", "int a;");
  cache().store(Key, timeNow(), inputs(Path, "int a;"), facts("/a.cpp"));
  std::string Stem = Folder.path() + "/";
  ASSERT_FALSE(fs::rename(Stem + Key + ".facts-entry",
                          Stem + OtherKey + ".facts-entry"));
  EXPECT_FALSE(cache().find(OtherKey));
}

// A second write in the tick of the first leaves the same stamp.
TEST_F(CacheTest, YoungStampsProveNothing) {
  std::string Path = Folder.write("a.cpp", "int a;");
  ParseInputs Inputs = inputs(Path, "int b;");
  cache().store(Key, timeNow(), Inputs, facts("/a.cpp"));
  EXPECT_FALSE(cache().find(Key));
  // They do where the parse began long after the last write.
  cache().store(Key, timeNow() + 60'000'000'000, Inputs, facts("/a.cpp"));
  EXPECT_TRUE(cache().find(Key));
}

TEST_F(CacheTest, WhatWasAbsentMustStayAbsent) {
  ParseInputs Inputs;
  Inputs.All.push_back(
      {ParseInput::Kind::Absent, Folder.path("new.h"), {}, {}});
  cache().store(Key, timeNow(), Inputs, facts("/a.cpp"));
  EXPECT_TRUE(cache().find(Key));
  Folder.write("new.h", "");
  EXPECT_FALSE(cache().find(Key));
}

TEST_F(CacheTest, AListedFolderMustHaveTheSameNames) {
  ASSERT_FALSE(fs::create_directory(Folder.path("gcc")));
  Folder.write("gcc/12", "");
  ParseInputs Inputs;
  Inputs.All.push_back({ParseInput::Kind::Listing,
                        Folder.path("gcc"),
                        {},
                        digestOfListing({"12"})});
  cache().store(Key, timeNow(), Inputs, facts("/a.cpp"));
  EXPECT_TRUE(cache().find(Key));
  Folder.write("gcc/13", "");
  EXPECT_FALSE(cache().find(Key));
}

TEST_F(CacheTest, IncompleteInputsAreNotStored) {
  ParseInputs Inputs;
  Inputs.Complete = false;
  cache().store(Key, timeNow(), Inputs, facts("/a.cpp"));
  EXPECT_FALSE(cache().find(Key));
  Inputs.Complete = true;
  Inputs.All.push_back({ParseInput::Kind::Absent, "/a\nb", {}, {}});
  cache().store(Key, timeNow(), Inputs, facts("/a.cpp"));
  EXPECT_FALSE(cache().find(Key));
}

TEST_F(CacheTest, PrunesTheOldestAboveTheCap) {
  for (const std::string &K : {Key, OtherKey})
    cache().store(K, timeNow(), ParseInputs(), facts("/a.cpp"));
  std::string Old = Folder.path(Key + ".facts-entry");
  int FD;
  ASSERT_FALSE(
      fs::openFileForReadWrite(Old, FD, fs::CD_OpenExisting, fs::OF_None));
  ASSERT_FALSE(fs::setLastAccessAndModificationTime(
      FD, std::chrono::system_clock::now() - std::chrono::hours(48)));
  fs::file_t Handle = fs::convertFDToNativeFile(FD);
  fs::closeFile(Handle);
  uint64_t Size;
  ASSERT_FALSE(fs::file_size(Old, Size));
  cache().prune(2 * Size);
  EXPECT_TRUE(fs::exists(Old));
  cache().prune(2 * Size - 1);
  EXPECT_FALSE(fs::exists(Old));
  EXPECT_TRUE(cache().find(OtherKey));
}

TEST_F(CacheTest, UseKeepsAnEntry) {
  cache().store(Key, timeNow(), ParseInputs(), facts("/a.cpp"));
  std::string Path = Folder.path(Key + ".facts-entry");
  int FD;
  ASSERT_FALSE(
      fs::openFileForReadWrite(Path, FD, fs::CD_OpenExisting, fs::OF_None));
  ASSERT_FALSE(fs::setLastAccessAndModificationTime(
      FD, std::chrono::system_clock::now() - std::chrono::hours(24 * 40)));
  fs::file_t Handle = fs::convertFDToNativeFile(FD);
  fs::closeFile(Handle);
  EXPECT_TRUE(cache().find(Key));
  cache().prune();
  EXPECT_TRUE(fs::exists(Path));
}

TEST(CacheEntryTest, EveryChangedByteIsNoticed) {
  CacheEntry Entry;
  Entry.Facts = facts("/a.cpp");
  Entry.Inputs.All.push_back(
      {ParseInput::Kind::File, "/a b.cpp", {1, -2, 3, 4}, {5, 6}});
  std::optional<std::string> Text = writeEntry(Entry, Key);
  ASSERT_TRUE(Text);
  std::optional<CacheEntry> Read = readEntry(*Text, Key);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Facts, Entry.Facts);
  EXPECT_EQ(Read->Inputs.All[0].Path, "/a b.cpp");
  EXPECT_TRUE(Read->Inputs.All[0].Stamp == Entry.Inputs.All[0].Stamp);
  EXPECT_TRUE(Read->Inputs.All[0].Content == Entry.Inputs.All[0].Content);
  for (size_t I = 0; I != Text->size(); ++I) {
    std::string Changed = *Text;
    Changed[I] ^= 1;
    EXPECT_FALSE(readEntry(Changed, Key)) << "byte " << I;
    EXPECT_FALSE(readEntry(llvm::StringRef(*Text).take_front(I), Key)) << I;
  }
}

} // namespace
