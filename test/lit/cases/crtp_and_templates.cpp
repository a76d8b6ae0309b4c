// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: thunks made by templates: CRTP bases, function pointers as template arguments, a lambda in a function template.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>
#include <utility>

namespace py = pybind11;

namespace {

template <typename Derived> struct Task {
  static void thunk(void *self) { static_cast<Derived *>(self)->run(); }
  void submit() { poolSubmit(&Task::thunk, static_cast<Derived *>(this)); }
};

struct BadTask : Task<BadTask> {
  py::object f;
  void run() {
    f(); // expect: callback-without-gil
  }
};
struct GoodTask : Task<GoodTask> {
  py::object f;
  void run() {
    py::gil_scoped_acquire gil;
    f();
  }
};

template <void (*Body)(PyObject *)> void thunkOf(void *user) {
  Body(static_cast<PyObject *>(user));
}
void badBody(PyObject *f) {
  Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
}
void goodBody(PyObject *f) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(PyObject_CallNoArgs(f));
}

// Takes the GIL for whatever it is given.
template <void (*Body)(PyObject *)> void lockedThunk(void *user) {
  py::gil_scoped_acquire gil;
  Body(static_cast<PyObject *>(user));
}
void plainBody(PyObject *f) { Py_XDECREF(PyObject_CallNoArgs(f)); }

template <typename F> void submit(F *f) {
  poolSubmit([](void *user) { (*static_cast<F *>(user))(); }, f);
}
struct BadFunctor {
  PyObject *f;
  void operator()() const {
    Py_XDECREF(PyObject_CallNoArgs(f)); // expect: callback-without-gil
  }
};
struct GoodFunctor {
  PyObject *f;
  void operator()() const {
    py::gil_scoped_acquire gil;
    Py_XDECREF(PyObject_CallNoArgs(f));
  }
};

} // namespace

PYBIND11_MODULE(crtp_and_templates, m) {
  m.def("submit", [](py::object f) {
    auto *bad = new BadTask;
    bad->f = f;
    bad->submit();
    auto *good = new GoodTask;
    good->f = f;
    good->submit();
    poolSubmit(thunkOf<badBody>, f.inc_ref().ptr());
    poolSubmit(thunkOf<goodBody>, f.inc_ref().ptr());
    poolSubmit(lockedThunk<plainBody>, f.inc_ref().ptr());
    submit(new BadFunctor{f.inc_ref().ptr()});
    submit(new GoodFunctor{f.inc_ref().ptr()});
    py::gil_scoped_release release;
    poolWait();
  });
}
