// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a callback that is stored through a reference parameter.
// Should report replaced(): callback-without-gil at its Py_DECREF. Not counted as unresolved either.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void harmless(void *) {}
void replaced(void *user) { Py_DECREF(static_cast<PyObject *>(user)); }
void choose(PoolTask &task) { task = replaced; }

} // namespace

PYBIND11_MODULE(reference_parameter, m) {
  m.def("submit", [](py::object f) {
    PoolTask chosen = harmless;
    choose(chosen);
    poolSubmit(chosen, f.release().ptr());
  });
}
