// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# In a condition the call alone is released, and as often as before.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  PyErr_CheckSignals();
}
//      CHECK:static void task(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

py::object ifTest() {
  if (workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object ifTest() {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object ifElse(bool b) {
  if (b) {
    return py::int_(2);
  } else if (workResult()) {
    return py::int_(1);
  }
  return py::int_(0);
}
//      CHECK:py::object ifElse(bool b) {
// CHECK-NEXT:  if (b) {
// CHECK-NEXT:    return py::int_(2);
// CHECK-NEXT:  } else if ([&] {
// CHECK-NEXT:               py::gil_scoped_release release;
// CHECK-NEXT:               return workResult();
// CHECK-NEXT:             }()) {
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object ifDeclares() {
  if (int result = workResult())
    return py::int_(result);
  return py::int_(0);
}
//      CHECK:py::object ifDeclares() {
// CHECK-NEXT:  if (int result = [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:    return py::int_(result);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object whileTest() {
  int times = 0;
  while (workResult())
    ++times;
  return py::int_(times);
}
//      CHECK:py::object whileTest() {
// CHECK-NEXT:  int times = 0;
// CHECK-NEXT:  while ([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }())
// CHECK-NEXT:    ++times;
// CHECK-NEXT:  return py::int_(times);
// CHECK-NEXT:}

py::object doWhile() {
  int times = 0;
  do
    ++times;
  while (workResult());
  return py::int_(times);
}
//      CHECK:py::object doWhile() {
// CHECK-NEXT:  int times = 0;
// CHECK-NEXT:  do
// CHECK-NEXT:    ++times;
// CHECK-NEXT:  while ([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }());
// CHECK-NEXT:  return py::int_(times);
// CHECK-NEXT:}

py::object forTest() {
  int times = 0;
  for (int i = 0; i < workResult(); ++i)
    ++times;
  return py::int_(times);
}
//      CHECK:py::object forTest() {
// CHECK-NEXT:  int times = 0;
// CHECK-NEXT:  for (int i = 0; i <
// CHECK-NEXT:                  [&] {
// CHECK-NEXT:                    py::gil_scoped_release release;
// CHECK-NEXT:                    return workResult();
// CHECK-NEXT:                  }();
// CHECK-NEXT:       ++i)
// CHECK-NEXT:    ++times;
// CHECK-NEXT:  return py::int_(times);
// CHECK-NEXT:}

py::object switchOn() {
  switch (workResult()) {
  case 1:
    return py::int_(1);
  default:
    return py::int_(0);
  }
}
//      CHECK:py::object switchOn() {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  switch (result) {
// CHECK-NEXT:  case 1:
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  default:
// CHECK-NEXT:    return py::int_(0);
// CHECK-NEXT:  }
// CHECK-NEXT:}

py::object ternaryTest() {
  int result = workResult() ? 1 : 2;
  return py::int_(result);
}
//      CHECK:py::object ternaryTest() {
// CHECK-NEXT:  int result =
// CHECK-NEXT:      [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }()
// CHECK-NEXT:          ? 1
// CHECK-NEXT:          : 2;
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object ternaryArm(bool b) {
  int result = b ? workResult() : 0;
  return py::int_(result);
}
//      CHECK:py::object ternaryArm(bool b) {
// CHECK-NEXT:  int result = b ? [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }()
// CHECK-NEXT:                 : 0;
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

//# Only if the left side holds.
py::object shortCircuit(bool b) {
  if (b && workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object shortCircuit(bool b) {
// CHECK-NEXT:  if (b && [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

PYBIND11_MODULE(conditions, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("if_test", &ifTest);
  m.def("if_else", &ifElse);
  m.def("if_declares", &ifDeclares);
  m.def("while_test", &whileTest);
  m.def("do_while", &doWhile);
  m.def("for_test", &forTest);
  m.def("switch_on", &switchOn);
  m.def("ternary_test", &ternaryTest);
  m.def("ternary_arm", &ternaryArm);
  m.def("short_circuit", &shortCircuit);
}
