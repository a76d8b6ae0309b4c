# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""latin1.py FILE: writes a C++ source in Latin-1."""
import sys

SOURCE = """#include <Python.h>
#include <thread>
// Gr\xfc\xdfe
static PyObject *leak(PyObject *, PyObject *) {
  PyGILState_Ensure(); std::thread([] {}).join(); return nullptr; } // \xe9
static PyMethodDef Methods[] = {{"gr\xfc\xdfe", leak, METH_NOARGS, "\xe4"}, {}};
static PyModuleDef Module = {PyModuleDef_HEAD_INIT, "m\xf6", "", -1, Methods};
PyMODINIT_FUNC PyInit_m() { return PyModule_Create(&Module); }
"""
with open(sys.argv[1], "w", encoding="latin-1") as out:
    out.write(SOURCE)
