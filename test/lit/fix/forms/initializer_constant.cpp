// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A constant cannot move, and the members behind it are not alive.
// RUN: %refused
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}
// CHECK: note: no fix: it only works together with initializer_constant.cpp:[[#LINE:]]: the call initialises a member before 'number' is alive, and cannot be moved into the body

struct Constant {
  Constant() : result(workResult()), number(1) {}
  const int result;
  int number;
};
// CHECK: initializer_constant.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix: the call initialises a member before 'number' is alive, and cannot be moved into the body

PYBIND11_MODULE(initializer_constant, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  py::class_<Constant>(m, "Constant").def(py::init<>());
}
