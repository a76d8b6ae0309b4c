// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: module init and the functions of Python's own tables are entered with the GIL; macros that return None count a reference.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

void runTask(void *user) {
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  PyGILState_Release(gil);
}

PyObject *getSize(PyObject *, void *) {
  poolWait(); // expect: gil-held-across-wait
  return PyLong_FromLong(poolSize());
}

PyObject *returnNone(PyObject *, PyObject *) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyThreadState *saved = PyEval_SaveThread();
  poolWait();
  PyObject *none = Py_NewRef(Py_None); // expect: python-without-gil
  PyEval_RestoreThread(saved);
  PyGILState_Release(gil);
  return none;
}

PyObject *submit(PyObject *, PyObject *f) {
  Py_INCREF(f);
  poolSubmit(runTask, f);
  Py_RETURN_NONE;
}

int execute(PyObject *m) {
  poolWait(); // expect: gil-held-across-wait
  return PyModule_AddIntConstant(m, "size", poolSize());
}

PyGetSetDef getters[] = {{"size", getSize, nullptr, nullptr, nullptr},
                         {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef methods[] = {{"submit", submit, METH_O, nullptr},
                         {"return_none", returnNone, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, {0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "module_init", nullptr, 0, methods,
                      slots, nullptr, nullptr, nullptr};

} // namespace

PyGetSetDef *moduleGetters() { return getters; }

PyMODINIT_FUNC PyInit_module_init() {
  poolWait(); // expect: gil-held-across-wait
  return PyModuleDef_Init(&module);
}
