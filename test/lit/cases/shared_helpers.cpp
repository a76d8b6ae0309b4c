// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: one helper of many callbacks is one finding; a callback that touches Python itself is one of its own, and covers its callees.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void helper(PyObject *f) {
  Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
}

void viaHelper(void *user) { helper(static_cast<PyObject *>(user)); }
void viaHelperToo(void *user) {
  if (poolSize())
    helper(static_cast<PyObject *>(user));
}

// Repairing this one repairs what it calls.
void inner(PyObject *f) { Py_DECREF(f); }
void outer(void *user) {
  auto *f = static_cast<PyObject *>(user);
  Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
  inner(f);
}

// Callers that acquire make no finding in the helper.
void locked(PyObject *f) { Py_XDECREF(PyObject_CallNoArgs(f)); }
void acquiring(void *user) {
  py::gil_scoped_acquire gil;
  locked(static_cast<PyObject *>(user));
}

template <typename T> void instance(void *user) {
  auto *f = static_cast<PyObject *>(user);
  Py_XDECREF(PyObject_CallFunction(f, "i", static_cast<int>(T(1)))); // expect: callback-without-gil
}

} // namespace

PYBIND11_MODULE(shared_helpers, m) {
  m.def("submit", [](py::object f) {
    PyObject *user = f.inc_ref().ptr();
    poolSubmit(viaHelper, user);
    poolSubmit(viaHelperToo, user);
    poolSubmit(outer, user);
    poolSubmit(acquiring, user);
    poolSubmit(instance<int>, user);
    poolSubmit(instance<char>, user);
  });
  m.def("wait", &poolWait, py::call_guard<py::gil_scoped_release>());
}
