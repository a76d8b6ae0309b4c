// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: Python calls the deleters of capsules with the GIL held: they may use Python, and must not wait.
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

void dropReference(void *held) { Py_DECREF(static_cast<PyObject *>(held)); }

void waitAndFree(void *) {
  poolWait(); // expect: gil-held-across-wait
}

void waitReleased(void *) {
  py::gil_scoped_release release;
  poolWait();
}

void releaseAndDrop(void *held) {
  py::gil_scoped_release release;
  Py_DECREF(static_cast<PyObject *>(held)); // expect: python-without-gil
}

void destroyCapsule(PyObject *capsule) {
  Py_XDECREF(static_cast<PyObject *>(PyCapsule_GetContext(capsule)));
}

void destroyCapsuleWaiting(PyObject *capsule) {
  poolWait(); // expect: gil-held-across-wait
  Py_XDECREF(static_cast<PyObject *>(PyCapsule_GetContext(capsule)));
}

} // namespace

PYBIND11_MODULE(capsule_deleters, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("wrap", [](py::object o) {
    return py::capsule((const void *)o.release().ptr(), dropReference);
  });
  m.def("wrap_waiting",
        [](py::object o) { return py::capsule((const void *)o.ptr(), waitAndFree); });
  m.def("wrap_waiting_released",
        [](py::object o) { return py::capsule((const void *)o.ptr(), waitReleased); });
  m.def("wrap_released", [](py::object o) {
    return py::capsule((const void *)o.release().ptr(), releaseAndDrop);
  });
  m.def("wrap_lambda", [](py::object o) {
    return py::capsule((const void *)o.release().ptr(), [](void *held) {
      Py_DECREF(static_cast<PyObject *>(held));
    });
  });
  m.def("raw", [](py::object o) {
    return py::reinterpret_steal<py::object>(
        PyCapsule_New(o.ptr(), "o", destroyCapsule));
  });
  m.def("raw_waiting", [](py::object o) {
    return py::reinterpret_steal<py::object>(
        PyCapsule_New(o.ptr(), "o", destroyCapsuleWaiting));
  });
}
