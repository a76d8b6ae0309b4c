// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A release that covers Python: what waits is released anew, or it ends earlier.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

void argument(py::object o) {
  py::gil_scoped_release nogil;
  workNumbered(py::cast<int>(o), nullptr);
}
//      CHECK:void argument(py::object o) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  py::gil_scoped_release nogil;
// CHECK-NEXT:  workNumbered(number, nullptr);
// CHECK-NEXT:}

void behind(py::object done) {
  // Others may run.
  py::gil_scoped_release nogil;
  workWait();
  done();
}
//      CHECK:void behind(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    // Others may run.
// CHECK-NEXT:    py::gil_scoped_release nogil;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void inABlock(py::object done) {
  {
    py::gil_scoped_release nogil;
    workWait();
    done();
    workWait();
  }
  done();
}
//      CHECK:void inABlock(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release nogil;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release nogil;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

int result(py::object o) {
  py::gil_scoped_release nogil;
  int number = workResult();
  return number + py::cast<int>(o);
}
//      CHECK:int result(py::object o) {
// CHECK-NEXT:  int number;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release nogil;
// CHECK-NEXT:    number = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  return number + py::cast<int>(o);
// CHECK-NEXT:}

//# Nobody knows what it is for, but it can end earlier.
double computed(double x, py::object done) {
  py::gil_scoped_release nogil;
  for (int i = 0; i < 100; ++i)
    x = x * x + 1;
  done(x);
  return x;
}
//      CHECK:double computed(double x, py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release nogil;
// CHECK-NEXT:    for (int i = 0; i < 100; ++i)
// CHECK-NEXT:      x = x * x + 1;
// CHECK-NEXT:  }
// CHECK-NEXT:  done(x);
// CHECK-NEXT:  return x;
// CHECK-NEXT:}

PYBIND11_MODULE(regions, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("argument", &argument);
  m.def("behind", &behind);
  m.def("in_a_block", &inABlock);
  m.def("result", &result);
  m.def("computed", &computed);
}
