// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a release needs a thread that has the GIL: a second one in a released region, or in a callback, is a fault of its own.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void twice() {
  py::gil_scoped_release outer;
  py::gil_scoped_release inner; // expect: python-without-gil
  poolWait();
}

int sizeReleased() {
  py::gil_scoped_release release; // expect: python-without-gil (a)
  return poolSize();
}

int throughHelper() {
  py::gil_scoped_release release;
  return sizeReleased(); // expect: python-without-gil (a)
}

void saveInReleased() {
  py::gil_scoped_release release;
  PyThreadState *saved = PyEval_SaveThread(); // expect: python-without-gil
  poolWait();
  PyEval_RestoreThread(saved);
}

// A release inside of an acquire is fine.
void worker(void *user) {
  py::gil_scoped_acquire gil;
  py::handle f(static_cast<PyObject *>(user));
  f();
  {
    py::gil_scoped_release release;
    poolSize();
  }
  f();
}

void badWorker(void *) {
  py::gil_scoped_release release; // expect: python-without-gil
  poolSize();
}

} // namespace

PYBIND11_MODULE(nested_release, m) {
  m.def("submit", [](py::object f) {
    poolSubmit(worker, f.release().ptr());
    poolSubmit(badWorker, nullptr);
  });
  m.def("twice", &twice);
  m.def("through_helper", &throughHelper);
  m.def("save_in_released", &saveInReleased);
}
