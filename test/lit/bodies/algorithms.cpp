// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callables that only library code calls: generic lambdas, functors whose call operator is a template, comparators.
// RUN: %python %S/Inputs/same.py %s %capi -I%S/Inputs
#include "use.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

struct Toucher {
  template <class T> void operator()(T &o) const {
    PyThreadState *s = PyEval_SaveThread();
    touch(o); // bad
    PyEval_RestoreThread(s);
  }
};

struct Less {
  template <class A, class B> bool operator()(A a, B b) const {
    PyThreadState *s = PyEval_SaveThread();
    bool less = PyObject_RichCompareBool(a, b, Py_LT); // bad
    PyEval_RestoreThread(s);
    return less;
  }
};

template <class T> bool isTrue(T o) {
  PyThreadState *s = PyEval_SaveThread();
  bool yes = PyObject_IsTrue(o); // bad
  PyEval_RestoreThread(s);
  return yes;
}

// Has a body only if the set instantiates it.
template <class T> struct Order {
  bool operator()(const T &a, const T &b) const {
    PyThreadState *s = PyEval_SaveThread();
    bool less = PyObject_RichCompareBool(a, b, Py_LT); // bad
    PyEval_RestoreThread(s);
    return less;
  }
};

void all(std::vector<PyObject *> &v) {
  std::for_each(v.begin(), v.end(), Toucher());
  std::for_each(v.begin(), v.end(), [](auto *o) {
    PyThreadState *s = PyEval_SaveThread();
    touch(o); // bad
    PyEval_RestoreThread(s);
  });
  std::sort(v.begin(), v.end(), Less());
  std::sort(v.begin(), v.end(), [](auto a, auto b) {
    PyThreadState *s = PyEval_SaveThread();
    bool less = PyObject_RichCompareBool(a, b, Py_LT); // bad
    PyEval_RestoreThread(s);
    return less;
  });
  (void)std::any_of(v.begin(), v.end(), isTrue<PyObject *>);
  (void)std::accumulate(v.begin(), v.end(), 0, [](auto sum, auto o) {
    PyThreadState *s = PyEval_SaveThread();
    touch(o); // bad
    PyEval_RestoreThread(s);
    return sum;
  });
  std::set<PyObject *, Order<PyObject *>> sorted;
  sorted.insert(v.front());
  std::map<PyObject *, int, Order<PyObject *>> table;
  table[v.front()] = 1;
}
