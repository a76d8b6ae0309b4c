// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A static's lock is held while its initialiser takes the GIL back.
// RUN: %refused
//# Moved out of a static's initialiser the release deadlocks with the lock of the static.
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

//# A second thread that comes here waits for the first, and holds the GIL.
py::object kept() {
  static int result = workResult();
  return py::int_(result);
}
// CHECK: static_local.cpp:{{[0-9]+}}:{{[0-9]+}}: note: no fix: {{.*}}static

PYBIND11_MODULE(static_local, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("kept", &kept);
}
