// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: MLIR's own helpers for out-of-tree dialects: mlir_attribute_subclass and its def_* forms.
// flags: pybind11
// needs: mlir-19
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir/Bindings/Python/PybindAdaptors.h"
#include <string>

namespace py = pybind11;
using namespace mlir::python::adaptors;

namespace {

void append(MlirStringRef part, void *to) {
  static_cast<std::string *>(to)->append(part.data, part.length);
}

} // namespace

PYBIND11_MODULE(adaptors, m) {
  mlir_attribute_subclass(m, "MyAttr", mlirAttributeIsAString)
      .def_classmethod("parse",
                       [](py::object cls, MlirContext ctx, const std::string &text) {
                         return cls(mlirAttributeParseGet( // expect: gil-lock-order warning
                             ctx, mlirStringRefCreate(text.data(), text.size())));
                       })
      .def_property_readonly("size", [](MlirAttribute self) {
        return mlirStringAttrGetValue(self).length;
      });
  mlir_type_subclass(m, "MyType", mlirTypeIsAInteger)
      .def("text", [](MlirType self) {
        std::string text;
        mlirTypePrint(self, append, &text);
        return text;
      });
  m.def("verify", [](MlirOperation op) {
    return mlirOperationVerify(op); // expect: gil-held-across-wait
  });
  m.def("verify_released", [](MlirOperation op) {
    py::gil_scoped_release release;
    return mlirOperationVerify(op);
  });
  m.def("register_dialect", [](MlirContext ctx, bool load) {
    if (load)
      mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString("my"));
  }, py::arg("context").none() = py::none(), py::arg("load") = true);
}
