// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a guard on the heap goes where its pointer goes: into a parameter, a member, another variable.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <optional>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

using Guard = std::unique_ptr<py::gil_scoped_release>;

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

void moved() {
  Guard guard = std::make_unique<py::gil_scoped_release>();
  Guard other = std::move(guard);
  poolWait();
}

py::object movedAndReset() {
  Guard guard = std::make_unique<py::gil_scoped_release>();
  Guard other = std::move(guard);
  poolWait();
  other.reset();
  return py::int_(poolSize());
}

void finish(Guard guard) { poolWait(); }

// The parameter ends in the callee, or at the latest with the call.
py::object movedIntoParameter() {
  Guard guard = std::make_unique<py::gil_scoped_release>();
  finish(std::move(guard));
  return py::int_(poolSize());
}

py::object innerScope() {
  std::optional<py::gil_scoped_release> guard;
  {
    guard.emplace();
    poolWait();
  }
  guard = std::nullopt;
  return py::int_(poolSize());
}

py::object innerScopeBadly() {
  std::optional<py::gil_scoped_release> guard;
  {
    guard.emplace();
    poolWait();
  }
  return py::int_(poolSize()); // expect: python-without-gil
}

} // namespace

PYBIND11_MODULE(moved_guards, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("moved", &moved);
  m.def("moved_and_reset", &movedAndReset);
  m.def("moved_into_parameter", &movedIntoParameter);
  m.def("inner_scope", &innerScope);
  m.def("inner_scope_badly", &innerScopeBadly);
}
