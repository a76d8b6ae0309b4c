// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the built-in model says of the functions that bindings call most: who
// waits, who takes the engine's lock, always or where it fails, and who neither.
//
// REQUIRES: pybind11, mlir-19
// RUN: not gil-audit --root=%S --assume-registered=diagnostic-handler --quiet --format=json %s -- %pybind11 %mlir19 \
// RUN:   | %python %S/../roles.py | FileCheck %s --implicit-check-not=gil-
// In a closed world nothing is registered, and nothing reported.
// RUN: gil-audit --root=%S --closed-world %s -- %pybind11 %mlir19 | FileCheck %s --check-prefix=CLOSED
// CLOSED: gil-audit: nothing found in 1 translation unit; mlir-c

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void sink(MlirStringRef, void *) {}
static MlirLogicalResult handle(MlirDiagnostic, void *) { return mlirLogicalResultSuccess(); }

static void waiting(MlirContext ctx, MlirOperation op, MlirBlock block, MlirValue value, MlirModule module,
                    MlirPassManager pm, MlirOpPrintingFlags flags, MlirStringRef text) {
  mlirOperationVerify(op);
  // CHECK: error gil-held-across-wait [[#@LINE-1]] entry call model registration lock
  mlirOperationPrint(op, sink, nullptr);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirOperationPrintWithFlags(op, flags, sink, nullptr);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirOperationDump(op);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirBlockPrint(block, sink, nullptr);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirValuePrint(value, sink, nullptr);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirValueDump(value);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirAsmStateCreateForOperation(op, flags);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirAsmStateCreateForValue(value, flags);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirModuleCreateParse(ctx, text);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirOperationCreateParse(ctx, text, text);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
  mlirPassManagerRunOnOp(pm, op);
  // CHECK: error gil-held-across-wait [[#@LINE-1]]
}

static void locking(MlirContext ctx, MlirLocation where, MlirType type, MlirAttribute none, MlirStringRef text) {
  mlirEmitError(where, "");
  // CHECK: error gil-lock-order [[#@LINE-1]] entry call lock {{(model )?}}registration
  mlirContextAttachDiagnosticHandler(ctx, handle, nullptr, nullptr);
  // CHECK: error gil-lock-order [[#@LINE-1]]
  mlirContextDetachDiagnosticHandler(ctx, 1);
  // CHECK: error gil-lock-order [[#@LINE-1]]
  mlirTypeParseGet(ctx, text);
  // CHECK: warning gil-lock-order [[#@LINE-1]]
  mlirAttributeParseGet(ctx, text);
  // CHECK: warning gil-lock-order [[#@LINE-1]]
  int64_t size = 1;
  mlirRankedTensorTypeGetChecked(where, 1, &size, type, none);
  // CHECK: warning gil-lock-order [[#@LINE-1]]
}

static void inert(MlirContext ctx, MlirOperation op, MlirType type, MlirAttribute attr, MlirValue value,
                  MlirLocation where, MlirOpPrintingFlags flags) {
  mlirOperationClone(op);
  mlirOperationWriteBytecode(op, sink, nullptr);
  mlirOperationWalk(
      op, [](MlirOperation, void *) { return MlirWalkResultAdvance; }, nullptr, MlirWalkPreOrder);
  mlirTypePrint(type, sink, nullptr);
  mlirAttributePrint(attr, sink, nullptr);
  mlirLocationPrint(where, sink, nullptr);
  mlirValuePrintAsOperand(value, MlirAsmState{nullptr}, sink, nullptr);
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  mlirContextEnableMultithreading(ctx, false); // waits for idle workers
  mlirOperationDestroy(op);
  mlirContextDestroy(ctx); // and so does this
}

PYBIND11_MODULE(model, m) {
  m.def("waiting", &waiting);
  m.def("locking", &locking);
  m.def("inert", &inert);
}
