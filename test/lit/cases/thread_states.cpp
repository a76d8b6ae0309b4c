// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the low-level pairs: PyThreadState_Swap, PyEval_ReleaseThread and PyEval_AcquireThread.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

PyInterpreterState *interpreter;

// A worker with a thread state of its own.
void runTask(void *user) {
  PyThreadState *state = PyThreadState_New(interpreter);
  PyEval_AcquireThread(state);
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  PyThreadState_Clear(state);
  PyEval_ReleaseThread(state);
}

PyObject *waitByRelease(PyObject *, PyObject *) {
  PyThreadState *state = PyThreadState_Get();
  PyEval_ReleaseThread(state);
  poolWait();
  PyEval_AcquireThread(state);
  Py_RETURN_NONE;
}

PyObject *waitBySwap(PyObject *, PyObject *) {
  PyThreadState *state = PyThreadState_Swap(nullptr);
  PyThreadState_Swap(state);
  poolWait(); // expect: gil-held-across-wait
  Py_RETURN_NONE;
}

PyObject *pythonAfterRelease(PyObject *, PyObject *) {
  PyThreadState *state = PyThreadState_Get();
  PyEval_ReleaseThread(state);
  PyObject *size = PyLong_FromLong(poolSize()); // expect: python-without-gil
  PyEval_AcquireThread(state);
  return size;
}

PyObject *pythonAfterSwap(PyObject *, PyObject *) {
  PyThreadState *state = PyThreadState_Swap(nullptr);
  PyObject *size = PyLong_FromLong(poolSize()); // expect: python-without-gil
  PyThreadState_Swap(state);
  return size;
}

PyObject *submit(PyObject *, PyObject *f) {
  interpreter = PyInterpreterState_Get();
  Py_INCREF(f);
  poolSubmit(runTask, f);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"submit", submit, METH_O, nullptr},
    {"wait_by_release", waitByRelease, METH_NOARGS, nullptr},
    {"wait_by_swap", waitBySwap, METH_NOARGS, nullptr},
    {"python_after_release", pythonAfterRelease, METH_NOARGS, nullptr},
    {"python_after_swap", pythonAfterSwap, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "thread_states", nullptr, -1,
                      methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_thread_states() { return PyModule_Create(&module); }
