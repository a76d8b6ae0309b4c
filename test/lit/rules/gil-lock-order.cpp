// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REQUIRES: pybind11, mlir-19
// RUN: not gil-audit --root=%S --rules=gil-lock-order %s -- %pybind11 %mlir19 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --rules=gil-lock-order --format=json --quiet %s -- %pybind11 %mlir19 \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

// CHECK: == The lock 'diagnostic-engine' is held while 'diagnostic-handler' callbacks run, and those wait for the GIL
// CHECK-SAME: (4 places)

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

MlirLogicalResult tell(MlirDiagnostic, void *userData) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(userData))(1);
  return mlirLogicalResultSuccess();
}

uint64_t attachHolding(MlirContext ctx, py::object listener) {
  return mlirContextAttachDiagnosticHandler(ctx, tell, listener.release().ptr(), nullptr);
}
// CHECK: gil-lock-order.cpp:[[#@LINE-2]]:10: error: 'mlirContextAttachDiagnosticHandler' is called with the GIL held and takes the lock 'diagnostic-engine', under which 'diagnostic-handler' callbacks wait for the GIL [gil-audit-gil-lock-order]
// CHECK-NEXT: [[#@LINE-3]] |   return mlirContextAttachDiagnosticHandler(
// CHECK-NEXT: |          ^
// CHECK-NEXT: note: Python calls 'attach_holding', bound here, with the GIL held
// CHECK-NEXT: .def("attach_holding", &attachHolding)
// CHECK-NEXT: ^
// CHECK-NEXT: note: 'attachHolding' calls 'mlirContextAttachDiagnosticHandler' with the GIL held
// CHECK-NEXT: return mlirContextAttachDiagnosticHandler(
// CHECK-NEXT: ^
// CHECK-NEXT: note: 'mlirContextAttachDiagnosticHandler' takes the lock 'diagnostic-engine' (model: lib/CAPI/IR/Diagnostics.cpp:
// CHECK-NEXT: note: under {{.*}} runs 'diagnostic-handler' callbacks (model: {{.*}})
// CHECK-NEXT: note: 'tell' is registered here as a 'diagnostic-handler' callback, through 'mlirContextAttachDiagnosticHandler'
// CHECK-NEXT: return mlirContextAttachDiagnosticHandler(
// CHECK-NEXT: ^
// CHECK-NEXT: note: 'tell' waits for the GIL here
// CHECK-NEXT: py::gil_scoped_acquire gil;
// CHECK-NEXT: ^
// CHECK-NEXT: note: releasing the GIL here costs once per call of 'mlirContextAttachDiagnosticHandler'
// ROLES: error gil-lock-order [[#@LINE-20]] entry call lock model registration operation cost

uint64_t attach(MlirContext ctx, py::object listener) {
  void *userData = listener.release().ptr();
  py::gil_scoped_release release;
  return mlirContextAttachDiagnosticHandler(ctx, tell, userData, nullptr);
}

// In a destructor that Python runs.
struct Capture {
  MlirContext ctx;
  uint64_t id;
  ~Capture() { mlirContextDetachDiagnosticHandler(ctx, id); }
  // CHECK: gil-lock-order.cpp:[[#@LINE-1]]:16: error: 'mlirContextDetachDiagnosticHandler' is called with the GIL held
  // CHECK: note: Python destroys an object
};

// Only where it fails: a warning.
bool parses(MlirContext ctx, const std::string &text) {
  return !mlirTypeIsNull(mlirTypeParseGet(ctx, mlirStringRefCreate(text.data(), text.size())));
}
// CHECK: gil-lock-order.cpp:[[#@LINE-2]]:26: warning: 'mlirTypeParseGet' is called with the GIL held and takes the lock 'diagnostic-engine' when it fails
// ROLES: warning gil-lock-order [[#@LINE-3]] entry call lock

void emit(MlirOperation op, const char *text) {
  MlirLocation where = mlirOperationGetLocation(op);
  mlirEmitError(where, text);
  // CHECK: gil-lock-order.cpp:[[#@LINE-1]]:3: error: 'mlirEmitError' is called with the GIL held
  py::gil_scoped_release release;
  mlirEmitError(where, text);
}

// These take no lock.
int inert(MlirOperation op) {
  mlirOperationDestroy(mlirOperationClone(op));
  return static_cast<int>(mlirOperationGetNumRegions(op));
}

PYBIND11_MODULE(locks, m) {
  py::class_<MlirContext>(m, "Context")
      .def("attach_holding", &attachHolding)
      .def("attach", &attach)
      .def("parses", &parses);
  py::class_<Capture>(m, "Capture");
  py::class_<MlirOperation>(m, "Operation").def("emit", &emit).def("inert", &inert);
}
