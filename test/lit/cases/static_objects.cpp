// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a static owner is destroyed after Python; one that is leaked, or emptied by an atexit handler, is not.
// flags: pybind11
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

py::object numpy; // expect: callback-without-gil

py::handle borrowed;

py::object &leaked() {
  static auto *object = new py::object();
  return *object;
}

py::object emptied;

} // namespace

PYBIND11_MODULE(static_objects, m) {
  m.def("load", [] { numpy = py::module_::import("numpy"); });
  m.def("borrow", [](py::handle h) { borrowed = h; });
  m.def("leak", [](py::object o) { leaked() = std::move(o); });
  m.def("keep", [](py::object o) { emptied = std::move(o); });
  py::module_::import("atexit").attr("register")(
      py::cpp_function([] { emptied = py::object(); }));
}
