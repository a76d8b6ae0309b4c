// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: Py_AtExit and static destructors run when Python is gone; an atexit handler runs before.
// flags: pybind11
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

PyObject *cache = nullptr;
int handles = 0;

void dropCache() {
  Py_XDECREF(cache); // expect: callback-without-gil
}

void dropNothing() { handles = 0; }

} // namespace

PYBIND11_MODULE(at_exit, m) {
  m.def("install", [] {
    Py_AtExit(dropCache);
    Py_AtExit(dropNothing);
  });
  py::module_::import("atexit").attr("register")(
      py::cpp_function([] { Py_CLEAR(cache); }));
}
