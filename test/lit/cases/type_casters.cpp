// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: type casters are called while arguments and results are converted: with the GIL held, under a call_guard too.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

struct Size {
  int value = 0;
};
struct Drained {
  int value = 0;
};

namespace pybind11 {
namespace detail {
template <> struct type_caster<Size> {
  PYBIND11_TYPE_CASTER(Size, const_name("Size"));
  bool load(handle src, bool) {
    value.value = PyLong_AsLong(src.ptr());
    return !PyErr_Occurred();
  }
  static handle cast(Size size, return_value_policy, handle) {
    return PyLong_FromLong(size.value);
  }
};
template <> struct type_caster<Drained> {
  PYBIND11_TYPE_CASTER(Drained, const_name("Drained"));
  bool load(handle src, bool) {
    poolWait(); // expect: gil-held-across-wait
    value.value = PyLong_AsLong(src.ptr());
    return !PyErr_Occurred();
  }
  static handle cast(Drained d, return_value_policy, handle) {
    return PyLong_FromLong(d.value);
  }
};
} // namespace detail
} // namespace pybind11

namespace {
void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}
} // namespace

PYBIND11_MODULE(type_casters, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def(
      "twice", [](Size s) { return Size{2 * s.value}; },
      py::call_guard<py::gil_scoped_release>());
  m.def(
      "drained", [](Drained d) { return Size{d.value}; },
      py::call_guard<py::gil_scoped_release>());
}
