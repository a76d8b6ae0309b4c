// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Arguments that touch Python are evaluated before the release, in their order.
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

void one(py::object o) {
  workNumbered(py::cast<int>(o), nullptr);
}
//      CHECK:void one(py::object o) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workNumbered(number, nullptr);
// CHECK-NEXT:}

void inOrder(py::object o, py::object p) {
  workNumbered(py::cast<int>(o), PyUnicode_AsUTF8(p.ptr()));
}
//      CHECK:void inOrder(py::object o, py::object p) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  const char *name = PyUnicode_AsUTF8(p.ptr());
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workNumbered(number, name);
// CHECK-NEXT:}

int declared(py::object o) {
  int result = workNumbered(py::cast<int>(o), nullptr);
  return result + py::cast<int>(o);
}
//      CHECK:int declared(py::object o) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workNumbered(number, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:  return result + py::cast<int>(o);
// CHECK-NEXT:}

int returned(py::object o) {
  return workNumbered(py::cast<int>(o), nullptr);
}
//      CHECK:int returned(py::object o) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workNumbered(number, nullptr);
// CHECK-NEXT:}

//# The string lives until the call is over.
void temporary(py::object o) {
  workNamed(PyUnicode_AsUTF8(py::str(o).ptr()));
}
//      CHECK:void temporary(py::object o) {
// CHECK-NEXT:  [&](auto &&name) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNamed(name);
// CHECK-NEXT:  }(PyUnicode_AsUTF8(py::str(o).ptr()));
// CHECK-NEXT:}

void bothSorts(py::object o) {
  workNumbered(py::cast<int>(o), PyUnicode_AsUTF8(py::str(o).ptr()));
}
//      CHECK:void bothSorts(py::object o) {
// CHECK-NEXT:  [&](int number, auto &&name) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNumbered(number, name);
// CHECK-NEXT:  }(py::cast<int>(o), PyUnicode_AsUTF8(py::str(o).ptr()));
// CHECK-NEXT:}

int nested(py::object o) {
  return workCheck(workNumbered(py::cast<int>(o), nullptr));
}
//      CHECK:int nested(py::object o) {
// CHECK-NEXT:  return workCheck([&](int number) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNumbered(number, nullptr);
// CHECK-NEXT:  }(py::cast<int>(o)));
// CHECK-NEXT:}

int condition(py::object o) {
  if (workNumbered(py::cast<int>(o), nullptr))
    return 1;
  return 0;
}
//      CHECK:int condition(py::object o) {
// CHECK-NEXT:  int number = py::cast<int>(o);
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workNumbered(number, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result)
// CHECK-NEXT:    return 1;
// CHECK-NEXT:  return 0;
// CHECK-NEXT:}

//# Anew each time.
int again(py::object o) {
  int times = 0;
  while (workNumbered(py::cast<int>(o), nullptr))
    ++times;
  return times;
}
//      CHECK:int again(py::object o) {
// CHECK-NEXT:  int times = 0;
// CHECK-NEXT:  while ([&](int number) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNumbered(number, nullptr);
// CHECK-NEXT:  }(py::cast<int>(o)))
// CHECK-NEXT:    ++times;
// CHECK-NEXT:  return times;
// CHECK-NEXT:}

void sameName(py::object number) {
  workNumbered(py::cast<int>(number), nullptr);
}
//      CHECK:void sameName(py::object number) {
// CHECK-NEXT:  int numberArg = py::cast<int>(number);
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workNumbered(numberArg, nullptr);
// CHECK-NEXT:}

void underIf(py::object o, bool b) {
  if (b)
    workNumbered(py::cast<int>(o), nullptr);
}
//      CHECK:void underIf(py::object o, bool b) {
// CHECK-NEXT:  if (b) {
// CHECK-NEXT:    int number = py::cast<int>(o);
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workNumbered(number, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:}

PYBIND11_MODULE(arguments, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("one", &one);
  m.def("in_order", &inOrder);
  m.def("declared", &declared);
  m.def("returned", &returned);
  m.def("temporary", &temporary);
  m.def("both_sorts", &bothSorts);
  m.def("nested", &nested);
  m.def("condition", &condition);
  m.def("again", &again);
  m.def("same_name", &sameName);
  m.def("under_if", &underIf);
}
