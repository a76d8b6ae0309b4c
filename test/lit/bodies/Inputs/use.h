// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of skipped bodies share: an operation, and a scope without the GIL.
#include <Python.h>

inline void touch(PyObject *o) { Py_XDECREF(PyObject_Str(o)); }

struct Released {
  PyThreadState *State = PyEval_SaveThread();
  ~Released() { PyEval_RestoreThread(State); }
};
