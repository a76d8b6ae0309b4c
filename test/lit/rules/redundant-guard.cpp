// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Off by default, and no reason to fail.
// REQUIRES: pybind11, mlir-19
// RUN: gil-audit --root=%S %s -- %pybind11 %mlir19 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: gil-audit: nothing found in 1 translation unit
// RUN: gil-audit --root=%S --pedantic %s -- %pybind11 %mlir19 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=redundant-guard]
// RUN: gil-audit --root=%S --pedantic --format=json --quiet %s -- %pybind11 %mlir19 \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

// Around calls that start nothing and call nothing.
intptr_t regions(MlirOperation op) {
  py::gil_scoped_release release;
  return mlirOperationGetNumRegions(op);
}
// CHECK: redundant-guard.cpp:[[#@LINE-3]]:26: note: {{.*}} [gil-audit-redundant-guard]
// ROLES: note redundant-guard [[#@LINE-4]]

// Where the GIL is held on every path.
py::object pair(MlirOperation op) {
  py::gil_scoped_acquire gil;
  return py::make_tuple(mlirOperationGetNumOperands(op), mlirOperationGetNumResults(op));
}
// CHECK: redundant-guard.cpp:[[#@LINE-3]]:26: note: {{.*}} [gil-audit-redundant-guard]

// Around a wait, work of the project's own, or in a callback they are not.
MlirLogicalResult tell(MlirDiagnostic, void *userData) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(userData))(1);
  return mlirLogicalResultSuccess();
}
uint64_t attach(MlirContext ctx, py::object listener) {
  void *userData = listener.release().ptr();
  py::gil_scoped_release release;
  return mlirContextAttachDiagnosticHandler(ctx, tell, userData, nullptr);
}
bool verify(MlirOperation op) {
  py::gil_scoped_release release;
  return mlirOperationVerify(op);
}
long compute(long n);
long work(long n) {
  py::gil_scoped_release release;
  return compute(n);
}

// Entered both ways: the guard is needed by one of them.
void notify(py::handle f) {
  py::gil_scoped_acquire gil;
  f();
}
void notifyReleased(py::handle f) {
  py::gil_scoped_release release;
  compute(1);
  notify(f);
}

PYBIND11_MODULE(guards, m) {
  py::class_<MlirContext>(m, "Context").def("attach", &attach);
  py::class_<MlirOperation>(m, "Operation").def("regions", &regions).def("pair", &pair).def("verify", &verify);
  m.def("work", &work);
  m.def("notify", &notify);
  m.def("notify_released", &notifyReleased);
}
