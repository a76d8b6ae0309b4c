// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: bodies of threads: member functions with this, std::bind, and what a closure owns.
// flags: pybind11
#include <functional>
#include <pybind11/pybind11.h>
#include <thread>

namespace py = pybind11;

namespace {

struct Worker {
  PyObject *f = nullptr;
  void run() {
    Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
  }
  void runWell() {
    py::gil_scoped_acquire gil;
    Py_XDECREF(PyObject_CallNoArgs(f));
  }
  void runBound(int n) {
    Py_XDECREF(PyObject_CallFunction(f, "i", n)); // expect: callback-without-gil
  }
};

void start(py::object f) {
  auto *worker = new Worker{f.inc_ref().ptr()};
  std::thread(&Worker::run, worker).detach();
  std::thread(&Worker::runWell, worker).detach();
  std::thread(std::bind(&Worker::runBound, worker, 3)).detach();
}

// The closure's copy of the object dies on the thread, behind the guard.
void startOwning(py::object f) {
  std::thread([f] { // expect: callback-without-gil (a)
    py::gil_scoped_acquire gil;
    f();
  }).detach(); // expect: callback-without-gil (a)
}

} // namespace

PYBIND11_MODULE(thread_bodies, m) {
  m.def("start", &start);
  m.def("start_owning", &startOwning);
}
