// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: without workers nobody waits for them and no callback runs elsewhere; locks stay.
// flags: pybind11
// model: pool.model.json
// options: --assume-threading=off
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) { py::handle(static_cast<PyObject *>(user))(); }

void log(const char *line, void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(line);
}

} // namespace

PYBIND11_MODULE(threading_off, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("set_log", [](py::object f) { poolSetLog(log, f.release().ptr()); });
  m.def("wait", [] { poolWait(); });
  m.def("log", [](const char *line) {
    poolLog(line); // expect: gil-lock-order
  });
}
