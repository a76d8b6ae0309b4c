// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the same without the assumption: nobody registers a callback, so nothing waits for the GIL.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

PYBIND11_MODULE(nothing_registered, m) {
  m.def("wait", [] { poolWait(); });
  m.def("log", [](const char *line) { poolLog(line); });
}
