// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A call that begins the condition of an if goes before it.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

py::object negated() {
  // Waits.
  if (!workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object negated() {
// CHECK-NEXT:  // Waits.
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (!result)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object compared(int limit) {
  if (limit < workResult()) {
    return py::int_(1);
  }
  return py::int_(0);
}
//      CHECK:py::object compared(int limit) {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (limit < result) {
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object tested() {
  if (workCheck(workResult()) && workSize())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object tested() {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (workCheck(result) && workSize())
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object pointer() {
  if (workName())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object pointer() {
// CHECK-NEXT:  const char *result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workName();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

//# What is made of the result touches Python, behind the release.
py::object wrapped() {
  if (py::int_(workResult()).is(py::none()))
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object wrapped() {
// CHECK-NEXT:  if (py::int_([&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:          .is(py::none()))
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

//# Something with an effect comes before, or may: the call stays where it is.
py::object behind(py::object o) {
  if (py::cast<int>(o) < workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object behind(py::object o) {
// CHECK-NEXT:  if (py::cast<int>(o) < [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object secondOfTwo() {
  if (workSize() && workResult())
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object secondOfTwo() {
// CHECK-NEXT:  if (workSize() && [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

//# The result dies with the condition.
py::object noPlainType() {
  if (workBound().value)
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object noPlainType() {
// CHECK-NEXT:  if ([&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workBound();
// CHECK-NEXT:      }()
// CHECK-NEXT:          .value)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object withInit() {
  if (int size = workSize(); workResult() < size)
    return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object withInit() {
// CHECK-NEXT:  if (int size = workSize(); [&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }() < size)
// CHECK-NEXT:    return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object underIf(bool b) {
  if (b)
    if (workResult())
      return py::int_(1);
  return py::int_(0);
}
//      CHECK:py::object underIf(bool b) {
// CHECK-NEXT:  if (b)
// CHECK-NEXT:    if ([&] {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          return workResult();
// CHECK-NEXT:        }())
// CHECK-NEXT:      return py::int_(1);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

template <typename T> py::object inATemplate(T value) {
  if (workResult())
    return py::cast(value);
  return py::int_(0);
}
//      CHECK:template <typename T> py::object inATemplate(T value) {
// CHECK-NEXT:  if ([&] {
// CHECK-NEXT:        py::gil_scoped_release release;
// CHECK-NEXT:        return workResult();
// CHECK-NEXT:      }())
// CHECK-NEXT:    return py::cast(value);
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

py::object labelled(int n) {
  switch (n) {
  case 0:
    if (workResult())
      return py::int_(1);
  }
  return py::int_(0);
}
//      CHECK:py::object labelled(int n) {
// CHECK-NEXT:  switch (n) {
// CHECK-NEXT:  case 0:
// CHECK-NEXT:    if ([&] {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          return workResult();
// CHECK-NEXT:        }())
// CHECK-NEXT:      return py::int_(1);
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::int_(0);
// CHECK-NEXT:}

PYBIND11_MODULE(ifs, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("negated", &negated);
  m.def("compared", &compared);
  m.def("tested", &tested);
  m.def("pointer", &pointer);
  m.def("wrapped", &wrapped);
  m.def("behind", &behind);
  m.def("second_of_two", &secondOfTwo);
  m.def("no_plain_type", &noPlainType);
  m.def("with_init", &withInit);
  m.def("under_if", &underIf);
  m.def("in_a_template", &inATemplate<int>);
  m.def("in_a_template", &inATemplate<double>);
  m.def("labelled", &labelled);
}
