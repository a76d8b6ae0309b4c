// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: since LLVM 22 it verifies only where there is no state; an argument that is not written as null is a state.
// flags: pybind11
// needs: mlir-19
// options: --assume-registered=diagnostic-handler --api-version=mlir=22
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

namespace {

void append(MlirStringRef part, void *to) {
  static_cast<std::string *>(to)->append(part.data, part.length);
}

std::string print(MlirOperation op, MlirAsmState state) {
  std::string text;
  mlirOperationPrintWithState(op, state, append, &text);
  return text;
}

} // namespace

PYBIND11_MODULE(api_version, m) {
  py::class_<MlirAsmState>(m, "AsmState");
  py::class_<MlirOperation>(m, "Operation").def("print", &print);
}
