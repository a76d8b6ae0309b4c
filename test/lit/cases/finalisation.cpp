// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: callbacks in teardown that ask whether Python is still there before they take the GIL.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void dropAsking(void *user) {
  if (!Py_IsInitialized())
    return;
  py::gil_scoped_acquire gil;
  Py_DECREF(static_cast<PyObject *>(user));
}

void dropNotAsking(void *user) {
  if (!Py_IsInitialized())
    return;
  Py_DECREF(static_cast<PyObject *>(user)); // expect: callback-without-gil
}

void dropFinalizing(void *user) {
  if (_Py_IsFinalizing())
    return;
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(user));
  PyGILState_Release(gil);
}

} // namespace

PYBIND11_MODULE(finalisation, m) {
  m.def("submit", [](py::object f) {
    poolSubmit(dropAsking, f.inc_ref().ptr());
    poolSubmit(dropNotAsking, f.inc_ref().ptr());
    poolSubmit(dropFinalizing, f.inc_ref().ptr());
  });
  m.def("wait", &poolWait, py::call_guard<py::gil_scoped_release>());
}
