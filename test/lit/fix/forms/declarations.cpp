// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A declaration keeps its scope, and its type.
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

py::object assignable() {
  int result = workResult();
  return py::int_(result);
}
//      CHECK:py::object assignable() {
// CHECK-NEXT:  int result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object ofClass() {
  WorkPlain result = workPlain();
  return py::int_(result.value);
}
//      CHECK:py::object ofClass() {
// CHECK-NEXT:  WorkPlain result;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workPlain();
// CHECK-NEXT:  }
// CHECK-NEXT:  return py::int_(result.value);
// CHECK-NEXT:}

py::object converted() {
  std::string name = workName();
  return py::str(name.c_str());
}
//      CHECK:py::object converted() {
// CHECK-NEXT:  std::string name = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workName();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::str(name.c_str());
// CHECK-NEXT:}

py::object constant() {
  const int result = workResult();
  return py::int_(result);
}
//      CHECK:py::object constant() {
// CHECK-NEXT:  const int result = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object deduced() {
  auto result = workResult();
  return py::int_(result);
}
//      CHECK:py::object deduced() {
// CHECK-NEXT:  auto result = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object noDefault() {
  WorkBound result = workBound();
  return py::int_(result.value);
}
//      CHECK:py::object noDefault() {
// CHECK-NEXT:  WorkBound result = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workBound();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result.value);
// CHECK-NEXT:}

py::object reference() {
  WorkPlain &result = workShared();
  return py::int_(result.value);
}
//      CHECK:py::object reference() {
// CHECK-NEXT:  WorkPlain &result = [&]() -> decltype(auto) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workShared();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result.value);
// CHECK-NEXT:}

py::object constReference() {
  const WorkPlain &result = workPlain();
  return py::int_(result.value);
}
//      CHECK:py::object constReference() {
// CHECK-NEXT:  const WorkPlain &result = [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workPlain();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result.value);
// CHECK-NEXT:}

py::object braced() {
  int result{workResult()};
  return py::int_(result);
}
//      CHECK:py::object braced() {
// CHECK-NEXT:  int result{[&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }()};
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object inParentheses() {
  int result(workResult());
  return py::int_(result);
}
//      CHECK:py::object inParentheses() {
// CHECK-NEXT:  int result([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }());
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

py::object partOfIt() {
  int result = 1 + workResult();
  return py::int_(result);
}
//      CHECK:py::object partOfIt() {
// CHECK-NEXT:  int result = 1 + [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }();
// CHECK-NEXT:  return py::int_(result);
// CHECK-NEXT:}

int lastOfAll() {
  int result = workResult();
  return result + 1;
}
//      CHECK:int lastOfAll() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  int result = workResult();
// CHECK-NEXT:  return result + 1;
// CHECK-NEXT:}

PYBIND11_MODULE(declarations, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("assignable", &assignable);
  m.def("of_class", &ofClass);
  m.def("converted", &converted);
  m.def("constant", &constant);
  m.def("deduced", &deduced);
  m.def("no_default", &noDefault);
  m.def("reference", &reference);
  m.def("const_reference", &constReference);
  m.def("braced", &braced);
  m.def("in_parentheses", &inParentheses);
  m.def("part_of_it", &partOfIt);
  m.def("last_of_all", &lastOfAll);
}
