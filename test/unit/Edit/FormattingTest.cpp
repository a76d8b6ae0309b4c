//===- FormattingTest.cpp - Touched lines, and no others ------------------===//
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

TEST(Formatting, AStatementMovesIntoABlock) {
  EXPECT_EQ(guard("void f() {\n"
                  "  before();\n"
                  "  [[mlirWalk(a,\n"
                  "           b);]]\n"
                  "  after();\n"
                  "}\n"),
            "void f() {\n"
            "  before();\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    mlirWalk(a, b);\n"
            "  }\n"
            "  after();\n"
            "}\n");
}

TEST(Formatting, OtherLinesStayAsTheyAre) {
  EXPECT_EQ(guard("#include <z>\n"
                  "#include <a>\n"
                  "\n\n\n"
                  "int   badly ;  \n"
                  "void f( ) {   \n"
                  "\n\n\n"
                  "        before( );   // why\n"
                  "\n\n\n"
                  "        [[call(  a);]]\n"
                  "\n\n\n"
                  "  if( x ) return ;\n"
                  "      after( ) ;\n"
                  "   }\n"),
            "#include <z>\n"
            "#include <a>\n"
            "\n\n\n"
            "int   badly ;  \n"
            "void f( ) {   \n"
            "\n\n\n"
            "        before( );   // why\n"
            "\n\n\n"
            "        {\n"
            "          nb::gil_scoped_release release;\n"
            "          call(a);\n"
            "        }\n"
            "\n\n\n"
            "  if( x ) return ;\n"
            "      after( ) ;\n"
            "   }\n");
}

TEST(Formatting, FirstStatementOfABindingsLambda) {
  EXPECT_EQ(guard("void f(nb::module_ &m) {\n"
                  "  nb::class_<Foo>(m, \"Foo\")\n"
                  "      .def(\n"
                  "          \"walk\",\n"
                  "          [](Foo &self, nb::object callback) {\n"
                  "            [[mlirWalk(self);]]\n"
                  "          },\n"
                  "          \"doc\")\n"
                  "      .def(\"other\",   [](Foo &self) { return   1; });\n"
                  "}\n"),
            "void f(nb::module_ &m) {\n"
            "  nb::class_<Foo>(m, \"Foo\")\n"
            "      .def(\n"
            "          \"walk\",\n"
            "          [](Foo &self, nb::object callback) {\n"
            "            {\n"
            "              nb::gil_scoped_release release;\n"
            "              mlirWalk(self);\n"
            "            }\n"
            "          },\n"
            "          \"doc\")\n"
            "      .def(\"other\",   [](Foo &self) { return   1; });\n"
            "}\n");
}

TEST(Formatting, BodiesWithoutBraces) {
  EXPECT_EQ(guard("void f() {\n"
                  "  if (x)\n"
                  "    [[call();]]\n"
                  "  for (;;)\n"
                  "    if (y)\n"
                  "      [[call();]]\n"
                  "    else\n"
                  "      [[other();]]\n"
                  "  if (z) return;\n"
                  "}\n"),
            "void f() {\n"
            "  if (x) {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  }\n"
            "  for (;;)\n"
            "    if (y) {\n"
            "      nb::gil_scoped_release release;\n"
            "      call();\n"
            "    } else {\n"
            "      nb::gil_scoped_release release;\n"
            "      other();\n"
            "    }\n"
            "  if (z) return;\n"
            "}\n");
}

TEST(Formatting, CasesAndLabels) {
  EXPECT_EQ(guard("void f() {\n"
                  "  switch (x) {\n"
                  "  case 1:\n"
                  "    [[call();]]\n"
                  "    break;\n"
                  "  case 2: [[call();]] break;\n"
                  "  }\n"
                  "}\n"),
            "void f() {\n"
            "  switch (x) {\n"
            "  case 1: {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  } break;\n"
            "  case 2: {\n"
            "    nb::gil_scoped_release release;\n"
            "    call();\n"
            "  } break;\n"
            "  }\n"
            "}\n");
}

