// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the destructor of a thread_local object runs when its thread ends, without the GIL.
// flags: pybind11
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

struct Cache {
  PyObject *last = nullptr;
  ~Cache() {
    Py_XDECREF(last); // expect: callback-without-gil
  }
};

struct SafeCache {
  PyObject *last = nullptr;
  ~SafeCache() {
    if (!last || !Py_IsInitialized())
      return;
    py::gil_scoped_acquire gil;
    Py_DECREF(last);
  }
};

thread_local Cache cache;
thread_local SafeCache safe;

} // namespace

PYBIND11_MODULE(thread_locals, m) {
  m.def("remember", [](py::object o) {
    safe.last = o.inc_ref().ptr();
    cache.last = o.release().ptr();
  });
}
