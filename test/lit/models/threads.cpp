// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in model of std threads: what a join waits for is what its own
// thread runs, not what other threads do.
//
// REQUIRES: pybind11
// RUN: not gil-audit --root=%S --quiet --format=json %s -- %pybind11 | %python %S/../roles.py \
// RUN:   | FileCheck %s --implicit-check-not=gil-

#include <future>
#include <pybind11/pybind11.h>
#include <thread>

namespace py = pybind11;

struct Both {
  std::thread python, native;
  PyObject *f = nullptr;
  long n = 0;

  void start() {
    python = std::thread([this] {
      py::gil_scoped_acquire gil;
      Py_XDECREF(PyObject_CallNoArgs(f));
    });
    native = std::thread([this] { ++n; });
  }
  void joinNative() { native.join(); }
  void joinPython() {
    python.join();
    // CHECK: error gil-held-across-wait [[#@LINE-1]] entry call model registration operation cost
  }
  void joinPythonReleased() {
    py::gil_scoped_release release;
    python.join();
  }
};

// Entered without the GIL, whoever starts it.
static void body(PyObject *f) {
  Py_XDECREF(PyObject_CallNoArgs(f));
  // CHECK: error callback-without-gil [[#@LINE-1]] registration model operation cost
}

PYBIND11_MODULE(threads, m) {
  py::class_<Both>(m, "Both")
      .def("start", &Both::start)
      .def("join_native", &Both::joinNative)
      .def("join_python", &Both::joinPython)
      .def("join_python_released", &Both::joinPythonReleased);
  m.def("detached", [](py::object f) { std::thread(body, f.release().ptr()).detach(); });
  m.def("native_future", [](long n) { return std::async(std::launch::async, [n] { return n; }).get(); });
}
