// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not gil-audit --root=%S --rules=unbalanced-gil %s -- %capi \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --rules=unbalanced-gil --format=json --quiet %s -- %capi \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

#include <Python.h>
#include <stdexcept>

long compute(long n);

bool earlyReturn(PyObject *f) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyObject *answer = PyObject_CallNoArgs(f);
  if (!answer)
    return false;
  Py_DECREF(answer);
  PyGILState_Release(gil);
  return true;
}
// CHECK: unbalanced-gil.cpp:[[#@LINE-8]]:26: error: 'PyGILState_Ensure' is not undone on a path that leaves 'earlyReturn' by a return [gil-audit-unbalanced-gil]
// CHECK-NEXT: [[#@LINE-9]] |   PyGILState_STATE gil = PyGILState_Ensure();
// CHECK-NEXT: |                          ^
// CHECK-NEXT: unbalanced-gil.cpp:[[#@LINE-11]]:26: note: 'PyGILState_Ensure' is called here
// CHECK-NEXT: [[#@LINE-12]] |
// CHECK-NEXT: ^
// CHECK-NEXT: unbalanced-gil.cpp:[[#@LINE-11]]:5: note: 'earlyReturn' is left here by a return without undoing it
// CHECK-NEXT: [[#@LINE-12]] |     return false;
// CHECK-NEXT: ^
// ROLES: error unbalanced-gil [[#@LINE-17]] guard exit

bool everyPath(PyObject *f) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyObject *answer = PyObject_CallNoArgs(f);
  if (!answer) {
    PyErr_Clear();
    PyGILState_Release(gil);
    return false;
  }
  Py_DECREF(answer);
  PyGILState_Release(gil);
  return true;
}

long byThrow(long n) {
  PyThreadState *saved = PyEval_SaveThread();
  long result = compute(n);
  if (result < 0)
    throw std::runtime_error("negative");
  PyEval_RestoreThread(saved);
  return result;
}
// CHECK: unbalanced-gil.cpp:[[#@LINE-7]]:26: error: 'PyEval_SaveThread' is not undone on a path that leaves 'byThrow' by an exception
// CHECK: unbalanced-gil.cpp:[[#@LINE-5]]:5: note: 'byThrow' is left here by an exception without undoing it

long thrownAndCaught(long n) {
  PyThreadState *saved = PyEval_SaveThread();
  long result;
  try {
    result = compute(n);
    if (result < 0)
      throw std::runtime_error("negative");
  } catch (const std::exception &) {
    result = 0;
  }
  PyEval_RestoreThread(saved);
  return result;
}

// A library function may throw, but that is no explicit way out.
long implicitThrow(long n) {
  PyThreadState *saved = PyEval_SaveThread();
  long result = compute(n);
  PyEval_RestoreThread(saved);
  return result;
}

PyObject *macroReturn(long n) {
  Py_BEGIN_ALLOW_THREADS
  if (compute(n) < 0)
    return nullptr;
  Py_END_ALLOW_THREADS
  Py_RETURN_NONE;
}
// CHECK: unbalanced-gil.cpp:[[#@LINE-6]]:3: error: 'PyEval_SaveThread' is not undone on a path that leaves 'macroReturn' by a return
// CHECK-NEXT: [[#@LINE-7]] |   Py_BEGIN_ALLOW_THREADS

PyObject *macroBlocked(long n) {
  Py_BEGIN_ALLOW_THREADS
  if (compute(n) < 0) {
    Py_BLOCK_THREADS
    return nullptr;
  }
  Py_END_ALLOW_THREADS
  Py_RETURN_NONE;
}

// Stored in a member and handed out: undone elsewhere.
struct Session {
  PyThreadState *saved = nullptr;
  void enter() { saved = PyEval_SaveThread(); }
  void leave() { PyEval_RestoreThread(saved); }
};
PyThreadState *handOut() { return PyEval_SaveThread(); }

void inLoop(PyObject *f) {
  for (int i = 0; i < 3; ++i) {
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *answer = PyObject_CallNoArgs(f);
    if (!answer)
      break;
    // CHECK: unbalanced-gil.cpp:[[#@LINE-4]]:28: error: 'PyGILState_Ensure' is not undone on a path that leaves 'inLoop' by a return
    Py_DECREF(answer);
    PyGILState_Release(gil);
  }
}
