// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a deferred task is called by get(), on the thread that calls it, so with the GIL where that one has it.
// flags: pybind11
#include <future>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

int later(py::object f) {
  PyObject *callable = f.ptr();
  auto future = std::async(std::launch::deferred, [callable] {
    return py::handle(callable)().cast<int>();
  });
  return future.get();
}

} // namespace

PYBIND11_MODULE(async_deferred, m) { m.def("later", &later); }
