// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: slots of a type are called by Python, with the GIL held: tp_dealloc by reference counting, tp_call by a call.
// model: pool.model.json
#include "pool.h"
#include <Python.h>

namespace {

struct Object {
  PyObject_HEAD
  PyObject *callable;
};

void runTask(void *user) {
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
  PyGILState_Release(gil);
}

void dealloc(PyObject *self) {
  Py_XDECREF(reinterpret_cast<Object *>(self)->callable);
  Py_TYPE(self)->tp_free(self);
}

void deallocWaiting(PyObject *self) {
  poolWait(); // expect: gil-held-across-wait
  Py_TYPE(self)->tp_free(self);
}

PyObject *call(PyObject *self, PyObject *, PyObject *) {
  poolSubmit(runTask, reinterpret_cast<Object *>(self)->callable);
  poolFlush(1); // expect: gil-held-across-wait
  Py_BEGIN_ALLOW_THREADS
  poolWait();
  Py_END_ALLOW_THREADS
  Py_RETURN_NONE;
}

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(reinterpret_cast<Object *>(self)->callable);
  return 0;
}

PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
                       {Py_tp_call, reinterpret_cast<void *>(call)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {0, nullptr}};
PyType_Spec spec = {"type_slots.Object", sizeof(Object), 0, Py_TPFLAGS_DEFAULT,
                    slots};

PyTypeObject makeStaticType() {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = "type_slots.Waiting";
  type.tp_basicsize = sizeof(Object);
  type.tp_dealloc = deallocWaiting;
  return type;
}
PyTypeObject waiting = makeStaticType();

PyModuleDef module = {PyModuleDef_HEAD_INIT, "type_slots", nullptr, -1, nullptr,
                      nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_type_slots() {
  if (PyType_Ready(&waiting) < 0)
    return nullptr;
  PyObject *m = PyModule_Create(&module);
  PyModule_AddObject(m, "Object", PyType_FromSpec(&spec));
  return m;
}
