// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A return; bodies of one line.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) { PyErr_CheckSignals(); }
//      CHECK:static void task(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

int plain() { return workResult(); }
//      CHECK:int plain() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workResult();
// CHECK-NEXT:}

int onALine(int n) {
  if (n < 0)
    return workResult();
  return n;
}
//      CHECK:int onALine(int n) {
// CHECK-NEXT:  if (n < 0) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  return n;
// CHECK-NEXT:}

//# The Python object is made after the guard is gone.
py::object wrapped() { return py::int_(workResult()); }
//      CHECK:py::object wrapped() {
// CHECK-NEXT:  return py::int_([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }());
// CHECK-NEXT:}

int checked() { return workCheck(workResult()); }
//      CHECK:int checked() {
// CHECK-NEXT:  return workCheck([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }());
// CHECK-NEXT:}

int beside(py::object o) {
  return workResult() + py::cast<int>(o);
}
//      CHECK:int beside(py::object o) {
// CHECK-NEXT:  return [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }() + py::cast<int>(o);
// CHECK-NEXT:}

WorkBound object() { return workBound(); }
//      CHECK:WorkBound object() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workBound();
// CHECK-NEXT:}

WorkPlain &reference() { return workShared(); }
//      CHECK:WorkPlain &reference() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workShared();
// CHECK-NEXT:}

//# The parameter dies behind the guard, with the GIL.
int parameter(py::object) { return workResult(); }
//      CHECK:int parameter(py::object) {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workResult();
// CHECK-NEXT:}

//# The local would die without the GIL.
int local(py::handle h) {
  py::object o = h.attr("name");
  return workResult();
}
//      CHECK:int local(py::handle h) {
// CHECK-NEXT:  py::object o = h.attr("name");
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  return workResult();
// CHECK-NEXT:}

PYBIND11_MODULE(returns, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("plain", &plain);
  m.def("on_a_line", &onALine);
  m.def("wrapped", &wrapped);
  m.def("checked", &checked);
  m.def("beside", &beside);
  m.def("object", [] { return object().value; });
  m.def("reference", [] { return reference().value; });
  m.def("parameter", &parameter);
  m.def("local", &local);
}
