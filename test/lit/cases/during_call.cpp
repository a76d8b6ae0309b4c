// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a callback that runs during the call has the state of the call, for each call; on workers it has none.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void visitHeld(void *user) { Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); }

void visitBoth(void *user) {
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); // expect: callback-without-gil
}

void mapBadly(void *user) {
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); // expect: callback-without-gil
}

void mapWell(void *user) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
}

void mapNative(void *user) { ++*static_cast<int *>(user); }

} // namespace

PYBIND11_MODULE(during_call, m) {
  m.def("each", [](py::handle f) { poolEach(visitHeld, f.ptr()); });
  m.def("each_twice", [](py::handle f) {
    poolEach(visitBoth, f.ptr());
    py::gil_scoped_release release;
    poolEach(visitBoth, f.ptr());
  });
  m.def("map_badly", [](py::handle f) {
    py::gil_scoped_release release;
    poolMap(mapBadly, f.ptr());
  });
  m.def("map", [](py::handle f) {
    py::gil_scoped_release release;
    poolMap(mapWell, f.ptr());
  });
  m.def("map_holding", [](py::handle f) {
    poolMap(mapWell, f.ptr()); // expect: gil-held-across-wait
  });
  m.def("map_native", [] {
    int n = 0;
    poolMap(mapNative, &n);
    return n;
  });
}
