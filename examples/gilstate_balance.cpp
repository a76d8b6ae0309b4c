// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fault 5: the GIL is taken, or given up, and a way out forgets to undo it.
//
// Bindings without a binding library, on CPython's C API alone. Each
// PyGILState_Ensure needs its PyGILState_Release and each PyEval_SaveThread its
// PyEval_RestoreThread on every path: an early return that skips it leaves the
// GIL with a thread that will never give it back (all other threads stop), or
// returns to the interpreter without the GIL (it crashes).

#include "mlir-c/IR.h"
#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace {

MlirOperation operationOf(PyObject *capsule) {
  return MlirOperation{PyCapsule_GetPointer(capsule, "mlir.Operation")};
}

// Wrong: the early return keeps the GIL.
MlirWalkResult visitBadly(MlirOperation op, void *userData) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyObject *answer = PyObject_CallFunction(static_cast<PyObject *>(userData),
                                           "n", (Py_ssize_t)op.ptr);
  if (!answer)
    return MlirWalkResultInterrupt;
  Py_DECREF(answer);
  PyGILState_Release(gil);
  return MlirWalkResultAdvance;
}

// Right: one way out.
MlirWalkResult visit(MlirOperation op, void *userData) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyObject *answer = PyObject_CallFunction(static_cast<PyObject *>(userData),
                                           "n", (Py_ssize_t)op.ptr);
  MlirWalkResult result =
      answer ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
  Py_XDECREF(answer);
  PyGILState_Release(gil);
  return result;
}

PyObject *walk(PyObject *args, MlirOperationWalkCallback callback) {
  PyObject *capsule, *callable;
  if (!PyArg_ParseTuple(args, "OO", &capsule, &callable))
    return nullptr;
  MlirOperation op = operationOf(capsule);
  PyThreadState *saved = PyEval_SaveThread();
  mlirOperationWalk(op, callback, callable, MlirWalkPreOrder);
  PyEval_RestoreThread(saved);
  if (PyErr_Occurred())
    return nullptr;
  Py_RETURN_NONE;
}

PyObject *walkBadly(PyObject *, PyObject *args) {
  return walk(args, visitBadly);
}

PyObject *walkWell(PyObject *, PyObject *args) { return walk(args, visit); }

// Wrong: a null operation returns to Python without the GIL.
PyObject *countBadly(PyObject *, PyObject *capsule) {
  MlirOperation op = operationOf(capsule);
  PyThreadState *saved = PyEval_SaveThread();
  if (mlirOperationIsNull(op))
    return nullptr;
  intptr_t count = mlirOperationGetNumRegions(op);
  PyEval_RestoreThread(saved);
  return PyLong_FromSsize_t(count);
}

// Right: what needs no release (this question) is asked before it.
PyObject *count(PyObject *, PyObject *capsule) {
  MlirOperation op = operationOf(capsule);
  if (mlirOperationIsNull(op))
    return nullptr;
  PyThreadState *saved = PyEval_SaveThread();
  intptr_t count = mlirOperationGetNumRegions(op);
  PyEval_RestoreThread(saved);
  return PyLong_FromSsize_t(count);
}

PyMethodDef methods[] = {{"walk_badly", walkBadly, METH_VARARGS, nullptr},
                         {"walk", walkWell, METH_VARARGS, nullptr},
                         {"count_badly", countBadly, METH_O, nullptr},
                         {"count", count, METH_O, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT,
                      "gilstate_balance",
                      nullptr,
                      -1,
                      methods,
                      nullptr,
                      nullptr,
                      nullptr,
                      nullptr};

} // namespace

PyMODINIT_FUNC PyInit_gilstate_balance() { return PyModule_Create(&module); }
