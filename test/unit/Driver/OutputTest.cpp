//===- OutputTest.cpp - A file appears whole or not at all ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "Support/TestFolder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::HasSubstr;

namespace {

llvm::Error write(llvm::StringRef File, llvm::StringRef Text) {
  return writeOutput(File, [&](llvm::raw_ostream &OS) { OS << Text; });
}

unsigned filesIn(const TestFolder &F) {
  std::error_code EC;
  unsigned N = 0;
  for (llvm::sys::fs::directory_iterator I(F.path(), EC), E; I != E && !EC;
       I.increment(EC))
    ++N;
  return N;
}

TEST(Output, ReplacesAFile) {
  TestFolder F;
  std::string File = F.write("out", "old");
  EXPECT_FALSE(bool(write(File, "new")));
  auto Text = llvm::MemoryBuffer::getFile(File);
  ASSERT_TRUE(bool(Text));
  EXPECT_EQ((*Text)->getBuffer(), "new");
  EXPECT_EQ(filesIn(F), 1u);
}

TEST(Output, FoldersThatAreMissingAreAnError) {
  TestFolder F;
  llvm::Error E = write(F.path("none/out"), "x");
  EXPECT_THAT(llvm::toString(std::move(E)), HasSubstr("cannot write "));
  EXPECT_EQ(filesIn(F), 0u);
}

TEST(Output, DevicesAreWrittenNotReplaced) {
  EXPECT_FALSE(bool(write("/dev/null", "x")));
  EXPECT_THAT(llvm::toString(write("/dev/full", "x")),
              HasSubstr("cannot write /dev/full: No space left on device"));
  llvm::sys::fs::file_status Status;
  EXPECT_FALSE(llvm::sys::fs::status("/dev/null", Status));
  EXPECT_EQ(Status.type(), llvm::sys::fs::file_type::character_file);
}

PendingOutput text(std::string File, std::string Text) {
  return {std::move(File), [Text](llvm::raw_ostream &OS) { OS << Text; }};
}

TEST(Output, SeveralFilesOrNone) {
  TestFolder F;
  std::string A = F.write("a", "old");
  for (std::string Bad :
       {F.path("none/b"), F.path(), std::string("/dev/full")}) {
    EXPECT_THAT(llvm::toString(writeOutputs({text(A, "new"), text(Bad, "x")})),
                HasSubstr("cannot write " + Bad));
    EXPECT_EQ((*llvm::MemoryBuffer::getFile(A))->getBuffer(), "old");
    EXPECT_EQ(filesIn(F), 1u);
  }
  EXPECT_FALSE(bool(writeOutputs(
      {text(A, "new"), text(F.path("b"), "x"), text("/dev/null", "y")})));
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(A))->getBuffer(), "new");
  EXPECT_EQ(filesIn(F), 2u);
}

TEST(Output, AFolderIsNoFile) {
  TestFolder F;
  F.write("out/x");
  EXPECT_THAT(llvm::toString(write(F.path("out"), "x")),
              HasSubstr("cannot write "));
  EXPECT_EQ(filesIn(F), 1u);
}

} // namespace
