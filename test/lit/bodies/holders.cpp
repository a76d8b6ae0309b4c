// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callables and objects that library classes keep: std::function, std::bind, std::optional, smart pointers, std::visit.
// RUN: %python %S/Inputs/same.py %s %capi -I%S/Inputs
#include "use.h"
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

template <class T> struct Touching {
  T object;
  void operator()() const {
    PyThreadState *s = PyEval_SaveThread();
    touch(object); // bad
    PyEval_RestoreThread(s);
  }
};

// A member of a class template that only the library names.
template <class T> struct Owner {
  T object;
  explicit Owner(T o) : object(o) {}
  Owner(const Owner &o) : object(o.object) {
    PyThreadState *s = PyEval_SaveThread();
    Py_XINCREF(object); // bad
    PyEval_RestoreThread(s);
  }
  ~Owner() {
    PyThreadState *s = PyEval_SaveThread();
    Py_XDECREF(object); // bad
    PyEval_RestoreThread(s);
  }
};

template <class T> struct Deleter {
  void operator()(T *o) const {
    PyThreadState *s = PyEval_SaveThread();
    Py_XDECREF(o); // bad
    PyEval_RestoreThread(s);
  }
};

struct Visitor {
  template <class T> void operator()(T o) const {
    PyThreadState *s = PyEval_SaveThread();
    touch(o); // bad
    PyEval_RestoreThread(s);
  }
};

void keep(PyObject *o) {
  std::function<void()> f = Touching<PyObject *>{o};
  f();
  std::function<void(PyObject *)> g = [](auto *p) {
    PyThreadState *s = PyEval_SaveThread();
    touch(p); // bad
    PyEval_RestoreThread(s);
  };
  g(o);
  auto bound = std::bind([](auto p) {
    PyThreadState *s = PyEval_SaveThread();
    touch(p); // bad
    PyEval_RestoreThread(s);
  }, o);
  bound();
}

void own(PyObject *o) {
  std::vector<Owner<PyObject *>> all;
  all.emplace_back(o);
  std::optional<Owner<PyObject *>> maybe;
  maybe.emplace(o);
  std::unique_ptr<PyObject, Deleter<PyObject>> held(o);
}

void visit(std::variant<PyObject *, PyTypeObject *> v) {
  std::visit([](auto *p) {
    PyThreadState *s = PyEval_SaveThread();
    touch(reinterpret_cast<PyObject *>(p)); // bad
    PyEval_RestoreThread(s);
  }, v);
  std::apply(Visitor(), std::make_tuple(std::get<0>(v)));
}
