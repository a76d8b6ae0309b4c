//===- FormattingTest.cpp - Touched lines, and no others ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "gmock/gmock.h"

using namespace gilaudit;
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

} // namespace
