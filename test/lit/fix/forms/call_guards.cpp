// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Where the file has call guards, a function that needs no GIL at all gets one.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

void alone() { workWait(); }

int withArguments(int number) {
  if (number < 0)
    return 0;
  int result = workNumbered(number, nullptr);
  return result + workResult();
}

//# It touches Python.
void busy(py::object done) {
  workWait();
  done();
}
//      CHECK:void busy(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

//# It is bound twice.
void twice() {
  workWait();
}
//      CHECK:void twice() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workWait();
// CHECK-NEXT:}

//# Others call it, too.
int shared() {
  return workResult();
}
//      CHECK:int shared() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workResult();
// CHECK-NEXT:}

int caller() {
  return shared() + workSize();
}

PYBIND11_MODULE(call_guards, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("bound", &workWait, py::call_guard<py::gil_scoped_release>());
  m.def("alone", &alone);
  m.def("with_arguments", &withArguments, py::arg("number"));
  m.def("lambda", [](int number) { return workNumbered(number, nullptr); });
  m.def("busy", &busy);
  m.def("twice", &twice);
  m.def("again", &twice);
  m.def("shared", &shared);
  m.def("caller", &caller);
}
//      CHECK:PYBIND11_MODULE(call_guards, m) {
// CHECK-NEXT:  m.def("submit", [] { workSubmit(task, nullptr); });
// CHECK-NEXT:  m.def("bound", &workWait, py::call_guard<py::gil_scoped_release>());
// CHECK-NEXT:  m.def("alone", &alone, py::call_guard<py::gil_scoped_release>());
// CHECK-NEXT:  m.def("with_arguments", &withArguments, py::arg("number"),
// CHECK-NEXT:        py::call_guard<py::gil_scoped_release>());
// CHECK-NEXT:  m.def(
// CHECK-NEXT:      "lambda", [](int number) { return workNumbered(number, nullptr); },
// CHECK-NEXT:      py::call_guard<py::gil_scoped_release>());
// CHECK-NEXT:  m.def("busy", &busy);
// CHECK-NEXT:  m.def("twice", &twice);
// CHECK-NEXT:  m.def("again", &twice);
// CHECK-NEXT:  m.def("shared", &shared);
// CHECK-NEXT:  m.def("caller", &caller);
// CHECK-NEXT:}
