//===- ReparseTest.cpp - Where compile errors are -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Units/Reparse.h"
#include "Support/TestFolder.h"
#include <unistd.h>

using namespace gilaudit;

namespace {

TEST(CompileErrorTest, RelativeToTheFolderOfTheCommand) {
  TestFolder Folder;
  std::string File = Folder.write("lib/x.cpp");
  CompileError E = parseCompileError("../lib/x.cpp:12:3: error: no 'y'",
                                     Folder.path("lib"), Folder.path());
  EXPECT_EQ(E.File, File);
  EXPECT_EQ(E.Line, 12u);
  EXPECT_EQ(E.Text, "lib/x.cpp:12:3: error: no 'y'");
}

TEST(CompileErrorTest, LinksAreResolved) {
  TestFolder Folder;
  std::string File = Folder.write("x.h");
  ASSERT_EQ(symlink("x.h", Folder.path("link.h").c_str()), 0);
  CompileError E = parseCompileError(Folder.path("link.h") + ":1:2: error: z",
                                     "/", "/elsewhere");
  EXPECT_EQ(E.File, File);
  EXPECT_EQ(E.Text, File + ":1:2: error: z");
}

TEST(CompileErrorTest, ColonsInTheName) {
  CompileError E =
      parseCompileError("/a:1:b.cpp:7:3: error: c:1:2: error: d", "/", "/");
  EXPECT_EQ(E.File, "/a:1:b.cpp");
  EXPECT_EQ(E.Line, 7u);
}

TEST(CompileErrorTest, NoPlace) {
  for (const char *Text : {"the parser crashed: Segmentation fault",
                           "error: too many errors", "a.cpp:x:1: error: y"}) {
    CompileError E = parseCompileError(Text, "/", "/");
    EXPECT_EQ(E.File, "");
    EXPECT_EQ(E.Line, 0u);
    EXPECT_EQ(E.Text, Text);
  }
}

} // namespace
