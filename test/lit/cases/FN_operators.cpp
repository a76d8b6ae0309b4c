// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: an operator that pybind11 binds by py::self + py::self.
// Should report poolWait(): gil-held-across-wait.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

struct Value {
  int n = 0;
  Value operator+(const Value &other) const {
    poolWait();
    return {n + other.n};
  }
};

} // namespace

PYBIND11_MODULE(operators, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  py::class_<Value>(m, "Value").def(py::self + py::self);
}
