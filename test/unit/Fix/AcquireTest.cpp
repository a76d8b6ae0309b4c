//===- AcquireTest.cpp - Where callbacks take the GIL ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;

namespace {

/// A callback with \p Body, which only a released wait runs.
std::string callback(StringRef Body, StringRef Before = "") {
  return (Before + "\nvoid task(void *p) {\n" + Body +
          "}\nvoid init(nb::module_ &m) {\n  apiSubmit(&task);\n"
          "  m.def(\"f\", [] { nb::gil_scoped_release r; apiWait(); });\n}\n")
      .str();
}

TEST_F(Fix, AnAcquireStandsBehindEarlyReturns) {
  EXPECT_THAT(fixed(callback("  if (!p)\n    return;\n  nb::str s(\"x\");\n")),
              HasSubstr("    return;\n  nb::gil_scoped_acquire acquire;\n"
                        "  nb::str s(\"x\");\n}"));
}

TEST_F(Fix, AnAcquireStandsBeforeALoop) {
  EXPECT_THAT(fixed(callback("  for (int i = 0; i < 3; ++i) {\n"
                             "    nb::str s(\"x\");\n  }\n")),
              HasSubstr("  nb::gil_scoped_acquire acquire;\n  for ("));
}

TEST_F(Fix, AnAcquireStandsAboveTheCommentOfItsStatement) {
  EXPECT_THAT(fixed(callback("  // Says x.\n  nb::str s(\"x\");\n")),
              HasSubstr("{\n  nb::gil_scoped_acquire acquire;\n"
                        "  // Says x.\n  nb::str"));
}

TEST_F(Fix, AGuardThatComesTooLateIsMoved) {
  EXPECT_THAT(fixed(callback("  nb::str s(\"x\");\n  {\n"
                             "    nb::gil_scoped_acquire gil;\n"
                             "    nb::str t(\"y\");\n  }\n")),
              HasSubstr("{\n  nb::gil_scoped_acquire gil;\n"
                        "  nb::str s(\"x\");\n"));
}

TEST_F(Fix, ATokenStaysWhereItIs) {
  EXPECT_THAT(fixed(callback("  nb::str s(\"x\");\n"
                             "  PyGILState_STATE t = PyGILState_Ensure();\n"
                             "  nb::str u(\"y\");\n"
                             "  PyGILState_Release(t);\n")),
              HasSubstr("its own 'PyGILState_Ensure' comes too late"));
}

TEST_F(Fix, NoAcquireInAConstexprFunction) {
  EXPECT_THAT(fixed(callback("  helper(0);\n",
                             "constexpr int helper(int n) { return n ? n : "
                             "PyRun_SimpleString(\"x\"); }")),
              HasSubstr("constexpr"));
}

} // namespace
