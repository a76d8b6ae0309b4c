// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# What gives data back may run at exit: it asks first, as the file does.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void asks(void *user) {
  if (!Py_IsInitialized())
    return;
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user)).dec_ref();
}

static void asksNot(void *user) {
  py::handle(static_cast<PyObject *>(user)).dec_ref();
}
//      CHECK:static void asksNot(void *user) {
// CHECK-NEXT:  if (!Py_IsInitialized())
// CHECK-NEXT:    return;
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  py::handle(static_cast<PyObject *>(user)).dec_ref();
// CHECK-NEXT:}

//# A task does not run when Python is gone.
static void task(void *) {
  PyErr_CheckSignals();
}
//      CHECK:static void task(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

PYBIND11_MODULE(finalisation, m) {
  m.def("submit", [](py::object f) {
    workSubmit(task, nullptr);
    workOnDrop(asks, f.inc_ref().ptr());
    workOnDrop(asksNot, f.inc_ref().ptr());
  });
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
  m.def("stop", &workStop, py::call_guard<py::gil_scoped_release>());
}
