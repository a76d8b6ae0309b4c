// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: functions that return a guard change the state of their caller; so do begin/end pairs of the project.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

std::unique_ptr<py::gil_scoped_release> detach() {
  return std::make_unique<py::gil_scoped_release>();
}

py::gil_scoped_release detachByValue() { return py::gil_scoped_release(); }

PyThreadState *begin() { return PyEval_SaveThread(); }
void end(PyThreadState *state) { PyEval_RestoreThread(state); }

void byPointer() {
  auto guard = detach();
  poolWait();
}

py::object byPointerThenPython() {
  auto guard = detach();
  return py::int_(poolSize()); // expect: python-without-gil
}

void byValue() {
  auto guard = detachByValue();
  poolWait();
}

void discarded() {
  detach();
  poolWait(); // expect: gil-held-across-wait
}

void byPair() {
  PyThreadState *state = begin();
  poolWait();
  end(state);
  poolWait(); // expect: gil-held-across-wait
}

} // namespace

PYBIND11_MODULE(returned_guards, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("by_pointer", &byPointer);
  m.def("by_pointer_then_python", &byPointerThenPython);
  m.def("by_value", &byValue);
  m.def("discarded", &discarded);
  m.def("by_pair", &byPair);
}
