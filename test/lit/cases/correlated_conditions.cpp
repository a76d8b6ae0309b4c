// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a state that is taken and undone under the same condition.
// Silent: no path does the one without the other.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

void checked(void *user) {
  bool had = PyGILState_Check();
  PyGILState_STATE gil{};
  if (!had)
    gil = PyGILState_Ensure();
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  if (!had)
    PyGILState_Release(gil);
}

PyObject *wait(PyObject *, PyObject *flag) {
  bool release = flag == Py_True;
  PyThreadState *saved = nullptr;
  if (release)
    saved = PyEval_SaveThread();
  poolWait();
  if (saved)
    PyEval_RestoreThread(saved);
  Py_RETURN_NONE;
}

PyObject *submit(PyObject *, PyObject *f) {
  Py_INCREF(f);
  poolSubmit(checked, f);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"submit", submit, METH_O, nullptr},
                         {"wait", wait, METH_O, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "correlated", nullptr, -1, methods,
                      nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_correlated() { return PyModule_Create(&module); }
