// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# The body of a function-try-block is its try block.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

struct Session {
  Session(int n) try : first(workResult()), second(n) {
    second += n;
  } catch (...) {
    throw;
  }
  int first;
  int second;
};
//      CHECK:struct Session {
// CHECK-NEXT:  Session(int n) try : second(n) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    first = workResult();
// CHECK-NEXT:    second += n;
// CHECK-NEXT:  } catch (...) {
// CHECK-NEXT:    throw;
// CHECK-NEXT:  }
// CHECK-NEXT:  int first;
// CHECK-NEXT:  int second;
// CHECK-NEXT:};

PYBIND11_MODULE(function_try, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  py::class_<Session>(m, "Session").def(py::init<int>());
}
