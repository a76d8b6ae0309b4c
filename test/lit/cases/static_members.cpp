// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: static members as callbacks, through a struct of hooks that is filled field by field; user data leads back to the object.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

class Listener {
public:
  explicit Listener(py::object f) : f(std::move(f)) {}

  void install() {
    PoolHooks hooks;
    hooks.begin = &Listener::begin;
    hooks.end = end;
    poolSetHooks(hooks, this);
  }
  void installWell() {
    PoolHooks hooks{};
    hooks.begin = beginWell;
    poolSetHooks(hooks, this);
  }

private:
  static void begin(void *self) { static_cast<Listener *>(self)->notify("begin"); }
  // Entered by whoever waits, and nobody who waits keeps the GIL.
  static void end(void *self) {
    static_cast<Listener *>(self)->f("end"); // expect: callback-without-gil
  }
  static void beginWell(void *self) {
    py::gil_scoped_acquire gil;
    static_cast<Listener *>(self)->f("begin");
  }
  void notify(const char *what) {
    f(what); // expect: callback-without-gil
  }

  py::object f;
};

} // namespace

PYBIND11_MODULE(static_members, m) {
  py::class_<Listener>(m, "Listener")
      .def(py::init<py::object>())
      .def("install", &Listener::install)
      .def("install_well", &Listener::installWell);
  m.def("wait", &poolWait, py::call_guard<py::gil_scoped_release>());
}
