// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: std::async starts a thread for its task; a deferred one runs where it is waited for.
// flags: pybind11
#include <future>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

int badTask(PyObject *f) {
  Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
  return 1;
}

int goodTask(PyObject *f) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(PyObject_CallNoArgs(f));
  return 1;
}

int runBadly(py::object f) {
  auto future = std::async(std::launch::async, badTask, f.ptr());
  py::gil_scoped_release release;
  return future.get();
}

int runHolding(py::object f) {
  auto future = std::async(std::launch::async, [p = f.ptr()] { return goodTask(p); });
  return future.get(); // expect: gil-held-across-wait
}

int run(py::object f) {
  auto future = std::async(std::launch::async, goodTask, f.ptr());
  py::gil_scoped_release release;
  return future.get();
}

int runNative(int n) {
  auto future = std::async(std::launch::async, [n] { return 2 * n; });
  return future.get();
}

} // namespace

PYBIND11_MODULE(async_tasks, m) {
  m.def("run_badly", &runBadly);
  m.def("run_holding", &runHolding);
  m.def("run", &run);
  m.def("run_native", &runNative);
}
