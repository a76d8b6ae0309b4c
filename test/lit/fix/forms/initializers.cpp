// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A member initialiser: moved into the body, where all members are alive.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}
//      CHECK:static void task(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

struct Only {
  Only() : result(workResult()) {}
  int result;
};
//      CHECK:struct Only {
// CHECK-NEXT:  Only() {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  int result;
// CHECK-NEXT:};

struct Last {
  Last(int n) : number(n), result(workResult()) {}
  int number;
  int result;
};
//      CHECK:struct Last {
// CHECK-NEXT:  Last(int n) : number(n) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  int number;
// CHECK-NEXT:  int result;
// CHECK-NEXT:};

struct First {
  First(int n) : result(workResult()), number(n) {}
  int result;
  int number;
};
//      CHECK:struct First {
// CHECK-NEXT:  First(int n) : number(n) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  int result;
// CHECK-NEXT:  int number;
// CHECK-NEXT:};

struct BusyBody {
  BusyBody(py::object o) : result(workResult()) { o(); }
  int result;
};
//      CHECK:struct BusyBody {
// CHECK-NEXT:  BusyBody(py::object o) {
// CHECK-NEXT:    {
// CHECK-NEXT:      py::gil_scoped_release release;
// CHECK-NEXT:      result = workResult();
// CHECK-NEXT:    }
// CHECK-NEXT:    o();
// CHECK-NEXT:  }
// CHECK-NEXT:  int result;
// CHECK-NEXT:};

struct SameName {
  SameName(int result) : result(workNumbered(result, nullptr)) {}
  int result;
};
//      CHECK:struct SameName {
// CHECK-NEXT:  SameName(int result) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    this->result = workNumbered(result, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:  int result;
// CHECK-NEXT:};

struct Outside {
  Outside(int n);
  int number;
  int result;
  std::string text;
};

Outside::Outside(int n)
    : number(n), result(workResult()), text("text") {
}
//      CHECK:Outside::Outside(int n) : number(n), text("text") {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  result = workResult();
// CHECK-NEXT:}

//# It cannot be assigned, but no member comes behind it.
struct ConstantLast {
  ConstantLast() : number(1), result(workResult()) {}
  int number;
  const int result;
};
//      CHECK:struct ConstantLast {
// CHECK-NEXT:  ConstantLast()
// CHECK-NEXT:      : number(1), result([&] {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          return workResult();
// CHECK-NEXT:        }()) {}
// CHECK-NEXT:  int number;
// CHECK-NEXT:  const int result;
// CHECK-NEXT:};

struct InClass {
  InClass() {}
  int result = workResult();
};
//      CHECK:struct InClass {
// CHECK-NEXT:  InClass() {}
// CHECK-NEXT:  int result = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }();
// CHECK-NEXT:};

PYBIND11_MODULE(initializers, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  py::class_<Only>(m, "Only").def(py::init<>());
  py::class_<Last>(m, "Last").def(py::init<int>());
  py::class_<First>(m, "First").def(py::init<int>());
  py::class_<BusyBody>(m, "BusyBody").def(py::init<py::object>());
  py::class_<SameName>(m, "SameName").def(py::init<int>());
  py::class_<Outside>(m, "Outside").def(py::init<int>());
  py::class_<ConstantLast>(m, "ConstantLast").def(py::init<>());
  py::class_<InClass>(m, "InClass").def(py::init<>());
}
