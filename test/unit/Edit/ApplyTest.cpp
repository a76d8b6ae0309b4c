//===- ApplyTest.cpp - Changes applied in memory --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using llvm::StringRef;
using testing::HasSubstr;

namespace {

/// \p Text with \p Edits, through clang-format.
std::string edit(StringRef Text, std::vector<SourceEdit> Edits) {
  OneFile F(Text);
  FileChange C;
  C.File = F.File;
  C.Edits = std::move(Edits);
  std::string After = F.after(C);
  // The name of the folder is a random one.
  size_t At = StringRef(After).find(F.File);
  return At == std::string::npos ? After
                                 : After.replace(At, F.File.size(), "x");
}

TEST(ApplyChanges, FilesThatDoNotChangeAreLeftOut) {
  TestFolder F;
  FileChange B, A, Same;
  B.File = F.write("b.cpp", "int b;\n");
  A.File = F.write("a.cpp", "int a;\n");
  Same.File = F.write("same.cpp", "int   same;\n");
  B.Edits = {{4, 1, "c"}};
  A.Edits = {{4, 1, "d"}};
  Same.Edits = {{4, 0, ""}, {0, 3, "int"}};
  auto Edited = applyChanges({B, Same, A}, readFile);
  ASSERT_TRUE(bool(Edited)) << llvm::toString(Edited.takeError());
  ASSERT_EQ(Edited->size(), 3u);
  EXPECT_EQ((*Edited)[0].File, A.File);
  EXPECT_EQ((*Edited)[0].Before, "int a;\n");
  EXPECT_EQ((*Edited)[0].After, "int d;\n");
  EXPECT_EQ((*Edited)[1].File, B.File);
}

TEST(ApplyChanges, EqualEditsOfSeveralChangesAreOne) {
  Marked M("void f() {\n  [[call();]]\n}\n");
  OneFile F(M.Text);
  FileChange C = guarded(F.File, M);
  auto Edited = applyChanges({C, C}, readFile);
  ASSERT_TRUE(bool(Edited));
  EXPECT_EQ((*Edited)[0].After, "void f() {\n"
                                "  {\n"
                                "    nb::gil_scoped_release release;\n"
                                "    call();\n"
                                "  }\n"
                                "}\n");
}

TEST(ApplyChanges, ConflictsNameFileAndLine) {
  StringRef Text = "int a;\nint b;\n";
  EXPECT_EQ(edit(Text, {{7, 0, "x"}, {7, 0, "y"}}),
            "error: x:2: cannot edit: two fixes insert at one place");
  // Even where the order would not matter.
  EXPECT_EQ(edit(Text, {{7, 0, "x"}, {7, 0, "xx"}}),
            "error: x:2: cannot edit: two fixes insert at one place");
  EXPECT_EQ(edit(Text, {{4, 5, "x"}, {7, 1, "y"}}),
            "error: x:2: cannot edit: two fixes change the same code");
  EXPECT_EQ(edit(Text, {{4, 5, "x"}, {5, 0, "y"}}),
            "error: x:1: cannot edit: two fixes change the same code");
  EXPECT_EQ(edit(Text, {{14, 1, "x"}}),
            "error: x:3: cannot edit: an edit lies beyond the end of the file");
}

TEST(ApplyChanges, ErrorsOfTheReaderAreHandedOn) {
  FileChange C;
  C.File = "/none";
  auto Edited = applyChanges(
      C, [](StringRef File) { return llvm::createStringError("no " + File); });
  EXPECT_EQ(llvm::toString(Edited.takeError()), "no /none");
}

TEST(ApplyChanges, BothEndsOfTheFile) {
  EXPECT_EQ(edit("int a;\n", {{0, 0, "int x;\n"}, {7, 0, "int  y;\n"}}),
            "int x;\nint a;\nint y;\n");
  EXPECT_EQ(edit("int a;", {{6, 0, "\nint  y;"}}), "int a;\nint y;");
  EXPECT_EQ(edit("int a;", {{0, 6, "int   b;"}}), "int b;");
  EXPECT_EQ(edit("", {{0, 0, "int  a;\n"}}), "int a;\n");
  EXPECT_EQ(edit("int a;\n", {{0, 7, ""}}), "");
}

TEST(ApplyChanges, InsertionBeforeAReplacement) {
  EXPECT_EQ(edit("int a = b;\n", {{8, 0, "x +"}, {8, 1, "c"}}),
            "int a = x + c;\n");
}

TEST(ApplyChanges, ALineThatIsLeftBlankGoesAway) {
  StringRef Text = "void f() {\n  guard g;\n  call();\n}\n";
  EXPECT_EQ(edit(Text, {{13, 8, ""}}), "void f() {\n  call();\n}\n");
  // Not if another edit fills it.
  EXPECT_EQ(edit(Text, {{13, 8, ""}, {21, 0, "other();"}}),
            "void f() {\n  other();\n  call();\n}\n");
  EXPECT_EQ(edit("int a; int b;\n", {{0, 6, ""}}), "int b;\n");
}

TEST(ApplyChanges, TrailingCommentsStayWithTheirLine) {
  EXPECT_EQ(guard("void f() {\n"
                  "  [[call();]] // why\n"
                  "  [[call();]]   /* why */\n"
                  "  [[call();]] /* next */ more();\n"
                  "}\n"),
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call(); // why\n"
            "  }\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call(); /* why */\n"
            "  }\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  } /* next */\n"
            "  more();\n"
            "}\n");
}

TEST(ApplyChanges, NoBlankLinesComeIn) {
  StringRef Text = "void f() {\n  call();\n}\n";
  const char *Guarded = "void f() {\n  guard g;\n  call();\n}\n";
  EXPECT_EQ(edit(Text, {{10, 0, "\nguard g;\n"}}), Guarded);
  EXPECT_EQ(edit(Text, {{10, 0, "\nguard g;"}}), Guarded);
  EXPECT_EQ(edit(Text, {{13, 0, "guard g;\n"}}), Guarded);
  EXPECT_EQ(
      edit("void f() { // why\n  call();\n}\n", {{10, 0, "\nguard g;\n"}}),
      "void f() { // why\n  guard g;\n  call();\n}\n");
  EXPECT_EQ(edit("void f() { call(); }\n", {{10, 0, "\nguard g;\n"}}),
            "void f() {\n  guard g;\n  call();\n}\n");
}

TEST(ApplyChanges, TheStatementBehindStaysAsItIs) {
  EXPECT_EQ(edit("void f() {\n    call( 1,\n       2 );\n}\n",
                 {{15, 0, "guard  g;\n"}}),
            "void f() {\n    guard g;\n    call( 1,\n       2 );\n}\n");
  EXPECT_EQ(edit("void f() {\n  call( 1 );\n}\n",
                 {{13, 0, "s h = R\"(a\nb)\";\nguard  g;\n"}}),
            "void f() {\n  s h = R\"(a\nb)\";\n  guard g;\n  call( 1 );\n}\n");
}

TEST(ApplyChanges, LineEndingsStay) {
  EXPECT_EQ(guard("void f() {\r\n  [[call();]] // why\r\n}\r\n"),
            "void f() {\r\n"
            "  {\r\n"
            "    nb::gil_scoped_release release;\r\n"
            "    call(); // why\r\n"
            "  }\r\n"
            "}\r\n");
  // Whatever .clang-format says.
  EXPECT_EQ(guard("void f() {\r\n  [[call();]]\r\n}\r\n", "LineEnding: LF\n"),
            "void f() {\r\n"
            "  {\r\n"
            "    nb::gil_scoped_release release;\r\n"
            "    call();\r\n"
            "  }\r\n"
            "}\r\n");
  EXPECT_EQ(guard("void f() {\n  [[call();]]\n}\n", "LineEnding: CRLF\n"),
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  }\n"
            "}\n");
}

