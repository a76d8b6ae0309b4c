// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a closure that gives its Python object up under the GIL, before the thread drops the closure.
// Should be silent: what is dropped is empty.
// flags: pybind11
#include <pybind11/pybind11.h>
#include <thread>
#include <utility>

namespace py = pybind11;

PYBIND11_MODULE(emptied_capture, m) {
  m.def("start", [](py::object f) {
    std::thread([f = std::move(f)]() mutable { // expect: callback-without-gil
      py::gil_scoped_acquire gil;
      f();
      f = py::object();
    }).detach();
  });
}
