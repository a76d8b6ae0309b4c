// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A region of which nobody knows what it is for stays, if it cannot end earlier.
// RUN: %refused
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

void first(py::object done) {
  py::gil_scoped_release nogil;
  done();
  workSize();
}
// CHECK: regions_unknown.cpp:[[#LINE:]]:{{[0-9]+}}: error:
// CHECK: regions_unknown.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix: what the release is there for is not known

//# The name is used behind the guard.
void declares(py::object done) {
  py::gil_scoped_release nogil;
  int size = workSize();
  done(size);
}
// CHECK: regions_unknown.cpp:[[#LINE:]]:{{[0-9]+}}: error:
// CHECK: regions_unknown.cpp:[[#LINE]]:{{[0-9]+}}: note: no fix:

PYBIND11_MODULE(regions_unknown, m) {
  m.def("first", &first);
  m.def("declares", &declares);
}
