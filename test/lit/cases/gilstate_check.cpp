// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: code that asks PyGILState_Check first proves nothing either way; what it does afterwards is judged as usual.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

void checkedThenBare(void *user) {
  if (!PyGILState_Check())
    return;
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
}

void bare(void *user) {
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); // expect: callback-without-gil
}

PyObject *submit(PyObject *, PyObject *f) {
  Py_INCREF(f);
  poolSubmit(checkedThenBare, f);
  poolSubmit(bare, f);
  Py_RETURN_NONE;
}

PyObject *wait(PyObject *, PyObject *) {
  PyThreadState *saved = PyGILState_Check() ? PyEval_SaveThread() : nullptr;
  poolWait();
  if (saved)
    PyEval_RestoreThread(saved);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"submit", submit, METH_O, nullptr},
                         {"wait", wait, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "gilstate_check", nullptr, -1,
                      methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_gilstate_check() { return PyModule_Create(&module); }
