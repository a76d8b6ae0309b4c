// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REQUIRES: pybind11, mlir-19
// RUN: not gil-audit --root=%S --rules=gil-held-across-wait %s -- %pybind11 %mlir19 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --rules=gil-held-across-wait --format=json --quiet %s -- %pybind11 %mlir19 \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

// CHECK: == 'diagnostic-handler'
// CHECK-SAME: hang
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

uint64_t attach(MlirContext ctx, py::object listener) {
  void *userData = listener.release().ptr();
  py::gil_scoped_release release;
  return mlirContextAttachDiagnosticHandler(ctx, tell, userData, nullptr);
}

// Through a helper: the place is the call, and the notes lead to it.
bool check(MlirOperation op) { return mlirOperationVerify(op); }
bool verifyHolding(MlirOperation op) { return check(op); }
// CHECK: gil-held-across-wait.cpp:[[#@LINE-2]]:39: error: 'mlirOperationVerify' is called with the GIL held, but may wait for threads that run 'diagnostic-handler' callbacks, which need the GIL{{.*}} [gil-audit-gil-held-across-wait]
// CHECK-NEXT: [[#@LINE-3]] | bool check(MlirOperation op) { return mlirOperationVerify(op); }
// CHECK-NEXT: |                                       ^
// CHECK-NEXT: note: Python calls 'verify_holding', bound here, with the GIL held
// CHECK-NEXT: .def("verify_holding", &verifyHolding)
// CHECK-NEXT: ^
// CHECK-NEXT: gil-held-across-wait.cpp:[[#@LINE-7]]:47: note: 'verifyHolding' calls 'check'
// CHECK-NEXT: bool verifyHolding
// CHECK-NEXT: ^
// CHECK-NEXT: gil-held-across-wait.cpp:[[#@LINE-11]]:39: note: 'check' calls 'mlirOperationVerify' with the GIL held
// CHECK-NEXT: bool check
// CHECK-NEXT: ^
// CHECK-NEXT: note: 'mlirOperationVerify' may wait for threads that run 'diagnostic-handler' callbacks (model: {{.*}})
// CHECK-NEXT: note: 'tell' is registered here as a 'diagnostic-handler' callback, through 'mlirContextAttachDiagnosticHandler'
// CHECK-NEXT: return mlirContextAttachDiagnosticHandler(
// CHECK-NEXT: ^
// CHECK-NEXT: note: 'tell' waits for the GIL here
// CHECK-NEXT: py::gil_scoped_acquire gil;
// CHECK-NEXT: ^
// CHECK: note: releasing the GIL here costs once per call of 'mlirOperationVerify'
// ROLES: gil-held-across-wait [[#@LINE-22]] entry call call model registration operation {{.*}}cost

bool verify(MlirOperation op) {
  py::gil_scoped_release release;
  return check(op); // `check` is entered both ways; one place, no second one.
}

// The guard ends too early.
std::string printLate(MlirOperation op) {
  std::string text;
  {
    py::gil_scoped_release release;
    text.reserve(100);
  }
  mlirOperationPrint(
      op,
      [](MlirStringRef part, void *to) { static_cast<std::string *>(to)->append(part.data, part.length); },
      &text);
  return text;
}
// CHECK: gil-held-across-wait.cpp:[[#@LINE-6]]:3: error: 'mlirOperationPrint' is called with the GIL held
// CHECK: note: Python calls 'print_late', bound here, with the GIL held
// Shared notes of a group are not repeated.
// CHECK-NOT: note: 'tell' is registered here

// Taken again in a released region.
bool verifyTwice(MlirOperation op) {
  py::gil_scoped_release release;
  bool first = mlirOperationVerify(op);
  py::gil_scoped_acquire gil;
  return first && mlirOperationVerify(op);
}
// CHECK: gil-held-across-wait.cpp:[[#@LINE-2]]:19: error: 'mlirOperationVerify' is called with the GIL held
// CHECK: note: 'verifyTwice' takes the GIL here by 'pybind11::gil_scoped_acquire'

// No guard, but nobody waits here: a walk calls back on this thread.
void walk(MlirOperation op) {
  mlirOperationWalk(
      op, [](MlirOperation, void *) { return MlirWalkResultAdvance; }, nullptr, MlirWalkPreOrder);
}

PYBIND11_MODULE(waits, m) {
  py::class_<MlirContext>(m, "Context").def("attach", &attach);
  py::class_<MlirOperation>(m, "Operation")
      .def("verify_holding", &verifyHolding)
      .def("verify", &verify)
      .def("print_late", &printLate)
      .def("verify_twice", &verifyTwice)
      .def("walk", &walk)
      // The function itself is bound: the place is the def.
      .def("verify_bound", &mlirOperationVerify)
      // CHECK: gil-held-across-wait.cpp:[[#@LINE-1]]:8: error: 'mlirOperationVerify' is called with the GIL held
      // CHECK: note: Python calls 'verify_bound': 'mlirOperationVerify' is bound here itself and entered with the GIL held
      .def("verify_guarded", &mlirOperationVerify, py::call_guard<py::gil_scoped_release>());
}
