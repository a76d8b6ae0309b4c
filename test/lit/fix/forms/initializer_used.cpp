// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A member that a later initialiser reads stays before it.
// RUN: %refused
//# The tool moves it: the other reads a member that has no value yet.
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}

struct Used {
  Used() : result(workResult()), twice(2 * result) {}
  int result;
  int twice;
};
// CHECK: note: no fix: the call initialises a member before 'twice' is alive, and cannot be moved into the body

PYBIND11_MODULE(initializer_used, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  py::class_<Used>(m, "Used").def(py::init<>());
}
