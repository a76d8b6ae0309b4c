//===- FormsTest.cpp - The forms of a release
//---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;

namespace {

TEST_F(Fix, ALineWhereNothingBusyFollows) {
  EXPECT_THAT(fixed(program("int call() {\n  return apiWait();\n}")),
              HasSubstr("int call() {\n  nb::gil_scoped_release release;\n"
                        "  return apiWait();\n}"));
}

TEST_F(Fix, ABlockWhereSomethingDoes) {
  EXPECT_THAT(
      fixed(program("void call() {\n  apiWait();\n  nb::str s(\"y\");\n}")),
      HasSubstr("  {\n    nb::gil_scoped_release release;\n"
                "    apiWait();\n  }\n  nb::str s(\"y\");\n"));
}

TEST_F(Fix, AdjacentCallsShareABlock) {
  EXPECT_THAT(fixed(program("void call() {\n  apiWait();\n  apiWait();\n"
                            "  nb::str s(\"y\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release release;\n"
                        "    apiWait();\n    apiWait();\n  }\n"));
}

TEST_F(Fix, ADeclarationIsParted) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("  int n;\n  {\n    nb::gil_scoped_release release;\n"
                        "    n = apiWait();\n  }\n"));
}

TEST_F(Fix, AConstantIsNot) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  const int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("  const int n = [&] {\n"
                        "    nb::gil_scoped_release release;\n"
                        "    return apiWait();\n  }();\n"));
}

TEST_F(Fix, TheInitialiserOfAStaticHasALock) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  static int n = apiWait();\n"
                            "  return nb::str(n ? \"a\" : \"b\");\n}")),
              HasSubstr("static variable, which has a lock of its own"));
}

TEST_F(Fix, AConditionIsHoisted) {
  EXPECT_THAT(
      fixed(program("nb::str call() {\n  if (apiWait() == 1)\n"
                    "    return nb::str(\"a\");\n"
                    "  return nb::str(\"b\");\n}")),
      HasSubstr("  int result;\n  {\n    nb::gil_scoped_release release;\n"
                "    result = apiWait();\n  }\n  if (result == 1)\n"));
}

TEST_F(Fix, ButNotBeforeSomethingThatHasAnEffect) {
  EXPECT_THAT(fixed(program("int other();\nnb::str call() {\n"
                            "  if (other() && apiWait())\n"
                            "    return nb::str(\"a\");\n"
                            "  return nb::str(\"b\");\n}")),
              HasSubstr("  if (other() && [&] {\n"));
}

TEST_F(Fix, NorInALoop) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  while (apiWait()) {\n  }\n"
                            "  return nb::str(\"b\");\n}")),
              HasSubstr("  while ([&] {\n"));
}

TEST_F(Fix, ABlockTakesAWholeExpression) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  apiWait(), apiWait();\n"
                            "  return nb::str(\"b\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release release;\n"
                        "    apiWait(), apiWait();\n  }\n"));
}

TEST_F(Fix, UnlessItChangesWhatOthersSee) {
  EXPECT_THAT(fixed(program("int sum;\nnb::str call() {\n  sum += apiWait();\n"
                            "  return nb::str(\"b\");\n}")),
              HasSubstr("  sum += [&] {\n"));
}

TEST_F(Fix, NamesAreFreeWhereTheyAreDeclared) {
  std::string Text = fixed(program("nb::str call() {\n  if (apiWait())\n"
                                   "    return nb::str(\"a\");\n"
                                   "  if (apiWait())\n"
                                   "    return nb::str(\"b\");\n"
                                   "  { int release = 1; }\n"
                                   "  return nb::str(\"c\");\n}"));
  EXPECT_THAT(Text, HasSubstr("  int result2;\n"));
  EXPECT_THAT(Text, testing::Not(HasSubstr("release2")));
}

TEST_F(Fix, ButNotAPointerToAFunction) {
  EXPECT_THAT(fixed(program("nb::str call() {\n  if (apiFunction())\n"
                            "    return nb::str(\"a\");\n"
                            "  return nb::str(\"b\");\n}")),
              HasSubstr("  if ([&] {\n"));
}

TEST_F(Fix, WhatNobodyKnowsIsEvaluatedBefore) {
  EXPECT_THAT(
      fixed(program("int (*unknown())();\n"
                    "int call() {\n  return apiNumber(unknown()());\n}")),
      HasSubstr("  int number = unknown()();\n"
                "  nb::gil_scoped_release release;\n"
                "  return apiNumber(number);\n"));
}

} // namespace
