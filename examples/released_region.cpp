// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fault 3: Python is touched after the GIL was given up.
//
// This is the mistake of whoever repairs fault 2. The release guard lives
// until the end of its scope, and much more happens in a scope than one sees:
// arguments are evaluated, results are converted, temporaries and locals are
// destroyed. One Python object among them is enough for a crash.

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

// Wrong: the answer becomes a Python object inside of the released region.
py::object verifyBadly(MlirOperation self) {
  py::gil_scoped_release release;
  bool ok = mlirOperationVerify(self);
  return py::bool_(ok);
}

// Right: the region ends first.
py::object verify(MlirOperation self) {
  bool ok;
  {
    py::gil_scoped_release release;
    ok = mlirOperationVerify(self);
  }
  return py::bool_(ok);
}

// Wrong: the argument is evaluated when the GIL is gone already, and reading a
// Python attribute is Python.
bool runBadly(MlirPassManager self, py::object holder) {
  py::gil_scoped_release release;
  return mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(self, holder.attr("op").cast<MlirOperation>()));
}

// Right: the argument is taken out of Python before.
bool run(MlirPassManager self, py::object holder) {
  auto op = holder.attr("op").cast<MlirOperation>();
  py::gil_scoped_release release;
  return mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(self, op));
}

} // namespace

PYBIND11_MODULE(released_region, m) {
  py::class_<MlirOperation>(m, "Operation")
      .def("verify_badly", &verifyBadly)
      .def("verify", &verify);
  py::class_<MlirPassManager>(m, "PassManager")
      .def("run_badly", &runBadly)
      .def("run", &run)
      // Wrong, with the guard out of sight: call_guard covers the whole body.
      .def(
          "run_and_log",
          [](MlirPassManager self, MlirOperation op, py::list log) {
            mlirPassManagerRunOnOp(self, op);
            log.append("done");
          },
          py::call_guard<py::gil_scoped_release>());
}
