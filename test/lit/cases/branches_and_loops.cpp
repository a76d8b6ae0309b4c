// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: switch, conditional expressions, short circuits, loops with break and continue.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

void runTask(void *user) {
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  PyGILState_Release(gil);
}

PyObject *inSwitch(PyObject *, PyObject *arg) {
  switch (PyLong_AsLong(arg)) {
  case 0: {
    Py_BEGIN_ALLOW_THREADS
    poolWait();
    Py_END_ALLOW_THREADS
    break;
  }
  case 1:
    poolWait(); // expect: gil-held-across-wait
    [[fallthrough]];
  default:
    poolSize();
  }
  Py_RETURN_NONE;
}

PyObject *inConditional(PyObject *, PyObject *arg) {
  int block = arg == Py_True;
  return block ? PyLong_FromLong(poolFlush(1)) // expect: gil-held-across-wait
               : PyLong_FromLong(poolFlush(0));
}

PyObject *inShortCircuit(PyObject *, PyObject *) {
  PyThreadState *saved = PyEval_SaveThread();
  bool ok = poolFlush(1) && poolSize() > 0;
  PyEval_RestoreThread(saved);
  if (ok && poolFlush(1)) // expect: gil-held-across-wait
    Py_RETURN_TRUE;
  Py_RETURN_FALSE;
}

PyObject *inLoop(PyObject *, PyObject *list) {
  for (int i = 0; i < 3; ++i) {
    PyThreadState *saved = PyEval_SaveThread();
    if (poolFlush(1)) {
      PyEval_RestoreThread(saved);
      continue;
    }
    PyEval_RestoreThread(saved);
    if (PyList_Append(list, Py_None) < 0)
      break;
  }
  Py_RETURN_NONE;
}

PyObject *continueReleased(PyObject *, PyObject *list) {
  for (int i = 0; i < 3; ++i) {
    PyThreadState *saved = PyEval_SaveThread();
    if (poolFlush(1)) {
      PyList_Append(list, Py_None); // expect: python-without-gil
      PyEval_RestoreThread(saved);
      continue;
    }
    PyEval_RestoreThread(saved);
  }
  Py_RETURN_NONE;
}

PyObject *blockThreads(PyObject *, PyObject *list) {
  Py_BEGIN_ALLOW_THREADS
  poolWait();
  Py_BLOCK_THREADS
  PyList_Append(list, Py_None);
  Py_UNBLOCK_THREADS
  poolWait();
  Py_END_ALLOW_THREADS
  Py_RETURN_NONE;
}

PyObject *submit(PyObject *, PyObject *f) {
  Py_INCREF(f);
  poolSubmit(runTask, f);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"submit", submit, METH_O, nullptr},
    {"in_switch", inSwitch, METH_O, nullptr},
    {"in_conditional", inConditional, METH_O, nullptr},
    {"in_short_circuit", inShortCircuit, METH_NOARGS, nullptr},
    {"in_loop", inLoop, METH_O, nullptr},
    {"continue_released", continueReleased, METH_O, nullptr},
    {"block_threads", blockThreads, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "branches", nullptr, -1, methods,
                      nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_branches() { return PyModule_Create(&module); }
