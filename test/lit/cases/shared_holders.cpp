// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: an object that Python and a worker hold dies on either of them; one that Python alone holds dies with the GIL.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

struct Shared {
  PyObject *f = nullptr;
  ~Shared() {
    Py_XDECREF(f); // expect: callback-without-gil
  }
};
struct SafeShared {
  PyObject *f = nullptr;
  ~SafeShared() {
    py::gil_scoped_acquire gil;
    Py_XDECREF(f);
  }
};
struct PythonOnly {
  PyObject *f = nullptr;
  ~PythonOnly() { Py_XDECREF(f); }
};

void dropShared(void *user) {
  delete static_cast<std::shared_ptr<Shared> *>(user);
}
void dropSafe(void *user) {
  delete static_cast<std::shared_ptr<SafeShared> *>(user);
}

} // namespace

PYBIND11_MODULE(shared_holders, m) {
  py::class_<Shared, std::shared_ptr<Shared>>(m, "Shared")
      .def("submit", [](std::shared_ptr<Shared> self) {
        poolSubmit(dropShared, new std::shared_ptr<Shared>(std::move(self)));
      });
  py::class_<SafeShared, std::shared_ptr<SafeShared>>(m, "SafeShared")
      .def("submit", [](std::shared_ptr<SafeShared> self) {
        poolSubmit(dropSafe, new std::shared_ptr<SafeShared>(std::move(self)));
      });
  py::class_<PythonOnly>(m, "PythonOnly").def(py::init<>());
  m.def("wait", [] {
    py::gil_scoped_release release;
    poolWait();
  });
}
