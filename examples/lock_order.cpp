// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fault 4: two locks, taken in two orders; one of them is the GIL.
//
// MLIR's diagnostic engine holds a mutex while a diagnostic handler runs. So
// whoever emits a diagnostic takes first the mutex, and then, if the handler is
// Python, the GIL. A second Python thread that holds the GIL and wants the
// mutex (it emits as well, or attaches or detaches a handler) takes them the
// other way round: each has what the other one waits for.
//
// No thread pool is involved. Two Python threads are enough, and the switch of
// the interpreter between them does the rest.

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

namespace {

void appendText(MlirStringRef part, void *to) {
  static_cast<std::string *>(to)->append(part.data, part.length);
}

// Runs with the engine's mutex held. There is nothing wrong with it.
MlirLogicalResult collect(MlirDiagnostic diagnostic, void *userData) {
  std::string text;
  mlirDiagnosticPrint(diagnostic, appendText, &text);
  py::gil_scoped_acquire gil;
  py::handle messages(static_cast<PyObject *>(userData));
  messages.attr("append")(text);
  return mlirLogicalResultSuccess();
}

// Wrong: emits, and so takes the mutex, with the GIL in hand.
void emitErrorHolding(MlirOperation self, const std::string &message) {
  mlirEmitError(mlirOperationGetLocation(self), message.c_str());
}

// Right: the mutex is taken without the GIL, as the pool's threads take it.
void emitError(MlirOperation self, const std::string &message) {
  MlirLocation where = mlirOperationGetLocation(self);
  py::gil_scoped_release release;
  mlirEmitError(where, message.c_str());
}

// Wrong: registering and erasing a handler take the mutex too, so a class that
// collects diagnostics for a while is a trap on either end.
struct CaptureHolding {
  CaptureHolding(MlirContext ctx, py::list messages)
      : ctx(ctx), messages(std::move(messages)),
        id(mlirContextAttachDiagnosticHandler(ctx, collect,
                                              this->messages.ptr(), nullptr)) {}
  ~CaptureHolding() { mlirContextDetachDiagnosticHandler(ctx, id); }

  MlirContext ctx;
  py::list messages;
  MlirDiagnosticHandlerID id;
};

// Right.
struct Capture {
  Capture(MlirContext ctx, py::list messages)
      : ctx(ctx), messages(std::move(messages)) {
    void *userData = this->messages.ptr();
    py::gil_scoped_release release;
    id = mlirContextAttachDiagnosticHandler(ctx, collect, userData, nullptr);
  }
  ~Capture() {
    py::gil_scoped_release release;
    mlirContextDetachDiagnosticHandler(ctx, id);
  }

  MlirContext ctx;
  py::list messages;
  MlirDiagnosticHandlerID id;
};

} // namespace

PYBIND11_MODULE(lock_order, m) {
  py::class_<MlirOperation>(m, "Operation")
      .def("emit_error_holding", &emitErrorHolding)
      .def("emit_error", &emitError);
  py::class_<CaptureHolding>(m, "CaptureHolding")
      .def(py::init<MlirContext, py::list>());
  py::class_<Capture>(m, "Capture").def(py::init<MlirContext, py::list>());
}
