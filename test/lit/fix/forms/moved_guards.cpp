// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A guard that comes too late or ends too early is moved, not doubled.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void late(void *) {
  PyErr_Clear();
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}
//      CHECK:static void late(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

static void lateWithComment(void *) {
  PyErr_Clear();
  // Python runs below,
  // and needs the GIL.
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}
//      CHECK:static void lateWithComment(void *) {
// CHECK-NEXT:  // Python runs below,
// CHECK-NEXT:  // and needs the GIL.
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

static void inABlock(void *) {
  PyErr_Clear();
  {
    // Python runs below.
    py::gil_scoped_acquire gil;
    PyErr_CheckSignals();
  }
}
//      CHECK:static void inABlock(void *) {
// CHECK-NEXT:  // Python runs below.
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

//# The braces are the scope of a name, too.
static void inAScope(void *) {
  PyErr_Clear();
  {
    py::gil_scoped_acquire gil;
    int result = PyErr_CheckSignals();
    (void)result;
  }
  int result = workSize();
  (void)result;
}
//      CHECK:static void inAScope(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  {
// CHECK-NEXT:    int result = PyErr_CheckSignals();
// CHECK-NEXT:    (void)result;
// CHECK-NEXT:  }
// CHECK-NEXT:  int result = workSize();
// CHECK-NEXT:  (void)result;
// CHECK-NEXT:}

static void inTwoBlocks(void *) {
  PyErr_Clear();
  {
    py::gil_scoped_acquire gil;
    PyErr_CheckSignals();
  }
  {
    py::gil_scoped_acquire gil;
    PyErr_CheckSignals();
  }
}
//      CHECK:static void inTwoBlocks(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

static void inABranch(void *user) {
  PyErr_Clear();
  if (user) {
    py::gil_scoped_acquire gil;
    PyErr_CheckSignals();
  }
}
//      CHECK:static void inABranch(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  PyErr_Clear();
// CHECK-NEXT:  if (user) {
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  }
// CHECK-NEXT:}

static void objectOutlives(void *user) {
  py::object o;
  {
    py::gil_scoped_acquire gil;
    o = py::str("text");
    PyErr_CheckSignals();
  }
}
//      CHECK:static void objectOutlives(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  py::object o;
// CHECK-NEXT:  o = py::str("text");
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

PYBIND11_MODULE(moved_guards, m) {
  m.def("submit", [] {
    workSubmit(late, nullptr);
    workSubmit(lateWithComment, nullptr);
    workSubmit(inABlock, nullptr);
    workSubmit(inAScope, nullptr);
    workSubmit(inTwoBlocks, nullptr);
    workSubmit(inABranch, nullptr);
    workSubmit(objectOutlives, nullptr);
  });
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
}
