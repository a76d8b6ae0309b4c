// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of threads, tasks and call_once that are templates; bases that call what derives from them.
// RUN: %python %S/Inputs/same.py %s %capi -I%S/Inputs
#include "use.h"
#include <functional>
#include <future>
#include <mutex>
#include <thread>

template <class T> void body(T o) {
  Py_XDECREF(PyObject_Str(o)); // bad
}

struct Job {
  template <class T> void operator()(T o) const {
    Py_XDECREF(PyObject_Str(o)); // bad
  }
};

template <class Derived> struct Task {
  void start(PyObject *o) {
    std::thread([this, o] { static_cast<Derived *>(this)->run(o); }).detach();
  }
};
struct Touching : Task<Touching> {
  void run(PyObject *o) {
    Py_XDECREF(PyObject_Str(o)); // bad
  }
};

void threads(PyObject *o) {
  std::thread(body<PyObject *>, o).detach();
  std::thread(Job(), o).detach();
  std::thread([](auto p) {
    Py_XDECREF(PyObject_Str(p)); // bad
  }, o).detach();
  Touching().start(o);
}

void tasks(PyObject *o) {
  auto done = std::async(std::launch::async, [](auto p) {
    Py_XDECREF(PyObject_Str(p)); // bad
  }, o);
}

std::once_flag once;
void onlyOnce(PyObject *o) {
  std::call_once(once, [](auto p) {
    PyThreadState *s = PyEval_SaveThread();
    Py_XDECREF(PyObject_Str(p)); // bad
    PyEval_RestoreThread(s);
  }, o);
}

void invoked(PyObject *o) {
  std::invoke([](auto p) {
    PyThreadState *s = PyEval_SaveThread();
    Py_XDECREF(PyObject_Str(p)); // bad
    PyEval_RestoreThread(s);
  }, o);
}
