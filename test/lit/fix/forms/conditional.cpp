// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# The GIL is released only where the condition holds.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed --fix-style=conditional --fix-condition=workSize()
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}

int last() {
  return workResult();
}

py::object block(py::object done) {
  workWait();
  int result = workResult();
  done();
  return py::int_(result);
}

py::object condition() {
  if (workResult())
    return py::int_(1);
  return py::int_(0);
}

PYBIND11_MODULE(conditional, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("last", &last);
  m.def("block", &block);
  m.def("condition", &condition);
}
