// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a kind that another extension module registers: the user says so, and waiting is judged as if it were seen.
// flags: pybind11
// model: pool.model.json
// options: --assume-registered=pool-task
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

PYBIND11_MODULE(assume_registered, m) {
  m.def("wait", [] {
    poolWait(); // expect: gil-held-across-wait
  });
  m.def("wait_released", &poolWait, py::call_guard<py::gil_scoped_release>());
  m.def("flush", [] { poolFlush(0); });
  m.def("log", [](const char *line) { poolLog(line); });
}
