// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REQUIRES: pybind11, mlir-19
// RUN: not gil-audit --root=%S --rules=callback-without-gil %s -- %pybind11 %mlir19 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --rules=callback-without-gil --format=json --quiet %s -- %pybind11 %mlir19 \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

// The story once, then its places.
// CHECK: == 'pass-clone'
// CHECK-SAME: (1 place)
// CHECK: callback-without-gil.cpp:{{[0-9]+}}:42: error: 'clone' copies 'State' without the GIL
// CHECK: == 'pass-run'
// CHECK-SAME: crash
// CHECK-SAME: (3 places)

#include "mlir-c/Pass.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

struct State {
  py::object callable;
};

// No acquire at all.
void runBare(MlirOperation op, MlirExternalPass, void *userData) {
  py::object &callable = static_cast<State *>(userData)->callable;
  callable(reinterpret_cast<intptr_t>(op.ptr));
}
// CHECK: callback-without-gil.cpp:[[#@LINE-2]]:3: error: 'runBare' calls {{.*}} without the GIL: it may run in a 'pass-run' callback on a thread that does not hold it [gil-audit-callback-without-gil]
// CHECK-NEXT: [[#@LINE-3]] |   callable(reinterpret_cast<intptr_t>(op.ptr));
// CHECK-NEXT: |   ^
// CHECK-NEXT: note: 'runBare' is handed to 'mlirCreateExternalPass' here as a 'pass-run' callback
// CHECK-NEXT: |       {{.*}}mlirCreateExternalPass(
// CHECK-NEXT: |{{ +}}^
// CHECK-NEXT: note: 'mlirPassManagerRunOnOp' may run 'pass-run' callbacks on a thread that does not hold the GIL (model: {{.*}}.cpp: {{.*}})
// CHECK-NEXT: note: 'runBare' calls {{.*}} here
// CHECK-NEXT: |   callable(reinterpret_cast<intptr_t>(op.ptr));
// CHECK-NEXT: |   ^
// CHECK-NEXT: note: acquiring the GIL in 'runBare' costs once
// ROLES: callback-without-gil [[#@LINE-13]] registration model operation cost

// An acquire that comes too late.
void runLate(MlirOperation op, MlirExternalPass, void *userData) {
  py::object callable = static_cast<State *>(userData)->callable;
  py::gil_scoped_acquire gil;
  callable(reinterpret_cast<intptr_t>(op.ptr));
}
// CHECK: callback-without-gil.cpp:[[#@LINE-4]]:{{.*}}: error: 'runLate' copies 'pybind11::object' without the GIL, before it acquires it: it may run in a 'pass-run' callback

// One whose scope ends before the last Python destructor.
void runShort(MlirOperation op, MlirExternalPass, void *userData) {
  py::object answer;
  {
    py::gil_scoped_acquire gil;
    answer = static_cast<State *>(userData)->callable(1);
  }
}
// CHECK: callback-without-gil.cpp:[[#@LINE-6]]:{{.*}}: error: 'runShort' destroys 'pybind11::object' without the GIL, after its own acquire has ended: it may run in a 'pass-run' callback

// In time, and long enough.
void runWell(MlirOperation op, MlirExternalPass pass, void *userData) {
  if (mlirOperationIsNull(op))
    return mlirExternalPassSignalFailure(pass);
  py::gil_scoped_acquire gil;
  py::object answer = static_cast<State *>(userData)->callable(1);
}

void *clone(void *userData) { return new State(*static_cast<State *>(userData)); }
void *cloneWell(void *userData) {
  py::gil_scoped_acquire gil;
  return new State(*static_cast<State *>(userData));
}

// Never handed to anybody.
void unused(MlirOperation, MlirExternalPass, void *userData) {
  static_cast<State *>(userData)->callable(1);
}

using Run = void (*)(MlirOperation, MlirExternalPass, void *);

void add(MlirPassManager manager, Run run, void *(*clone)(void *), State *state) {
  MlirStringRef name = mlirStringRefCreateFromCString("");
  MlirExternalPassCallbacks callbacks = {nullptr, nullptr, nullptr, clone, run};
  mlirPassManagerAddOwnedPass(
      manager, mlirCreateExternalPass(mlirTypeIDCreate(state), name, name, name,
                                      name, 0, nullptr, callbacks, state));
}

PYBIND11_MODULE(passes, m) {
  py::class_<MlirPassManager>(m, "PassManager")
      .def("add", [](MlirPassManager self, py::object f) {
        add(self, runBare, clone, new State{f});
        add(self, runLate, cloneWell, new State{f});
        add(self, runShort, cloneWell, new State{f});
        add(self, runWell, cloneWell, new State{f});
      });
}
