// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Another configuration may have more code around the statement: it stays one
//# statement, and nothing else gets into the released region.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

//# An acquire may come earlier.
static void first(void *) {
#ifdef FAST
  if (Py_IsInitialized())
#endif
    PyErr_CheckSignals();
}
//      CHECK:static void first(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  if (Py_IsInitialized())
// CHECK-NEXT:#endif
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:}

static void under(void *) {
  int calls = 0;
#ifndef FAST
  ++calls;
  PyErr_CheckSignals();
#endif
  if (calls)
    PyErr_Clear();
}
//      CHECK:static void under(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  int calls = 0;
// CHECK-NEXT:#ifndef FAST
// CHECK-NEXT:  ++calls;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:#endif
// CHECK-NEXT:  if (calls)
// CHECK-NEXT:    PyErr_Clear();
// CHECK-NEXT:}

static int calls;
static void second(void *) {
  if (calls < 0)
    return;
  ++calls;
#ifdef FAST
  if (calls > 1)
#endif
    PyErr_CheckSignals();
}
//      CHECK:static void second(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire gil;
// CHECK-NEXT:  if (calls < 0)
// CHECK-NEXT:    return;
// CHECK-NEXT:  ++calls;
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  if (calls > 1)
// CHECK-NEXT:#endif
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:}

void statement(int k) {
#ifdef FAST
  if (k > 0)
#endif
    workWait();
  k += 1;
}
//      CHECK:void statement(int k) {
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  if (k > 0)
// CHECK-NEXT:#endif
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  k += 1;
// CHECK-NEXT:}

int returned(int k) {
#ifdef FAST
  if (k > 0)
    k += 2;
  else
#endif
    return workNamed("k");
  return k;
}
//      CHECK:int returned(int k) {
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  if (k > 0)
// CHECK-NEXT:    k += 2;
// CHECK-NEXT:  else
// CHECK-NEXT:#endif
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNamed("k");
// CHECK-NEXT:  }
// CHECK-NEXT:  return k;
// CHECK-NEXT:}

int declared(int k, py::object done) {
#ifdef FAST
  k += 1;
#endif
  int r = workNamed("k");
  done(r);
  return k;
}
//      CHECK:int declared(int k, py::object done) {
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  k += 1;
// CHECK-NEXT:#endif
// CHECK-NEXT:  int r = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNamed("k");
// CHECK-NEXT:  }();
// CHECK-NEXT:  done(r);
// CHECK-NEXT:  return k;
// CHECK-NEXT:}

int condition(int k, py::object done) {
#ifdef FAST
  if (k > 0)
#endif
    if (workResult())
      done(k);
  return k;
}
//      CHECK:int condition(int k, py::object done) {
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  if (k > 0)
// CHECK-NEXT:#endif
// CHECK-NEXT:    if ([&] {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          return workResult();
// CHECK-NEXT:        }())
// CHECK-NEXT:      done(k);
// CHECK-NEXT:  return k;
// CHECK-NEXT:}

void behind() {
  workWait();
#ifdef FAST
  PyErr_CheckSignals();
#endif
}
//      CHECK:void behind() {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:#ifdef FAST
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:#endif
// CHECK-NEXT:}

PYBIND11_MODULE(preprocessor, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("first", [] { workSubmit(first, nullptr); });
  m.def("under", [] { workSubmit(under, nullptr); });
  m.def("second", [] { workSubmit(second, nullptr); });
  m.def("statement", &statement);
  m.def("returned", &returned);
  m.def("declared", &declared);
  m.def("condition", &condition);
  m.def("behind", &behind);
}
