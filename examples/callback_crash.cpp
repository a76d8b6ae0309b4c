// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fault 1: a callback touches Python on a thread that does not hold the GIL.
//
// A pass whose body is a Python function. MLIR runs passes on the threads of
// its pool as soon as there are two functions to work on, and those threads
// know nothing of Python. A reference count changed there races with the
// interpreter: the process crashes, now and then, somewhere else.
//
// The crash needs no second Python thread, and it does not show in a test with
// a single function: then MLIR calls the pass on the thread that is at hand,
// which happens to hold the GIL.

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

// Wrong: nobody says that this thread holds the GIL.
void runUnprotected(MlirOperation op, MlirExternalPass pass, void *userData) {
  py::handle body(static_cast<PyObject *>(userData));
  py::object answer = body(reinterpret_cast<intptr_t>(op.ptr));
  if (answer.is(py::bool_(false)))
    mlirExternalPassSignalFailure(pass);
}

// Right: the GIL comes first and goes last, behind the destructor of `answer`.
void runProtected(MlirOperation op, MlirExternalPass pass, void *userData) {
  py::gil_scoped_acquire gil;
  py::handle body(static_cast<PyObject *>(userData));
  py::object answer = body(reinterpret_cast<intptr_t>(op.ptr));
  if (answer.is(py::bool_(false)))
    mlirExternalPassSignalFailure(pass);
}

// Every pool thread works on a clone of the pass, and clones are made on pool
// threads too. Sharing a pointer needs no GIL; a reference count would.
void *shareBody(void *userData) { return userData; }

MlirPass createPass(void (*run)(MlirOperation, MlirExternalPass, void *),
                    py::object body) {
  static const char id = 0;
  MlirStringRef name = mlirStringRefCreateFromCString("python-body");
  MlirStringRef none = mlirStringRefCreateFromCString("");
  MlirExternalPassCallbacks callbacks = {};
  callbacks.clone = shareBody;
  callbacks.run = run;
  return mlirCreateExternalPass(mlirTypeIDCreate(&id), name, name, none, none,
                                0, nullptr, callbacks, body.release().ptr());
}

} // namespace

PYBIND11_MODULE(callback_crash, m) {
  py::class_<MlirPassManager>(m, "PassManager")
      .def("add_unprotected",
           [](MlirPassManager self, py::object body) {
             mlirPassManagerAddOwnedPass(
                 self, createPass(runUnprotected, std::move(body)));
           })
      .def("add", [](MlirPassManager self, py::object body) {
        mlirPassManagerAddOwnedPass(self,
                                    createPass(runProtected, std::move(body)));
      });
}
