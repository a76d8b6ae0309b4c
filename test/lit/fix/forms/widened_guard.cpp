// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A guard whose block ends too early is widened.
// RUN: %fixed
//# It gets a second guard behind the block.
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void endsEarly(void *) {
  {
    py::gil_scoped_acquire gil;
    PyErr_CheckSignals();
  }
  PyErr_Clear();
}
//      CHECK:static void endsEarly(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:}

PYBIND11_MODULE(widened_guard, m) {
  m.def("submit", [] { workSubmit(endsEarly, nullptr); });
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
}
