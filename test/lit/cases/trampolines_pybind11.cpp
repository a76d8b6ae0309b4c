// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: PYBIND11_OVERRIDE takes the GIL itself; an override that is looked up by hand does not.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

struct Visitor {
  virtual ~Visitor() = default;
  virtual int visit(int n) { return n; }
  virtual int leave(int n) { return n; }
  virtual int skip(int n) = 0;
};

struct PyVisitor : Visitor {
  int visit(int n) override { PYBIND11_OVERRIDE(int, Visitor, visit, n); }
  int skip(int n) override { PYBIND11_OVERRIDE_PURE(int, Visitor, skip, n); }
  int leave(int n) override {
    py::function f = py::get_override(static_cast<Visitor *>(this), "leave"); // expect: python-without-gil (a)
    return f ? f(n).cast<int>() : n;
  }
};

int visitAll(Visitor &visitor) {
  py::gil_scoped_release release;
  return visitor.visit(1) + visitor.skip(2);
}

int leaveAll(Visitor &visitor) {
  py::gil_scoped_release release;
  return visitor.leave(1); // expect: python-without-gil (a)
}

int leaveHeld(Visitor &visitor) { return visitor.leave(2); }

} // namespace

PYBIND11_MODULE(trampolines, m) {
  py::class_<Visitor, PyVisitor>(m, "Visitor").def(py::init<>());
  m.def("visit_all", &visitAll);
  m.def("leave_all", &leaveAll);
  m.def("leave_held", &leaveHeld);
}
