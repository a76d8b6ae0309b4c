// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# What a comment takes responsibility for stays as it is, and its comment with
//# it.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

//# No block grows over it.
void before(py::object done) {
  workWait();
  // gil-audit: allow(gil-held-across-wait) -- nobody else is there yet
  workWait();
  done();
}
//      CHECK:void before(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  // gil-audit: allow(gil-held-across-wait) -- nobody else is there yet
// CHECK-NEXT:  workWait();
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void after(py::object done) {
  // NOLINTNEXTLINE(gil-audit-gil-held-across-wait)
  workWait();
  workWait();
  done();
}
//      CHECK:void after(py::object done) {
// CHECK-NEXT:  // NOLINTNEXTLINE(gil-audit-gil-held-across-wait)
// CHECK-NEXT:  workWait();
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

// gil-audit: allow(gil-held-across-wait) -- called once, at the start
void all(py::object done) {
  workWait();
  done();
}
//      CHECK:void all(py::object done) {
// CHECK-NEXT:  workWait();
// CHECK-NEXT:  done();
// CHECK-NEXT:}

PYBIND11_MODULE(suppressed, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("before", &before);
  m.def("after", &after);
  m.def("all", &all);
}
