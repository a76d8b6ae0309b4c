// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a claim with a condition on an argument is dropped where the call shows that it does not hold, and only there.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

constexpr int nonBlocking = 0;
enum Mode { Now, Block };

} // namespace

PYBIND11_MODULE(model_conditions, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("poll", [] { return poolFlush(0); });
  m.def("poll_false", [] { return poolFlush(false); });
  m.def("poll_constant", [] { return poolFlush(nonBlocking); });
  m.def("poll_enum", [] { return poolFlush(Now); });
  m.def("flush", [] {
    return poolFlush(1); // expect: gil-held-across-wait
  });
  m.def("flush_enum", [] {
    return poolFlush(Block); // expect: gil-held-across-wait
  });
  m.def("flush_if", [](bool block) {
    return poolFlush(block); // expect: gil-held-across-wait
  });
}
