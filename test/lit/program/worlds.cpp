// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a finding rests on: a registration that was seen, MLIR's own bindings,
// or the user's word. The last two are "assumed", and the notes say which.
//
// REQUIRES: pybind11, mlir-19
// RUN: not gil-audit --root=%S %s -- %pybind11 %mlir19 -DINTEROP | FileCheck %s --check-prefix=OWN
// OWN: error: 'mlirOperationVerify' is called with the GIL held
// OWN: note: the API's own Python bindings register 'diagnostic-handler' callbacks, and those need the GIL
// RUN: gil-audit --root=%S --closed-world %s -- %pybind11 %mlir19 -DINTEROP | FileCheck %s --check-prefix=NOTHING
// RUN: gil-audit --root=%S %s -- %pybind11 %mlir19 | FileCheck %s --check-prefix=NOTHING
// NOTHING: gil-audit: nothing found
// RUN: not gil-audit --root=%S --closed-world --assume-registered=diagnostic-handler %s -- %pybind11 %mlir19 \
// RUN:   | FileCheck %s --check-prefix=USER
// USER: error: 'mlirOperationVerify' is called with the GIL held
// USER: note: 'diagnostic-handler' callbacks are taken to need the GIL (--assume-registered)
// RUN: not gil-audit --root=%S %s -- %pybind11 %mlir19 -DREGISTER | FileCheck %s --check-prefix=SEEN
// SEEN: error: 'mlirOperationVerify' is called with the GIL held
// SEEN: note: the lambda in {{.*}} is registered here as a 'diagnostic-handler' callback
//
// RUN: not gil-audit --root=%S --format=json --quiet %s -- %pybind11 %mlir19 -DINTEROP | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: "basis": "assumed"
// RUN: not gil-audit --root=%S --format=json --quiet %s -- %pybind11 %mlir19 -DREGISTER | FileCheck %s --check-prefix=REGISTERED
// REGISTERED: "basis": "registered"
//
// Without workers only locks are left.
// RUN: not gil-audit --root=%S --assume-threading=off %s -- %pybind11 %mlir19 -DINTEROP | FileCheck %s --check-prefix=OFF
// OFF-NOT: gil-held-across-wait
// OFF: error: 'mlirOperationVerify' is called with the GIL held and takes the lock 'diagnostic-engine'
// OFF-NOT: gil-held-across-wait
//
// RUN: not gil-audit --root=%S --assume-registered=diagnostic-handlers %s -- 2>&1 | FileCheck %s --check-prefix=TYPO
// TYPO: diagnostic-handlers
// TYPO-SAME: did you mean 'diagnostic-handler'?

#ifdef INTEROP
#include "mlir-c/Bindings/Python/Interop.h"
#endif
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

PYBIND11_MODULE(worlds, m) {
  py::class_<MlirOperation>(m, "Operation").def("verify", [](MlirOperation op) { return mlirOperationVerify(op); });
#ifdef REGISTER
  m.def("attach", [](MlirContext ctx) {
    py::gil_scoped_release release;
    mlirContextAttachDiagnosticHandler(
        ctx,
        [](MlirDiagnostic, void *) {
          py::gil_scoped_acquire gil;
          py::print("diagnostic");
          return mlirLogicalResultSuccess();
        },
        nullptr, nullptr);
  });
#endif
}
