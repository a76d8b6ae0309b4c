//===- WriteTest.cpp - All files or none ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Write.h"
#include "Build.h"
#include "gmock/gmock.h"
#include <unistd.h>

using namespace gilaudit;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = llvm::sys::fs;

namespace {

EditedFile edited(std::string File, std::string Before, std::string After) {
  EditedFile E;
  E.File = std::move(File);
  E.Before = std::move(Before);
  E.After = std::move(After);
  return E;
}

std::string write(llvm::ArrayRef<EditedFile> Files) {
  return llvm::toString(writeEdited(Files));
}

unsigned filesIn(const TestFolder &F) {
  std::error_code EC;
  unsigned N = 0;
  for (fs::directory_iterator I(F.path(), EC), E; I != E && !EC;
       I.increment(EC))
    ++N;
  return N;
}

fs::file_status statusOf(llvm::StringRef Path) {
  fs::file_status Status;
  EXPECT_FALSE(fs::status(Path, Status));
  return Status;
}

TEST(WriteEdited, ReplacesAllFiles) {
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.write("b", "2");
  EXPECT_EQ(write({edited(A, "1", "x\r\n"), edited(B, "2", "")}), "");
  EXPECT_EQ(contentOf(A), "x\r\n");
  EXPECT_EQ(contentOf(B), "");
  EXPECT_EQ(filesIn(F), 2u);
}

TEST(WriteEdited, AFileThatHasChangedIsLeftAlone) {
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.write("b", "new");
  EXPECT_EQ(write({edited(A, "1", "x"), edited(B, "2", "y")}),
            "cannot write " + B + ": it has changed since it was read");
  EXPECT_EQ(contentOf(A), "1");
  EXPECT_EQ(contentOf(B), "new");
  EXPECT_EQ(filesIn(F), 2u);
}

TEST(WriteEdited, AFileThatIsNoneAnyMore) {
  TestFolder F;
  std::string A = F.write("a", "1");
  F.write("b/c", "");
  EXPECT_THAT(write({edited(A, "1", "x"), edited(F.path("b"), "2", "y")}),
              HasSubstr("cannot write " + F.path("b")));
  EXPECT_THAT(write({edited(A, "1", "x"), edited(F.path("none"), "2", "y")}),
              HasSubstr("cannot write " + F.path("none") +
                        ": No such file or directory"));
  EXPECT_EQ(contentOf(A), "1");
  EXPECT_EQ(filesIn(F), 2u);
}

TEST(WriteEdited, ARenameThatFailsUndoesTheOthers) {
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.write("b", "2"),
              C = F.write("c", "3");
  auto FailAtB = [&](fs::TempFile &Temp, llvm::StringRef Name) {
    if (Name == B)
      return llvm::createStringError("no luck");
    return Temp.keep(Name);
  };
  llvm::Error E = writeEdited(
      {edited(A, "1", "x"), edited(B, "2", "y"), edited(C, "3", "z")}, FailAtB);
  EXPECT_EQ(llvm::toString(std::move(E)), "cannot write " + B + ": no luck");
  EXPECT_EQ(contentOf(A), "1");
  EXPECT_EQ(contentOf(B), "2");
  EXPECT_EQ(contentOf(C), "3");
  EXPECT_EQ(filesIn(F), 3u);
}

TEST(WriteEdited, SaysWhatCouldNotBePutBack) {
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.write("b", "2");
  int Renames = 0;
  auto FailAfterFirst = [&](fs::TempFile &Temp, llvm::StringRef Name) {
    return Renames++ ? llvm::createStringError("no luck") : Temp.keep(Name);
  };
  llvm::Error E =
      writeEdited({edited(A, "1", "x"), edited(B, "2", "y")}, FailAfterFirst);
  EXPECT_EQ(llvm::toString(std::move(E)), "cannot write " + B +
                                              ": no luck; could not put back " +
                                              A + ": no luck");
  EXPECT_EQ(filesIn(F), 2u);
}

TEST(WriteEdited, ModeAndOwnerStay) {
  TestFolder F;
  std::string A = F.write("a", "1");
  ASSERT_FALSE(fs::setPermissions(A, fs::perms(0751)));
  bool IsRoot = geteuid() == 0;
  if (IsRoot)
    ASSERT_EQ(chown(A.c_str(), 12, 34), 0);
  fs::file_status Before = statusOf(A);
  EXPECT_EQ(write(edited(A, "1", "x")), "");
  EXPECT_EQ(contentOf(A), "x");
  EXPECT_EQ(statusOf(A).permissions(), 0751);
  EXPECT_EQ(statusOf(A).getUser(), Before.getUser());
  EXPECT_EQ(statusOf(A).getGroup(), Before.getGroup());
}

TEST(WriteEdited, SymbolicLinksStay) {
  TestFolder F;
  std::string A = F.write("real/a", "1"), Link = F.path("link");
  ASSERT_FALSE(fs::create_link("real/a", Link));
  EXPECT_EQ(write(edited(Link, "1", "x")), "");
  EXPECT_TRUE(fs::is_symlink_file(Link));
  EXPECT_EQ(contentOf(A), "x");
  EXPECT_EQ(write({edited(Link, "x", "y"), edited(A, "x", "z")}),
            "cannot write " + A + ": it is to be written twice");
  EXPECT_EQ(contentOf(A), "x");
}

TEST(WriteEdited, OtherHardLinksKeepTheirText) {
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.path("b");
  ASSERT_FALSE(fs::create_hard_link(A, B));
  EXPECT_EQ(write(edited(A, "1", "x")), "");
  EXPECT_EQ(contentOf(A), "x");
  EXPECT_EQ(contentOf(B), "1");
}

TEST(WriteEdited, ReadOnlyFilesAndFolders) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  TestFolder F;
  std::string A = F.write("a", "1"), B = F.write("b/b", "2");
  std::vector<EditedFile> Files = {edited(A, "1", "x"), edited(B, "2", "y")};
  ASSERT_FALSE(fs::setPermissions(B, fs::perms(0444)));
  EXPECT_EQ(write(Files), "cannot write " + B + ": Permission denied");
  ASSERT_FALSE(fs::setPermissions(B, fs::perms(0644)));
  ASSERT_FALSE(fs::setPermissions(F.path("b"), fs::perms(0555)));
  EXPECT_EQ(write(Files), "cannot write " + B + ": Permission denied");
  ASSERT_FALSE(fs::setPermissions(F.path("b"), fs::perms(0755)));
  EXPECT_EQ(contentOf(A), "1");
  EXPECT_EQ(contentOf(B), "2");
}

} // namespace
