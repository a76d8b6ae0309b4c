// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the ticket of NB_OVERRIDE takes the GIL itself; what a trampoline does beside it is not covered.
// flags: nanobind
// model: pool.model.json
#include "pool.h"
#include <nanobind/nanobind.h>
#include <nanobind/trampoline.h>

namespace nb = nanobind;

namespace {

struct Visitor {
  virtual ~Visitor() = default;
  virtual int visit(int n) { return n; }
  virtual int skip(int n) = 0;
  virtual int leave(int n) { return n; }
};

struct PyVisitor : Visitor {
  NB_TRAMPOLINE(Visitor, 3);
  int visit(int n) override { NB_OVERRIDE(visit, n); }
  int skip(int n) override { NB_OVERRIDE_PURE(skip, n); }
  int leave(int n) override {
    nb::handle(log).attr("append")(n); // expect: callback-without-gil
    NB_OVERRIDE(leave, n);
  }
  PyObject *log = nullptr;
};

void visitOne(void *user) { static_cast<Visitor *>(user)->visit(1); }
void skipOne(void *user) { static_cast<Visitor *>(user)->skip(1); }
void leaveOne(void *user) { static_cast<Visitor *>(user)->leave(1); }

} // namespace

NB_MODULE(trampolines, m) {
  nb::class_<Visitor, PyVisitor>(m, "Visitor")
      .def(nb::init<>())
      .def("submit", [](Visitor &self) {
        poolSubmit(visitOne, &self);
        poolSubmit(skipOne, &self);
        poolSubmit(leaveOne, &self);
        nb::gil_scoped_release release;
        poolWait();
      });
}
