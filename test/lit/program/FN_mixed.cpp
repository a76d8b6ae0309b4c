// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Python operation whose state depends on the path is no finding, but should
// be counted: "1 unresolved", and a remark at Py_INCREF. It is not, today.
//
// REQUIRES: pybind11
// RUN: gil-audit --root=%S --show-unresolved --model=%S/../cases/pool.model.json %s -- -I%S/../cases %pybind11 \
// RUN:   | FileCheck %s --implicit-check-not=remark: --implicit-check-not=unresolved
// CHECK: gil-audit: nothing found in 1 translation unit;

#include "pool.h"
#include <optional>
#include <pybind11/pybind11.h>

namespace py = pybind11;

// On one path with the GIL, on the other one as the caller has it.
static void mixed(void *user) {
  std::optional<py::gil_scoped_acquire> gil;
  if (poolSize())
    gil.emplace();
  Py_INCREF(static_cast<PyObject *>(user));
}

PYBIND11_MODULE(mixed_state, m) {
  m.def("submit", [](py::object f) { poolSubmit(mixed, f.release().ptr()); });
}
