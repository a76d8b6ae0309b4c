// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fault 2: the GIL is held by a thread that waits for threads that want it.
//
// The other half of callback_crash.cpp. Once a callback takes the GIL as it
// should, whoever starts the work must give the GIL up while it waits:
// otherwise the pool thread waits for the GIL, and the thread that holds the
// GIL waits for the pool. Nothing moves again; there is no error message.
//
// Running a pass manager obviously starts work. That verifying, printing and
// parsing do so too is less obvious: they check operations in parallel, and
// what they complain about goes to a diagnostic handler that may be Python.

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

namespace {

void appendText(MlirStringRef part, void *to) {
  static_cast<std::string *>(to)->append(part.data, part.length);
}

// A diagnostic handler that does it right: text first, then the GIL.
MlirLogicalResult tellPython(MlirDiagnostic diagnostic, void *userData) {
  std::string text;
  mlirDiagnosticPrint(diagnostic, appendText, &text);
  py::gil_scoped_acquire gil;
  py::handle listener(static_cast<PyObject *>(userData));
  listener(text);
  return mlirLogicalResultSuccess();
}

uint64_t attachListener(MlirContext self, py::object listener) {
  void *userData = listener.release().ptr();
  py::gil_scoped_release release; // See lock_order.cpp.
  return mlirContextAttachDiagnosticHandler(self, tellPython, userData,
                                            /*deleteUserData=*/nullptr);
}

// Wrong: waits for the pool and keeps the GIL.
bool verifyHolding(MlirOperation self) { return mlirOperationVerify(self); }

// Right: the GIL is given up for the call, and for nothing else.
bool verify(MlirOperation self) {
  py::gil_scoped_release release;
  return mlirOperationVerify(self);
}

// Wrong: printing verifies before it prints.
std::string printHolding(MlirOperation self) {
  std::string text;
  mlirOperationPrint(self, appendText, &text);
  return text;
}

// Right: `appendText` only touches a std::string, so it may run without GIL.
std::string print(MlirOperation self) {
  std::string text;
  py::gil_scoped_release release;
  mlirOperationPrint(self, appendText, &text);
  return text;
}

// Wrong and right again, for the call that everybody thinks of.
bool runHolding(MlirPassManager self, MlirOperation op) {
  return mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(self, op));
}

} // namespace

PYBIND11_MODULE(wait_deadlock, m) {
  py::class_<MlirContext>(m, "Context").def("attach_listener", &attachListener);
  py::class_<MlirOperation>(m, "Operation")
      .def("verify_holding", &verifyHolding)
      .def("verify", &verify)
      .def("print_holding", &printHolding)
      .def("print", &print);
  py::class_<MlirPassManager>(m, "PassManager")
      .def("run_holding", &runHolding)
      .def(
          "run",
          [](MlirPassManager self, MlirOperation op) {
            return mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(self, op));
          },
          py::call_guard<py::gil_scoped_release>());
}
