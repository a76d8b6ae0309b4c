//===- StyleTest.cpp - Styles of files ------------------------------------===//
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

const char *const Plain = "void f() {\n    [[call( a, b);]]\n}\n";

TEST(Style, TheStyleOfTheFolder) {
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

TEST(Style, NoStyleLooksLikeTheFile) {
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
    EXPECT_EQ(guard("void f()\n{\n  if (x)\n  {\n    g();\n  }\n  if (y)\n"
                    "    [[call();]]\n}\n",
                    Style),
              "void f()\n"
              "{\n"
              "  if (x)\n"
              "  {\n"
              "    g();\n"
              "  }\n"
              "  if (y)\n"
              "  {\n"
              "    nb::gil_scoped_release release;\n"
              "    call();\n"
              "  }\n"
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

TEST(Style, AStyleThatCannotBeReadIsNoFailure) {
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

TEST(Style, CodeThatIsNotFormattedGetsPlainLines) {
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

TEST(Style, ALayoutByHandIsFollowed) {
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

TEST(Style, OptionsThatMoveTokensAreOff) {
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
