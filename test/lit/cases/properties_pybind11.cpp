// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: pybind11's forms beside def: properties, static ones, factories, operators, implicit conversions, iterators.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

struct Value {
  int n = 0;
  bool operator==(const Value &other) const { return n == other.n; }
};

} // namespace

PYBIND11_MODULE(properties, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  py::class_<Value>(m, "Value")
      .def(py::init([](int n) {
        poolWait(); // expect: gil-held-across-wait
        return Value{n};
      }))
      .def_property(
          "n",
          [](Value &self) {
            poolWait(); // expect: gil-held-across-wait
            return self.n;
          },
          [](Value &self, int n) {
            py::gil_scoped_release release;
            poolWait();
            self.n = n;
          })
      .def_property_readonly_static("size", [](py::object) {
        poolWait(); // expect: gil-held-across-wait
        return poolSize();
      })
      .def_static("wait", &poolWait, py::call_guard<py::gil_scoped_release>())
      .def(py::self == py::self)
      .def("__iter__",
           [](Value &) {
             static std::vector<int> empty;
             return py::make_iterator(empty.begin(), empty.end());
           },
           py::keep_alive<0, 1>())
      .def_buffer([](Value &self) {
        return py::buffer_info(&self.n, sizeof(int), py::format_descriptor<int>::format(), 1, {1}, {4});
      });
}
