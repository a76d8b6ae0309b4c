// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the callback of a weak reference is called by Python, with the GIL held.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

void watch(py::object target) {
  py::weakref(target, py::cpp_function([](py::handle ref) {
                ref.dec_ref();
                poolWait(); // expect: gil-held-across-wait
              }))
      .release();
}

void watchReleased(py::object target) {
  py::weakref(target, py::cpp_function([](py::handle ref) {
                ref.dec_ref();
                py::gil_scoped_release release;
                poolWait();
              }))
      .release();
}

} // namespace

PYBIND11_MODULE(weakref_callbacks, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("watch", &watch);
  m.def("watch_released", &watchReleased);
}