TEST(ApplyChanges, ByteOrderMarkStaysInFront) {
  EXPECT_EQ(edit("\xEF\xBB\xBFint a;\n", {{0, 0, "int x;\n"}, {7, 1, "b"}}),
            "\xEF\xBB\xBFint x;\nint b;\n");
  EXPECT_EQ(guard("\xEF\xBB\xBF"
                  "void f() {\n  [[call();]]\n}\n"),
            "\xEF\xBB\xBF"
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  }\n"
            "}\n");
}

TEST(ApplyChanges, NoNewlineAtTheEndStaysSo) {
  EXPECT_EQ(guard("void f() {\n  [[call();]]\n}"),
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  }\n"
            "}");
}

TEST(ApplyChanges, BytesThatAreNoUtf8Stay) {
  EXPECT_EQ(guard("// caf\xE9\nvoid f() {\n"
                  "  [[call(\"caf\xE9\");]] // \xE9\n"
                  "  other(\"\xC3\xA4\"); // \xC3\xA4\n}\n"),
            "// caf\xE9\nvoid f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call(\"caf\xE9\"); // \xE9\n"
            "  }\n"
            "  other(\"\xC3\xA4\"); // \xC3\xA4\n}\n");
}

TEST(ApplyChanges, RawStringsStayAsTheyAre) {
  EXPECT_EQ(guard("void f() {\r\n"
                  "  [[call(R\"(a\r\n  b\n\tc)\");]]\r\n"
                  "}\r\n"),
            "void f() {\r\n"
            "  {\r\n"
            "    nb::gil_scoped_release release;\r\n"
            "    call(R\"(a\r\n  b\n\tc)\");\r\n"
            "  }\r\n"
            "}\r\n");
  EXPECT_EQ(edit("void f() {\n  call();\n}\n",
                 {{13, 7, "auto s = R\"(a\nb)\";\ncall(s);"}}),
            "void f() {\n"
            "  auto s = R\"(a\nb)\";\n"
            "  call(s);\n"
            "}\n");
}

} // namespace
