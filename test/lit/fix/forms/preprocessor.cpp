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
  m.def("statement", &statement);
  m.def("returned", &returned);
  m.def("declared", &declared);
  m.def("condition", &condition);
  m.def("behind", &behind);
}
