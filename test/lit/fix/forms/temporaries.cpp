// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# What the result may refer to lives as long as it did.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>
#include <string>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire gil;
  PyErr_CheckSignals();
}

py::str skipped(int k) {
  return py::str(workSkip((std::string(40, 'a') + std::to_string(k)).c_str()));
}
//      CHECK:py::str skipped(int k) {
// CHECK-NEXT:  return py::str([&](auto &&text) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workSkip(text);
// CHECK-NEXT:  }((std::string(40, 'a') + std::to_string(k)).c_str()));
// CHECK-NEXT:}

//# A number refers to nothing.
py::int_ number(int k) {
  return py::int_(workNamed(std::to_string(k).c_str()));
}
//      CHECK:py::int_ number(int k) {
// CHECK-NEXT:  return py::int_([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNamed(std::to_string(k).c_str());
// CHECK-NEXT:  }());
// CHECK-NEXT:}

//# Behind "[" a lambda would be an attribute.
int chosen(py::list list, const int *values) {
  list.append(values[workResult()]);
  return 0;
}
//      CHECK:int chosen(py::list list, const int *values) {
// CHECK-NEXT:  list.append(values[([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }())]);
// CHECK-NEXT:  return 0;
// CHECK-NEXT:}

PYBIND11_MODULE(temporaries, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("skipped", &skipped);
  m.def("number", &number);
  m.def("chosen", [](py::list list) {
    int values[] = {1, 2};
    return chosen(list, values);
  });
}
