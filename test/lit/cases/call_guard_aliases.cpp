// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: call_guard under a name, with two guards, around by-value parameters; conversions of arguments and results are outside.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

namespace {

using Released = py::call_guard<py::gil_scoped_release>;
template <typename... Ts> using Guarded = py::call_guard<Ts...>;
struct Trace {
  Trace() {}
};

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

std::string name(const std::string &prefix) { return prefix + "pool"; }

} // namespace

PYBIND11_MODULE(call_guard_aliases, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("wait", [] { poolWait(); }, Released());
  m.def("wait_direct", &poolWait, Released());
  m.def("wait_traced", [] { poolWait(); }, py::call_guard<Trace, py::gil_scoped_release>());
  m.def("wait_template", [] { poolWait(); }, Guarded<py::gil_scoped_release>());
  m.def("wait_only_traced", [] {
    poolWait(); // expect: gil-held-across-wait
  }, py::call_guard<Trace>());
  m.def("name", &name, Released());
  m.def("by_value", [](py::object o) { // expect: python-without-gil (a)
    poolWait();
  }, Released()); // expect: python-without-gil (a)
  m.def("by_reference", [](const py::object &o) { poolWait(); }, Released());
  m.def("by_handle", [](py::handle h) { poolWait(); }, Released());
  m.def("takes_gil_again", [](const py::object &o) {
    poolWait();
    py::gil_scoped_acquire gil;
    o.attr("done")();
  }, Released());
}
