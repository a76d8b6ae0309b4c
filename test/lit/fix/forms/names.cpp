// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# New names hide none that can be seen where they are, and only avoid those.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

//# The file calls its guards gil.
static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

void released(py::object done) {
  {
    py::gil_scoped_release gil;
    workWait();
  }
  done();
}

//# Out of scope.
void besides(py::object done) {
  {
    py::gil_scoped_acquire gil;
    done();
  }
  workWait();
  for (int gil = 0; gil < 3; ++gil)
    done();
}
//      CHECK:void besides(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_acquire gil;
// CHECK-NEXT:    done();
// CHECK-NEXT:  }
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  for (int gil = 0; gil < 3; ++gil)
// CHECK-NEXT:    done();
// CHECK-NEXT:}

//# In scope.
void around(py::object done) {
  int gil = 1;
  workWait();
  done(gil);
}
//      CHECK:void around(py::object done) {
// CHECK-NEXT:  int gil = 1;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil2;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done(gil);
// CHECK-NEXT:}

void parameter(py::object gil) {
  workWait();
  gil();
}
//      CHECK:void parameter(py::object gil) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil2;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  gil();
// CHECK-NEXT:}

//# Declared further down in the block.
void later(py::object done) {
  workNumbered(py::cast<int>(done), nullptr);
  int number = 2;
  done(number);
}
//      CHECK:void later(py::object done) {
// CHECK-NEXT:  int numberArg = py::cast<int>(done);
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    workNumbered(numberArg, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:  int number = 2;
// CHECK-NEXT:  done(number);
// CHECK-NEXT:}

//# Two in one block.
void twice(py::object done) {
  if (workResult())
    done();
  if (workResult())
    done(1);
  workNumbered(py::cast<int>(done), nullptr);
  workNumbered(py::cast<int>(done), "again");
  done(2);
}
//      CHECK:void twice(py::object done) {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result)
// CHECK-NEXT:    done();
// CHECK-NEXT:  int result2;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    result2 = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (result2)
// CHECK-NEXT:    done(1);
// CHECK-NEXT:  int number = py::cast<int>(done);
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    workNumbered(number, nullptr);
// CHECK-NEXT:  }
// CHECK-NEXT:  int numberArg = py::cast<int>(done);
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release gil;
// CHECK-NEXT:    workNumbered(numberArg, "again");
// CHECK-NEXT:  }
// CHECK-NEXT:  done(2);
// CHECK-NEXT:}

PYBIND11_MODULE(names, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("released", &released);
  m.def("besides", &besides);
  m.def("around", &around);
  m.def("parameter", &parameter);
  m.def("later", &later);
  m.def("twice", &twice);
}
