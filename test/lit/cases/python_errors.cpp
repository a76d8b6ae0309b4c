// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: in a released region errors cannot be raised by hand; objects that are only compared or stored are fine.
#include <Python.h>

long compute(long n);

namespace {

PyObject *last;

PyObject *raiseInside(PyObject *, PyObject *arg) {
  long n = PyLong_AsLong(arg);
  long result;
  Py_BEGIN_ALLOW_THREADS
  result = compute(n);
  if (result < 0)
    PyErr_SetString(PyExc_ValueError, "negative"); // expect: python-without-gil
  Py_END_ALLOW_THREADS
  return result < 0 ? nullptr : PyLong_FromLong(result);
}

PyObject *raiseOutside(PyObject *, PyObject *arg) {
  long n = PyLong_AsLong(arg);
  long result;
  Py_BEGIN_ALLOW_THREADS
  result = compute(n);
  Py_END_ALLOW_THREADS
  if (result < 0) {
    PyErr_SetString(PyExc_ValueError, "negative");
    return nullptr;
  }
  return PyLong_FromLong(result);
}

PyObject *asValues(PyObject *, PyObject *arg) {
  bool same;
  Py_BEGIN_ALLOW_THREADS
  same = arg == last || arg == Py_None || arg == Py_True;
  last = arg;
  Py_END_ALLOW_THREADS
  return PyBool_FromLong(same);
}

PyObject *raw(PyObject *, PyObject *) {
  void *memory;
  Py_BEGIN_ALLOW_THREADS
  memory = PyMem_RawMalloc(16);
  PyMem_RawFree(memory);
  memory = PyMem_Malloc(16); // expect: python-without-gil
  Py_END_ALLOW_THREADS
  PyMem_Free(memory);
  Py_RETURN_NONE;
}

PyObject *locked(PyObject *, PyObject *) {
  PyThread_type_lock lock = PyThread_allocate_lock();
  Py_BEGIN_ALLOW_THREADS
  PyThread_acquire_lock(lock, WAIT_LOCK);
  Py_END_ALLOW_THREADS
  PyThread_release_lock(lock);
  PyThread_free_lock(lock);
  Py_RETURN_NONE;
}

PyObject *signals(PyObject *, PyObject *) {
  int status = 0;
  PyThreadState *saved = PyEval_SaveThread();
  for (int i = 0; i < 10 && status == 0; ++i) {
    compute(i);
    PyEval_RestoreThread(saved);
    status = PyErr_CheckSignals();
    saved = PyEval_SaveThread();
  }
  PyEval_RestoreThread(saved);
  return status ? nullptr : PyLong_FromLong(0);
}

PyMethodDef methods[] = {{"raise_inside", raiseInside, METH_O, nullptr},
                         {"raise_outside", raiseOutside, METH_O, nullptr},
                         {"as_values", asValues, METH_O, nullptr},
                         {"raw", raw, METH_NOARGS, nullptr},
                         {"locked", locked, METH_NOARGS, nullptr},
                         {"signals", signals, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "python_errors", nullptr, -1,
                      methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_python_errors() { return PyModule_Create(&module); }
