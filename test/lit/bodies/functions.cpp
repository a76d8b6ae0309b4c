// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function templates that project code only names, and friends, conversions and swaps that the library finds.
// RUN: %python %S/Inputs/same.py %s %capi -I%S/Inputs
#include "use.h"
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

template <class T> struct Handle {
  T object;
  bool operator==(const Handle &o) const {
    PyThreadState *s = PyEval_SaveThread();
    bool same = PyObject_RichCompareBool(object, o.object, Py_EQ); // bad
    PyEval_RestoreThread(s);
    return same;
  }
  friend bool operator<(const Handle &a, const Handle &b) {
    PyThreadState *s = PyEval_SaveThread();
    bool less = PyObject_RichCompareBool(a.object, b.object, Py_LT); // bad
    PyEval_RestoreThread(s);
    return less;
  }
};

template <class T> void swap(Handle<T> &a, Handle<T> &b) {
  PyThreadState *s = PyEval_SaveThread();
  touch(a.object); // bad
  PyEval_RestoreThread(s);
  std::swap(a.object, b.object);
}

namespace std {
template <class T> struct hash<Handle<T>> {
  size_t operator()(const Handle<T> &h) const {
    PyThreadState *s = PyEval_SaveThread();
    Py_hash_t n = PyObject_Hash(h.object); // bad
    PyEval_RestoreThread(s);
    return size_t(n);
  }
};
} // namespace std

void use(std::vector<Handle<PyObject *>> &v) {
  std::sort(v.begin(), v.end());
  std::reverse(v.begin(), v.end());
  (void)std::find(v.begin(), v.end(), v.front());
  std::unordered_map<Handle<PyObject *>, int> table;
  table[v.front()] = 1;
}