TEST(Formatting, AWholeStatementOfManyLinesMoves) {
  EXPECT_EQ(guard("void f() {\n"
                  "  [[mlirOperationWalk(\n"
                  "      self, [](MlirOperation op, void *data) {\n"
                  "        // A comment that is exactly as long as a line may "
                  "be, no longer.\n"
                  "        return MlirWalkResultAdvance; // End.\n"
                  "      },\n"
                  "      &callback, MlirWalkPostOrder);]]\n"
                  "}\n"),
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    mlirOperationWalk(\n"
            "        self,\n"
            "        [](MlirOperation op, void *data) {\n"
            "          // A comment that is exactly as long as a line may be, "
            "no longer.\n"
            "          return MlirWalkResultAdvance; // End.\n"
            "        },\n"
            "        &callback, MlirWalkPostOrder);\n"
            "  }\n"
            "}\n");
}

TEST(Formatting, CommentsAreNotReflowed) {
  std::string Long = "// A comment that is longer than a line may be, and that "
                     "goes on and on, to no end.";
  EXPECT_EQ(guard("void f() {\n"
                  "  " +
                  Long +
                  "\n"
                  "  // Another.\n"
                  "  [[call(); " +
                  Long +
                  "\n"
                  "  other();]]\n"
                  "  " +
                  Long +
                  "\n"
                  "}\n"),
            "void f() {\n"
            "  " +
                Long +
                "\n"
                "  // Another.\n"
                "  {\n"
                "    nb::gil_scoped_release release;\n"
                "    call(); " +
                Long +
                "\n"
                "    other();\n"
                "  }\n"
                "  " +
                Long +
                "\n"
                "}\n");
}

/// The statement marked in \p Source replaced by \p Text.
std::string replaced(StringRef Source, StringRef Text,
                     StringRef Style = "BasedOnStyle: LLVM\n") {
  Marked M(Source);
  OneFile F(M.Text, Style);
  FileChange C;
  C.File = F.File;
  auto [Begin, End] = M.Statements.front();
  C.Edits = {{Begin, End - Begin, Text.str()}};
  return F.after(C);
}

TEST(Formatting, CallsInLambdas) {
  EXPECT_EQ(
      replaced("int f() {\n  return [[call(x)]];\n}\n",
               "[&] { nb::gil_scoped_release release; return call(x); }()"),
      "int f() {\n"
      "  return [&] {\n"
      "    nb::gil_scoped_release release;\n"
      "    return call(x);\n"
      "  }();\n"
      "}\n");
  EXPECT_EQ(
      replaced("void f() {\n  if ([[call(x)]]) return;\n  g( );\n}\n",
               "[&] { nb::gil_scoped_release release; return call(x); }()"),
      "void f() {\n"
      "  if ([&] {\n"
      "        nb::gil_scoped_release release;\n"
      "        return call(x);\n"
      "      }())\n"
      "    return;\n"
      "  g( );\n"
      "}\n");
}

TEST(Formatting, HoistedArguments) {
  EXPECT_EQ(
      replaced("void f() {\n  [[walk(self, str(name));]]\n}\n",
               "mlir::MlirStringRef hoisted = str(name);\n{\n"
               "nb::gil_scoped_release release;\nwalk(self, hoisted);\n}"),
      "void f() {\n"
      "  mlir::MlirStringRef hoisted = str(name);\n"
      "  {\n"
      "    nb::gil_scoped_release release;\n"
      "    walk(self, hoisted);\n"
      "  }\n"
      "}\n");
}

TEST(Formatting, MacrosAndDirectivesAround) {
  EXPECT_EQ(guard("#define M(x)   \\\n"
                  "   call( x )\n"
                  "void f() {\n"
                  "#if  A\n"
                  "  [[call(1);]]\n"
                  "#else\n"
                  "   call( 2 );\n"
                  "#endif\n"
                  "  M( 1 )\n"
                  "  [[call(3);]]\n"
                  "}\n"),
            "#define M(x)   \\\n"
            "   call( x )\n"
            "void f() {\n"
            "#if  A\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call(1);\n"
            "  }\n"
            "#else\n"
            "   call( 2 );\n"
            "#endif\n"
            "  M( 1 ) {\n" // To clang-format it is a function's head.
            "    nb::gil_scoped_release release;\n"
            "    call(3);\n"
            "  }\n"
            "}\n");
}

const char *const Plain = "void f() {\n    [[call( a, b);]]\n}\n";

TEST(Formatting, TheStyleOfTheFolder) {
  EXPECT_EQ(guard(Plain, "BasedOnStyle: Google\nIndentWidth: 4\n"),
            "void f() {\n"
            "    {\n"
            "        nb::gil_scoped_release release;\n"
            "        call(a, b);\n"
            "    }\n"
            "}\n");
  EXPECT_EQ(guard(Plain, "BasedOnStyle: LLVM\nSpacesInParens: Custom\n"
                         "SpacesInParensOptions: {Other: true}\n"),
            "void f() {\n"
            "  {\n"
            "    nb::gil_scoped_release release;\n"
            "    call( a, b );\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(guard("void f()\n{\n\tif (x)\n\t\t[[call( a);]]\n}\n",
                  "BasedOnStyle: LLVM\nUseTab: Always\nIndentWidth: 8\n"
                  "BreakBeforeBraces: Allman\n"),
            "void f()\n"
            "{\n"
            "\tif (x)\n"
            "\t{\n"
            "\t\tnb::gil_scoped_release release;\n"
            "\t\tcall(a);\n"
            "\t}\n"
            "}\n");
}

