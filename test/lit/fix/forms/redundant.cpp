// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Guards that nothing needs go, with their comments and their braces.
// RUN: %fixed --pedantic
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

int released(py::object o) {
  {
    // Not needed.
    py::gil_scoped_release nogil;
    workSize();
  }
  return workSize() + py::cast<int>(o);
}
//      CHECK:int released(py::object o) {
// CHECK-NEXT:  workSize();
// CHECK-NEXT:  return workSize() + py::cast<int>(o);
// CHECK-NEXT:}

int scoped(py::object o) {
  {
    py::gil_scoped_release nogil;
    int size = workSize();
    (void)size;
  }
  return py::cast<int>(o);
}
//      CHECK:int scoped(py::object o) {
// CHECK-NEXT:  {
// CHECK-NEXT:    int size = workSize();
// CHECK-NEXT:    (void)size;
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::cast<int>(o);
// CHECK-NEXT:}

void acquired(py::object done) {
  py::gil_scoped_acquire gil;
  done();
}
//      CHECK:void acquired(py::object done) {
// CHECK-NEXT:  done();
// CHECK-NEXT:}

PYBIND11_MODULE(redundant, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("released", &released);
  m.def("scoped", &scoped);
  m.def("acquired", &acquired);
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
}
