// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a guard is unwound before the handler runs, PyEval_SaveThread is not; a throw is an early way out.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>
#include <stdexcept>

namespace py = pybind11;

namespace {

void mayThrow(int n) {
  if (n > 3)
    throw std::runtime_error("too many");
}

void guardUnwound(py::list log) {
  try {
    py::gil_scoped_release release;
    mayThrow(poolSize());
  } catch (const std::exception &) {
    log.append("failed");
  }
}

void guardOutside(py::list log) {
  py::gil_scoped_release release;
  try {
    mayThrow(poolSize());
  } catch (const std::exception &) {
    log.append("failed"); // expect: python-without-gil
  }
}

void stateNotUndone(py::list log) {
  PyThreadState *saved = nullptr;
  try {
    saved = PyEval_SaveThread();
    mayThrow(poolSize());
    PyEval_RestoreThread(saved);
  } catch (const std::exception &) {
    PyEval_RestoreThread(saved);
    log.append("failed");
  }
}

int leavesByThrow() {
  PyThreadState *saved = PyEval_SaveThread(); // expect: unbalanced-gil
  int n = poolSize();
  if (n > 3)
    throw std::runtime_error("too many");
  PyEval_RestoreThread(saved);
  return n;
}

int leavesByThrowOfCallee() {
  PyThreadState *saved = PyEval_SaveThread(); // expect: unbalanced-gil
  int n = poolSize();
  mayThrow(n);
  PyEval_RestoreThread(saved);
  return n;
}

// Plain exceptions may be made and thrown in a released region.
int throwsReleased() {
  py::gil_scoped_release release;
  int n = poolSize();
  if (n > 3)
    throw py::value_error("too many");
  return n;
}

// So may Python's own be read, but not put back.
int readsError(py::handle f) {
  try {
    f();
  } catch (py::error_already_set &error) {
    py::gil_scoped_release release;
    return error.what()[0];
  }
  return 0;
}

int restoresError(py::handle f) {
  try {
    f();
  } catch (py::error_already_set &error) {
    py::gil_scoped_release release;
    error.restore(); // expect: python-without-gil
    return 1;
  }
  return 0;
}

} // namespace

PYBIND11_MODULE(exceptions, m) {
  m.def("guard_unwound", &guardUnwound);
  m.def("guard_outside", &guardOutside);
  m.def("state_not_undone", &stateNotUndone);
  m.def("leaves_by_throw", &leavesByThrow);
  m.def("leaves_by_throw_of_callee", &leavesByThrowOfCallee);
  m.def("throws_released", &throwsReleased);
  m.def("reads_error", &readsError);
  m.def("restores_error", &restoresError);
}
