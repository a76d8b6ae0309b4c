// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: std::function members that are set in one place and called in a callback in another.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <functional>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

struct Job {
  std::function<void(int)> step;
  std::function<void(int)> last;
  std::function<void(int)> count;
  int counted = 0;

  static void run(void *self) {
    auto *job = static_cast<Job *>(self);
    job->step(1);
    job->last(2);
    job->count(3);
  }
};

void submit(py::object callable) {
  auto *job = new Job;
  PyObject *f = callable.release().ptr();
  job->step = [f](int n) {
    Py_XDECREF(PyObject_CallFunction(f, "i", n)); // expect: callback-without-gil
  };
  job->last = [f](int n) {
    py::gil_scoped_acquire gil;
    Py_XDECREF(PyObject_CallFunction(f, "i", n));
  };
  job->count = [job](int n) { job->counted += n; };
  poolSubmit(&Job::run, job);
}

} // namespace

PYBIND11_MODULE(stored_functions, m) {
  m.def("submit", &submit);
  m.def("wait", [] {
    py::gil_scoped_release release;
    poolWait();
  });
}