TEST(Formatting, NoStyleLooksLikeTheFile) {
  // IndentWidth, line breaks and the side of "*" are the file's own.
  std::string Long(90, 'x');
  for (StringRef Style : {"", "DisableFormat: true\n"}) {
    EXPECT_EQ(guard("void f(int* a) {\n"
                    "    int* b = a;\n"
                    "    [[int*  c = " +
                        Long +
                        ";]]\n"
                        "}\n",
                    Style),
              "void f(int* a) {\n"
              "    int* b = a;\n"
              "    {\n"
              "        nb::gil_scoped_release release;\n"
              "        int* c = " +
                  Long +
                  ";\n"
                  "    }\n"
                  "}\n");
    EXPECT_EQ(guard("void f() {\n\tif (x) {\n\t\t[[call();]]\n\t}\n}\n", Style),
              "void f() {\n"
              "\tif (x) {\n"
              "\t\t{\n"
              "\t\t\tnb::gil_scoped_release release;\n"
              "\t\t\tcall();\n"
              "\t\t}\n"
              "\t}\n"
              "}\n");
    EXPECT_EQ(replaced("int f() {\n    return [[call(x)]];\n}\n",
                       "[&] {\nnb::gil_scoped_release r;\nreturn call(x);\n}()",
                       Style),
              "int f() {\n"
              "    return [&] {\n"
              "        nb::gil_scoped_release r;\n"
              "        return call(x);\n"
              "    }();\n"
              "}\n");
  }
}

TEST(Formatting, AStyleThatCannotBeReadIsNoFailure) {
  Marked M(Plain);
  OneFile F(M.Text, "BasedOnStyle: Future\n");
  auto Edited = applyChanges(guarded(F.File, M), readFile);
  ASSERT_TRUE(bool(Edited)) << llvm::toString(Edited.takeError());
  EXPECT_THAT(Edited->front().StyleProblem, HasSubstr(".clang-format"));
  EXPECT_EQ(Edited->front().After, "void f() {\n"
                                   "    {\n"
                                   "        nb::gil_scoped_release release;\n"
                                   "        call(a, b);\n"
                                   "    }\n"
                                   "}\n");
  OneFile G(M.Text, "BasedOnStyle: LLVM\nOfTheFuture: true\n");
  Edited = applyChanges(guarded(G.File, M), readFile);
  ASSERT_TRUE(bool(Edited));
  EXPECT_EQ(Edited->front().StyleProblem, "");
}

TEST(Formatting, CodeThatIsNotFormattedGetsPlainLines) {
  EXPECT_EQ(guard("void f() {\n"
                  "    // clang-format off\n"
                  "    [[call( a );]]\n"
                  "    // clang-format on\n"
                  "}\n"),
            "void f() {\n"
            "    // clang-format off\n"
            "    {\n"
            "    nb::gil_scoped_release release;\n"
            "    call( a );\n"
            "    }\n"
            "    // clang-format on\n"
            "}\n");
}

TEST(Formatting, ALayoutByHandIsFollowed) {
  EXPECT_EQ(guard("void f(nb::module_ &m) {\n"
                  "  m.def(\"f\",\n"
                  "      [](Foo &self) {\n"
                  "        [[call(self);]]\n"
                  "        return self;\n"
                  "      }, \"doc\");\n"
                  "}\n"),
            "void f(nb::module_ &m) {\n"
            "  m.def(\"f\",\n"
            "      [](Foo &self) {\n"
            "        {\n"
            "          nb::gil_scoped_release release;\n"
            "          call(self);\n"
            "        }\n"
            "        return self;\n"
            "      }, \"doc\");\n"
            "}\n");
}

TEST(Formatting, OptionsThatMoveTokensAreOff) {
  const char *Source = "using b::x; using a::y;\n"
                       "int const f() {\n"
                       "  if (x) {\n"
                       "    [[call();;]]\n"
                       "  }\n"
                       "  if (y)\n"
                       "    return ((1));\n"
                       "}\n";
  std::string Expected = "using b::x; using a::y;\n"
                         "int const f() {\n"
                         "  if (x) {\n"
                         "    {\n"
                         "      nb::gil_scoped_release release;\n"
                         "      call();\n"
                         "      ;\n"
                         "    }\n"
                         "  }\n"
                         "  if (y)\n"
                         "    return ((1));\n"
                         "}\n";
  EXPECT_EQ(guard(Source, "BasedOnStyle: LLVM\n"
                          "RemoveBracesLLVM: true\n"
                          "InsertBraces: true\n"
                          "QualifierAlignment: Left\n"
                          "RemoveParentheses: ReturnStatement\n"
                          "RemoveSemicolon: true\n"
                          "SeparateDefinitionBlocks: Always\n"),
            Expected);
}

} // namespace
