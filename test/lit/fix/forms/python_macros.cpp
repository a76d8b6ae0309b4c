// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Py_DECREF is a macro of Python.h; a guard before its statement is in none.
// RUN: %fixed
//# It is refused: the first operation is in a macro.
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void drop(void *user) {
  Py_DECREF(static_cast<PyObject *>(user));
}
//      CHECK:static void drop(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  Py_DECREF(static_cast<PyObject *>(user));
// CHECK-NEXT:}

static void call(void *user) {
  if (!user)
    return;
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
}
//      CHECK:static void call(void *user) {
// CHECK-NEXT:  if (!user)
// CHECK-NEXT:    return;
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
// CHECK-NEXT:}

PYBIND11_MODULE(python_macros, m) {
  m.def("submit", [](py::object f) {
    workSubmit(drop, f.inc_ref().ptr());
    workSubmit(call, f.inc_ref().ptr());
  });
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
}
