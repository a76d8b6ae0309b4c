// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a callback that calls a virtual function reaches every override of the project.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

struct Step {
  virtual ~Step() = default;
  virtual void run() = 0;
};
struct NativeStep : Step {
  int runs = 0;
  void run() override { ++runs; }
};
struct PythonStep : Step {
  py::handle f;
  void run() override {
    f(); // expect: callback-without-gil
  }
};
struct LockedStep : Step {
  py::handle f;
  void run() override {
    py::gil_scoped_acquire gil;
    f();
  }
};

// A hierarchy of its own, never in a callback.
struct Printer {
  virtual ~Printer() = default;
  virtual void print() = 0;
};
struct PythonPrinter : Printer {
  py::handle f;
  void print() override { f(); }
};

void runStep(void *user) { static_cast<Step *>(user)->run(); }

} // namespace

PYBIND11_MODULE(virtual_calls, m) {
  m.def("submit", [](py::object f) {
    poolSubmit(runStep, new NativeStep);
    auto *step = new PythonStep;
    step->f = f.inc_ref();
    poolSubmit(runStep, step);
    auto *locked = new LockedStep;
    locked->f = f.inc_ref();
    poolSubmit(runStep, locked);
    PythonPrinter printer;
    printer.f = f;
    static_cast<Printer &>(printer).print();
    py::gil_scoped_release release;
    poolWait();
  });
}
