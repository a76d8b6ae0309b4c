// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: temporaries die at the end of the full expression, locals in reverse order, parameters behind all locals.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

int length(const py::object &o) { return static_cast<int>(py::len(o)); }

int argumentBefore(py::handle source) {
  int n = length(py::reinterpret_borrow<py::object>(source));
  py::gil_scoped_release release;
  return n + poolSize();
}

int argumentInside(py::handle source) {
  py::gil_scoped_release release;
  return length(py::reinterpret_borrow<py::object>(source)); // expect: python-without-gil
}

// The guard is the last to come and the first to go.
int localBefore(py::handle source) {
  py::str text(source);
  py::gil_scoped_release release;
  return poolSize();
}

// Here the text dies while the GIL is still away.
int localInside(py::handle source) {
  py::gil_scoped_release release;
  py::object keep; // expect: python-without-gil (a)
  {
    py::gil_scoped_acquire gil;
    keep = py::str(source);
  }
  return poolSize();
} // expect: python-without-gil (a)

// Returned by name: neither a copy nor a destructor in the region.
py::object returned(py::handle source) {
  py::object result = py::str(source);
  {
    py::gil_scoped_release release;
    poolSize();
  }
  return result;
}

py::object returnedInside(py::handle source) {
  py::object result = py::str(source);
  py::gil_scoped_release release;
  poolSize();
  return result;
}

int parameterAfterGuard(py::object o) {
  py::gil_scoped_release release;
  return poolSize();
}

} // namespace

PYBIND11_MODULE(temporaries, m) {
  m.def("argument_before", &argumentBefore);
  m.def("argument_inside", &argumentInside);
  m.def("local_before", &localBefore);
  m.def("local_inside", &localInside);
  m.def("returned", &returned);
  m.def("returned_inside", &returnedInside);
  m.def("parameter_after_guard", &parameterAfterGuard);
}
