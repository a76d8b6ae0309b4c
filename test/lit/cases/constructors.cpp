// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: constructors and destructors: initialisers before the body, delegation, bases, members, placement.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <memory>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

// The initialiser comes before the guard of the body.
struct InInitialiser {
  int size;
  py::object owner;
  InInitialiser(py::object o)
      : size(poolFlush(1)), // expect: gil-held-across-wait
        owner(std::move(o)) {
    py::gil_scoped_release release;
    poolWait();
  }
};

struct Delegating {
  int size = 0;
  Delegating(int) { poolWait(); } // expect: gil-held-across-wait
  Delegating() : Delegating(1) {}
};

struct Base {
  ~Base() { poolWait(); } // expect: gil-held-across-wait
};
struct Derived : Base {
  py::object owner;
  ~Derived() {
    py::gil_scoped_release release;
    poolWait();
  }
};

struct MemberWaits {
  Base member;
};

// A default member initialiser is part of each constructor that needs it.
struct DefaultInitialiser {
  int size = poolFlush(1); // expect: gil-held-across-wait
  DefaultInitialiser() {}
  explicit DefaultInitialiser(int n) : size(n) {}
};

struct Session {
  explicit Session(py::object o) : owner(std::move(o)) {}
  // Right: the member dies behind the body, with the GIL.
  ~Session() {
    py::gil_scoped_release release;
    poolWait();
  }
  py::object owner;
};

struct Pair {
  PyObject *f;
  Pair(PyObject *f) : f(f) { Py_INCREF(f); }
  Pair(const Pair &other) : f(other.f) { Py_INCREF(f); } // expect: callback-without-gil
  ~Pair() { Py_DECREF(f); } // expect: callback-without-gil
};
// It touches Python only by what it calls: two functions that do, two findings.
void copyInTask(void *user) {
  Pair copy = *static_cast<Pair *>(user);
}

} // namespace

PYBIND11_MODULE(constructors, m) {
  m.def("submit", [](py::object f) {
    poolSubmit(runTask, f.inc_ref().ptr());
    poolSubmit(copyInTask, new Pair(f.ptr()));
  });
  py::class_<InInitialiser>(m, "InInitialiser").def(py::init<py::object>());
  py::class_<Delegating>(m, "Delegating").def(py::init<>());
  py::class_<Derived>(m, "Derived").def(py::init<>());
  py::class_<MemberWaits>(m, "MemberWaits").def(py::init<>());
  py::class_<DefaultInitialiser>(m, "DefaultInitialiser")
      .def(py::init<>())
      .def(py::init<int>());
  py::class_<Session>(m, "Session").def(py::init<py::object>());
}
