//===- NarrowTest.cpp - Released regions, and guards that go --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;

namespace {

TEST_F(Fix, WhatWaitsInARegionIsReleasedAnew) {
  EXPECT_THAT(fixed(program("void call() {\n  nb::gil_scoped_release nogil;\n"
                            "  apiWait();\n  nb::str s(\"y\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release nogil;\n"
                        "    apiWait();\n  }\n  nb::str s(\"y\");\n"));
}

TEST_F(Fix, ABlockThatLosesItsBracesHasNoOpenGuard) {
  EXPECT_THAT(fixed(program("void use(nb::str);\nvoid call() {\n  {\n"
                            "    nb::gil_scoped_release nogil;\n"
                            "    apiWait();\n    use(nb::str(\"y\"));\n"
                            "    apiWait();\n  }\n  nb::str s(\"z\");\n}")),
              HasSubstr("  {\n    nb::gil_scoped_release nogil;\n"
                        "    apiWait();\n  }\n  use(nb::str(\"y\"));\n"
                        "  {\n    nb::gil_scoped_release nogil;\n"
                        "    apiWait();\n  }\n  nb::str s(\"z\");\n"));
}

TEST_F(Fix, AnotherRegionEndsEarlier) {
  EXPECT_THAT(
      fixed(program("void call(int n) {\n  nb::gil_scoped_release nogil;\n"
                    "  n *= n;\n  nb::str s(\"y\");\n}")),
      HasSubstr("  {\n    nb::gil_scoped_release nogil;\n"
                "    n *= n;\n  }\n  nb::str s(\"y\");\n"));
}

TEST_F(Fix, ARegionThatBeginsWithPythonStays) {
  EXPECT_THAT(fixed(program("void call() {\n  nb::gil_scoped_release nogil;\n"
                            "  nb::str s(\"y\");\n}")),
              HasSubstr("what the release is there for is not known"));
}

TEST_F(Fix, ATokenIsNoGuardVariable) {
  EXPECT_THAT(
      fixed(program("void call() {\n"
                    "  PyThreadState *s = PyEval_SaveThread();\n"
                    "  nb::str t(\"y\");\n  PyEval_RestoreThread(s);\n}")),
      HasSubstr("the release is no guard variable"));
}

} // namespace
