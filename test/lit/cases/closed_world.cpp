// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the same in a closed world: only what this code registers counts, and that is nothing.
// flags: pybind11
// needs: mlir-19
// options: --closed-world
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

PYBIND11_MODULE(closed_world, m) {
  m.def("verify", [](py::handle op) {
    return mlirOperationVerify(fromPython(op));
  });
  m.def("verify_released", [](py::handle op) {
    MlirOperation raw = fromPython(op);
    py::gil_scoped_release release;
    return mlirOperationVerify(raw);
  });
  m.def("parse_type", [](py::handle op, const char *text) {
    MlirContext ctx = mlirOperationGetContext(fromPython(op));
    return mlirTypeIsNull(mlirTypeParseGet(ctx, mlirStringRefCreateFromCString(text)));
  });
}
