// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# One instance has to release, another may not: the text cannot do both.
// RUN: %refused
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

template <typename T> T result() {
  return T(workResult());
}
// CHECK: templates_disagree.cpp:[[#LINE:]]:{{[0-9]+}}: error: 'workResult'
// CHECK: templates_disagree.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix: instances of the template disagree

double released() {
  py::gil_scoped_release release;
  return result<double>();
}

PYBIND11_MODULE(templates_disagree, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("held", &result<int>);
  m.def("released", &released);
}
