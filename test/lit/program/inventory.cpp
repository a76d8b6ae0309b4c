// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The positive half of the audit: what is safe is listed too.
//
// REQUIRES: pybind11
// RUN: not gil-audit --root=%S --inventory --quiet --model=%S/../cases/pool.model.json %s -- -I%S/../cases %pybind11 \
// RUN:   | FileCheck %s --check-prefixes=TABLE
// RUN: not gil-audit --root=%S --format=json --quiet --model=%S/../cases/pool.model.json %s -- -I%S/../cases %pybind11 \
// RUN:   | %python %S/inventory.py | FileCheck %s --implicit-check-not=callback --implicit-check-not=binding --implicit-check-not=call

#include "pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void bare(void *user) { Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); }
static void acquiring(void *user) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user)));
}
static void native(void *user) { ++*static_cast<int *>(user); }
static void late(void *user) {
  Py_INCREF(static_cast<PyObject *>(user));
  py::gil_scoped_acquire gil;
  Py_DECREF(static_cast<PyObject *>(user));
}

// TABLE: callbacks (5)
// TABLE-NEXT: handed over at {{ *}}kind {{ *}}api {{ *}}acquires {{ *}}verdict
// TABLE: bindings (5)
// TABLE-NEXT: bound at {{ *}}name {{ *}}form {{ *}}verdict {{ *}}reaches
// TABLE: inventory.cpp:[[#]] {{ *}}wait_released {{ *}}def {{ *}}{{.*}} {{ *}}poolWait
// TABLE: calls (3)
// TABLE-NEXT: called at {{ *}}api {{ *}}gil {{ *}}verdict

static void submitAll(py::object f) {
  PyObject *user = f.release().ptr();
  poolSubmit(bare, user);
  // CHECK: callback [[#@LINE-1]] pool-task poolSubmit no
  poolSubmit(acquiring, user);
  // CHECK-NEXT: callback [[#@LINE-1]] pool-task poolSubmit yes
  poolSubmit(native, user);
  // CHECK-NEXT: callback [[#@LINE-1]] pool-task poolSubmit no
  poolSubmit(late, user);
  // CHECK-NEXT: callback [[#@LINE-1]] pool-task poolSubmit late
  poolEach(native, user);
  // CHECK-NEXT: callback [[#@LINE-1]] pool-visit poolEach no
}

PYBIND11_MODULE(inventory, m) {
  m.def("submit_all", &submitAll);
  // CHECK-NEXT: binding [[#@LINE-1]] submit_all def poolEach
  m.def("wait", [] { poolWait(); });
  // CHECK-NEXT: binding [[#@LINE-1]] wait def poolWait
  m.def("wait_released", [] {
    // CHECK-NEXT: binding [[#@LINE-1]] wait_released def poolWait
    py::gil_scoped_release release;
    poolWait();
  });
  m.def("wait_bound", &poolWait, py::call_guard<py::gil_scoped_release>());
  // CHECK-NEXT: binding [[#@LINE-1]] wait_bound def poolWait
  m.def("log", &poolLog);
  // CHECK-NEXT: binding [[#@LINE-1]] log def poolLog
  // Reaches nothing of the model that matters: not listed.
  m.def("size", [] { return poolSize(); });
}

// Calls that wait, lock or call back, each with the state that it is made in.
// CHECK-NEXT: call {{[0-9]+}} poolEach held
// CHECK-NEXT: call {{[0-9]+}} poolWait held
// CHECK-NEXT: call {{[0-9]+}} poolWait released
