// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: guards under a condition: where the paths disagree nothing is proved, and where they agree again it is.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <optional>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

void maybe(bool release) {
  std::optional<py::gil_scoped_release> guard;
  if (release)
    guard.emplace();
  poolWait();
}

py::object maybeThenPython(bool release) {
  std::optional<py::gil_scoped_release> guard;
  if (release)
    guard.emplace();
  return py::int_(poolSize());
}

// After reset both paths have the GIL again.
void resetThenWait(bool release) {
  std::optional<py::gil_scoped_release> guard;
  if (release)
    guard.emplace();
  guard.reset();
  poolWait(); // expect: gil-held-across-wait
}

void bothBranches(bool early) {
  std::unique_ptr<py::gil_scoped_release> guard;
  if (early)
    guard = std::make_unique<py::gil_scoped_release>();
  else
    guard.reset(new py::gil_scoped_release);
  poolWait();
}

void inOneBranch(bool release) {
  if (release) {
    py::gil_scoped_release guard;
    poolWait();
  } else {
    poolWait(); // expect: gil-held-across-wait
  }
}

} // namespace

PYBIND11_MODULE(conditional_guards, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("maybe", &maybe);
  m.def("maybe_then_python", &maybeThenPython);
  m.def("reset_then_wait", &resetThenWait);
  m.def("both_branches", &bothBranches);
  m.def("in_one_branch", &inOneBranch);
}
