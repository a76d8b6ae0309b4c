// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# The GIL is released only where the condition holds.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed --fix-style=conditional --fix-condition=workSize()
#include "work.h"
#include <pybind11/pybind11.h>
//      CHECK:#include "work.h"
// CHECK-NEXT:#include <optional>
// CHECK-NEXT:#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}
//      CHECK:static void task(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

int last() {
  return workResult();
}
//      CHECK:int last() {
// CHECK-NEXT:  std::optional<py::gil_scoped_release> release;
// CHECK-NEXT:  if (workSize())
// CHECK-NEXT:    release.emplace();
// CHECK-NEXT:  return workResult();
// CHECK-NEXT:}

py::object block(py::object done) {
  workWait();
  int result = workResult();
  done();
  return py::int_(result);
}
//      CHECK:py::object block(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    std::optional<py::gil_scoped_release> release;
// CHECK-NEXT:    if (workSize())
// CHECK-NEXT:      release.emplace();
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    std::optional<py::gil_scoped_release> release;
// CHECK-NEXT:    if (workSize())
// CHECK-NEXT:      release.emplace();
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object condition() {
  if (workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object condition() {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    std::optional<py::gil_scoped_release> release;
// CHECK-NEXT:    if (workSize())
// CHECK-NEXT:      release.emplace();
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

PYBIND11_MODULE(conditional, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("last", &last);
  m.def("block", &block);
  m.def("condition", &condition);
}
