// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a lock that is only taken on a failing path makes a warning, one that is always taken an error.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void log(const char *line, void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(line);
}

} // namespace

PYBIND11_MODULE(on_error_locks, m) {
  m.def("set_log", [](py::object f) { poolSetLog(log, f.release().ptr()); });
  m.def("parse", [](const char *text) {
    return poolParse(text); // expect: gil-lock-order warning
  });
  m.def("log", [](const char *text) {
    poolLog(text); // expect: gil-lock-order
  });
  m.def("parse_released", [](const char *text) {
    py::gil_scoped_release release;
    return poolParse(text);
  });
}
