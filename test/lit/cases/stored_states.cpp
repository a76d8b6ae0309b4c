// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a state that is stored or handed out is undone elsewhere; one that is dropped or overwritten is not.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

struct Session {
  PyThreadState *saved = nullptr;
  void enter() { saved = PyEval_SaveThread(); }
  void leave() { PyEval_RestoreThread(saved); }
};

PyThreadState *stored;

PyThreadState *handedOut() { return PyEval_SaveThread(); }

void outParameter(PyGILState_STATE *state) { *state = PyGILState_Ensure(); }

void inGlobal() { stored = PyEval_SaveThread(); }

void dropped() {
  PyGILState_Ensure(); // expect: unbalanced-gil
  PyErr_Clear();
}

PyObject *use(PyObject *, PyObject *) {
  Session session;
  session.enter();
  poolSize();
  session.leave();
  PyThreadState *state = handedOut();
  poolSize();
  PyEval_RestoreThread(state);
  inGlobal();
  poolSize();
  PyEval_RestoreThread(stored);
  PyGILState_STATE gil;
  outParameter(&gil);
  PyGILState_Release(gil);
  dropped();
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"use", use, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "stored_states", nullptr, -1,
                      methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_stored_states() { return PyModule_Create(&module); }
