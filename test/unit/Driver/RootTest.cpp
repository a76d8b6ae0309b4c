//===- RootTest.cpp - Which folder is the project -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Root.h"
#include "Support/TestFolder.h"

using namespace gilaudit;

namespace {

CompileUnit unit(const TestFolder &F, llvm::StringRef File,
                 std::vector<std::string> Flags = {}) {
  CompileUnit U{F.path(File), F.path(), {"c++"}};
  U.CommandLine.insert(U.CommandLine.end(), Flags.begin(), Flags.end());
  return U;
}

TEST(Root, CommonAncestor) {
  EXPECT_EQ(commonAncestor({"/a/b/c.cpp"}), "/a/b");
  EXPECT_EQ(commonAncestor({"/a/b/c.cpp", "/a/b/d/e.cpp"}), "/a/b");
  EXPECT_EQ(commonAncestor({"/a/b/c.cpp", "/a/bc/d.cpp"}), "/a");
  EXPECT_EQ(commonAncestor({"/a/b.cpp", "/c/d.cpp"}), "/");
}

TEST(Root, TheGitTopLevelWins) {
  TestFolder F;
  F.write("repo/.git/HEAD"), F.write("repo/src/a.cpp");
  EXPECT_EQ(findRoot({unit(F, "repo/src/a.cpp")}), F.path("repo"));
}

TEST(Root, InAnotherWorkTreeGitIsAFile) {
  TestFolder F;
  F.write("tree/.git", "gitdir: x"), F.write("tree/src/a.cpp");
  EXPECT_EQ(findRoot({unit(F, "tree/src/a.cpp")}), F.path("tree"));
}

TEST(Root, ProjectHeadersWidenIt) {
  TestFolder F;
  F.write("p/lib/a.cpp", "#include <p/x.h>\n"), F.write("p/include/p/x.h");
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp")}), F.path("p/lib"));
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp", {"-Ip/include"})}), F.path("p"));
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp", {"-I", "p/include"})}),
            F.path("p"));
}

TEST(Root, HeadersOfHeadersCountToo) {
  TestFolder F;
  F.write("p/lib/a.cpp", "  # include \"b.h\"");
  F.write("p/lib/b.h", "#include \"../include/c.h\"");
  F.write("p/include/c.h", "#include \"c.h\"");
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp")}), F.path("p"));
}

TEST(Root, SystemHeadersDoNot) {
  TestFolder F;
  F.write("p/lib/a.cpp", "#include <x.h>\n#include <Python.h>");
  F.write("other/x.h");
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp", {"-isystem", "other"})}),
            F.path("p/lib"));
}

TEST(Root, HeadersOfAnotherTreeDoNot) {
  TestFolder F; // Below /tmp; /usr shares no folder with it.
  F.write("p/lib/a.cpp", "#include <stdio.h>");
  EXPECT_EQ(findRoot({unit(F, "p/lib/a.cpp", {"-I/usr/include"})}),
            F.path("p/lib"));
}

} // namespace
