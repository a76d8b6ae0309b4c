// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# No edit in a macro: it may mean something else elsewhere.
// RUN: %refused
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

#define CHECKED(x) do { if ((x) != 0) return 1; } while (0)
#define WAIT workWait()
#define PYTHON(x) { x; }

static void task(void *) {
  PYTHON(PyErr_CheckSignals())
}

static int argument(py::object done) {
  CHECKED(workResult());
  done();
  return 0;
}
// CHECK: macros.cpp:[[#LINE:]]:{{[0-9]+}}: error: 'workResult'
// CHECK: macros.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix: the call is in a macro expansion

static void body(py::object done) {
  WAIT;
  done();
}
// CHECK: macros.cpp:[[#LINE:]]:{{[0-9]+}}: error: 'workWait'
// CHECK: macros.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix: the call is in a macro expansion

PYBIND11_MODULE(macros, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("argument", &argument);
  m.def("body", &body);
}
