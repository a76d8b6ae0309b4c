// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not gil-audit --root=%S --model=%S/../cases/pool.model.json %s -- %capi \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --model=%S/../cases/pool.model.json --format=json --quiet %s -- %capi \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

#include <Python.h>

extern "C" {
typedef void (*Hook)(void *user);
struct PoolMoreHooks {
  Hook begin;
  int flags;
  Hook end;
};
struct PoolOptions {
  int threads;
};
void poolSubmit(Hook task, void *user); // in the model
void poolOnIdle(Hook idle, void *user); // not in it, as all that follow
void poolOnAny(void *user, Hook idle);
void poolSetMoreHooks(PoolMoreHooks hooks, void *user);
void poolSetMoreHooksAt(const PoolMoreHooks *hooks, void *user);
void poolSetOptions(PoolOptions options, void *user);
void otherOnIdle(Hook idle, void *user);
}
namespace pool {
void onIdle(Hook idle, void *user);
}

static void acquiring(void *user) {
  PyGILState_STATE gil = PyGILState_Ensure();
  Py_DECREF((PyObject *)user);
  PyGILState_Release(gil);
}

static PyObject *install(PyObject *, PyObject *f) {
  poolSubmit(acquiring, f);
  poolOnIdle(acquiring, f);
  // CHECK: unmodelled-callback.cpp:[[#@LINE-1]]:3: warning: a callback is handed to 'poolOnIdle', which no model describes: {{.*}} [gil-audit-unmodelled-callback]
  // CHECK-NEXT: |   poolOnIdle(acquiring, f);
  // CHECK-NEXT: |   ^
  // ROLES: warning unmodelled-callback [[#@LINE-4]] call
  poolOnAny(f, &acquiring);
  // CHECK: unmodelled-callback.cpp:[[#@LINE-1]]:3: warning: a callback is handed to 'poolOnAny'
  PoolMoreHooks hooks = {acquiring, 0, nullptr};
  poolSetMoreHooks(hooks, f);
  // CHECK: unmodelled-callback.cpp:[[#@LINE-1]]:3: warning: a callback is handed to 'poolSetMoreHooks'
  poolSetMoreHooksAt(&hooks, f);
  // CHECK: unmodelled-callback.cpp:[[#@LINE-1]]:3: warning: a callback is handed to 'poolSetMoreHooksAt'
  // No callback, another prefix, a namespace that the model does not have.
  poolOnIdle(nullptr, f);
  poolSetOptions(PoolOptions{1}, f);
  otherOnIdle(acquiring, f);
  pool::onIdle(acquiring, f);
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"install", install, METH_O, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "m", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};
PyMODINIT_FUNC PyInit_m() { return PyModule_Create(&module); }
