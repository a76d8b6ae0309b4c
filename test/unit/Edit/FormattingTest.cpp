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

} // namespace
