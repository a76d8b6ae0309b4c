// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Where the file never asks, what gives data back just takes the GIL.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void drop(void *user) {
  py::handle(static_cast<PyObject *>(user)).dec_ref();
}
//      CHECK:static void drop(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  py::handle(static_cast<PyObject *>(user)).dec_ref();
// CHECK-NEXT:}

PYBIND11_MODULE(no_finalisation, m) {
  m.def("submit", [](py::object f) { workOnDrop(drop, f.inc_ref().ptr()); });
  m.def("stop", &workStop, py::call_guard<py::gil_scoped_release>());
}
