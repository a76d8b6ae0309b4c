// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a lock of the project that is held while the GIL is taken, and taken elsewhere with the GIL held; one order only is fine.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <mutex>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

std::mutex both, released, nativeOnly;
int counter = 0;

// both: worker takes the lock, then the GIL; Python threads the other way.
void countBoth(void *user) {
  std::lock_guard<std::mutex> guard(both); // expect: gil-lock-order (a)
  py::gil_scoped_acquire gil;              // expect: gil-lock-order (a)
  py::handle(static_cast<PyObject *>(user))(++counter);
}
int readBoth() {
  std::lock_guard<std::mutex> guard(both); // expect: gil-lock-order (a)
  return counter;
}

// released: whoever takes the lock has no GIL.
void countReleased(void *user) {
  std::unique_lock<std::mutex> guard(released);
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(++counter);
}
int readReleased() {
  py::gil_scoped_release release;
  std::scoped_lock<std::mutex> guard(released);
  return counter;
}

// nativeOnly: nobody takes the GIL under it.
void countNative(void *user) {
  int n;
  {
    std::lock_guard<std::mutex> guard(nativeOnly);
    n = ++counter;
  }
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(n);
}
int readNative() {
  std::lock_guard<std::mutex> guard(nativeOnly);
  return counter;
}

} // namespace

PYBIND11_MODULE(project_locks, m) {
  m.def("submit", [](py::object f) {
    PyObject *user = f.release().ptr();
    poolSubmit(countBoth, user);
    poolSubmit(countReleased, user);
    poolSubmit(countNative, user);
  });
  m.def("read_both", &readBoth);
  m.def("read_released", &readReleased);
  m.def("read_native", &readNative);
}
