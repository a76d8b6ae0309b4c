// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: bindings that build on MLIR's own share its contexts, so MLIR's Python handlers count as registered.
// flags: pybind11
// needs: mlir-19
#include "mlir-c/Bindings/Python/Interop.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

MlirOperation fromPython(py::handle op) {
  py::object capsule = op.attr(MLIR_PYTHON_CAPI_PTR_ATTR);
  return mlirPythonCapsuleToOperation(capsule.ptr());
}

} // namespace

PYBIND11_MODULE(open_world, m) {
  m.def("verify", [](py::handle op) {
    return mlirOperationVerify(fromPython(op)); // expect: gil-held-across-wait
  });
  m.def("verify_released", [](py::handle op) {
    MlirOperation raw = fromPython(op);
    py::gil_scoped_release release;
    return mlirOperationVerify(raw);
  });
  m.def("parse_type", [](py::handle op, const char *text) {
    MlirContext ctx = mlirOperationGetContext(fromPython(op));
    return mlirTypeIsNull(mlirTypeParseGet(ctx, mlirStringRefCreateFromCString(text))); // expect: gil-lock-order warning
  });
}
