// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What could not be followed is counted, and listed on demand; it is no finding.
//
// REQUIRES: pybind11
// RUN: gil-audit --root=%S --model=%S/../cases/pool.model.json %s -- -I%S/../cases %pybind11 | FileCheck %s --check-prefix=COUNT
// COUNT-NOT: remark:
// COUNT: gil-audit: nothing found in 1 translation unit, 3 unresolved;
// RUN: gil-audit --root=%S --show-unresolved --model=%S/../cases/pool.model.json %s -- -I%S/../cases %pybind11 \
// RUN:   | FileCheck %s --implicit-check-not=remark:

#include "pool.h"
#include <functional>
#include <optional>
#include <pybind11/pybind11.h>

namespace py = pybind11;

PoolTask fromElsewhere();

// On one path with the GIL, on the other one as the caller has it.
static void mixed(void *user) {
  std::optional<py::gil_scoped_acquire> gil;
  if (!PyGILState_Check())
    gil.emplace();
  Py_INCREF(static_cast<PyObject *>(user));
  // CHECK: unresolved.cpp:[[#@LINE-1]]:{{.*}}: remark: not followed:
}

PyObject *submit(PyObject *, PyObject *f) {
  poolSubmit(fromElsewhere(), f);
  // CHECK: unresolved.cpp:[[#@LINE-1]]:{{.*}}: remark: not followed: {{.*}}'poolSubmit'
  poolSubmit(nullptr, f);
  poolSubmit(mixed, f);
  return f;
}

static std::function<void()> *stored;
static void runStored(void *) { (*stored)(); }
// CHECK: unresolved.cpp:[[#@LINE-1]]:{{.*}}: remark: not followed:
void setStored(std::function<void()> *f) {
  stored = f;
  poolSubmit(runStored, nullptr);
}
