// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ticker.h"

static PyObject *tickOnce(PyObject *, PyObject *callback) {
  tick(callback);
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"tick", tickOnce, METH_O, "Calls the argument on another thread."},
    {nullptr, nullptr, 0, nullptr}};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "ticker", nullptr, -1,
                             methods, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_ticker() { return PyModule_Create(&module); }
