// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: Py_AddPendingCall needs no GIL, and what it schedules is called by the interpreter, with the GIL.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

int callLater(void *user) {
  auto *f = static_cast<PyObject *>(user);
  Py_XDECREF(PyObject_CallNoArgs(f));
  Py_DECREF(f);
  return 0;
}

int waitLater(void *) {
  poolWait(); // expect: gil-held-across-wait
  return 0;
}

void acquiring(void *user) {
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  PyGILState_Release(gil);
}

void runTask(void *user) {
  if (!Py_IsInitialized())
    return;
  Py_AddPendingCall(callLater, user);
  Py_AddPendingCall(waitLater, nullptr);
}

PyObject *submit(PyObject *, PyObject *f) {
  Py_INCREF(f);
  poolSubmit(runTask, f);
  poolSubmit(acquiring, f);
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"submit", submit, METH_O, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "pending_calls", nullptr, -1,
                      methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_pending_calls() { return PyModule_Create(&module); }
