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

void behind(py::object done) {
  // Others may run.
  py::gil_scoped_release nogil;
  workWait();
  done();
}

void inABlock(py::object done) {
  {
    py::gil_scoped_release nogil;
    workWait();
    done();
    workWait();
  }
  done();
}

int result(py::object o) {
  py::gil_scoped_release nogil;
  int number = workResult();
  return number + py::cast<int>(o);
}

//# Nobody knows what it is for, but it can end earlier.
double computed(double x, py::object done) {
  py::gil_scoped_release nogil;
  for (int i = 0; i < 100; ++i)
    x = x * x + 1;
  done(x);
  return x;
}

PYBIND11_MODULE(regions, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("argument", &argument);
  m.def("behind", &behind);
  m.def("in_a_block", &inABlock);
  m.def("result", &result);
  m.def("computed", &computed);
}
