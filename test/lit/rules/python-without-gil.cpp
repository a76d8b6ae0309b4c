// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REQUIRES: pybind11
// RUN: not gil-audit --root=%S --rules=python-without-gil %s -- %pybind11 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not gil-audit --root=%S --rules=python-without-gil --format=json --quiet %s -- %pybind11 \
// RUN:   | %python %S/../roles.py | FileCheck %s --check-prefix=ROLES

#include <pybind11/pybind11.h>

namespace py = pybind11;

long compute(long n);

// The first operation is the place; the region has one finding.
py::object resultInside(long n) {
  py::gil_scoped_release release;
  py::int_ result(compute(n));
  py::str text("done");
  return std::move(result);
}
// CHECK: python-without-gil.cpp:[[#@LINE-4]]:12: error: 'resultInside' constructs 'pybind11::int_' without the GIL, in a region that released it [gil-audit-python-without-gil]
// CHECK-NEXT: [[#@LINE-5]] |   py::int_ result(compute(n));
// CHECK-NEXT: |            ^
// CHECK-NEXT: python-without-gil.cpp:[[#@LINE-8]]:26: note: 'resultInside' releases the GIL here by 'pybind11::gil_scoped_release'
// CHECK-NEXT: [[#@LINE-9]] |   py::gil_scoped_release release;
// CHECK-NEXT: |                          ^
// CHECK-NEXT: python-without-gil.cpp:[[#@LINE-10]]:12: note: 'resultInside' constructs 'pybind11::int_' here
// CHECK-NEXT: [[#@LINE-11]] |
// CHECK-NEXT: |            ^
// ROLES: python-without-gil [[#@LINE-13]] guard operation

py::object resultOutside(long n) {
  {
    py::gil_scoped_release release;
    n = compute(n);
  }
  return py::int_(n);
}

// Two regions, two findings.
void twoRegions(py::list log) {
  {
    py::gil_scoped_release release;
    log.append(1);
    // CHECK: python-without-gil.cpp:[[#@LINE-1]]:{{.*}}: error: 'twoRegions' calls 'pybind11::list::append' without the GIL, in a region
  }
  log.append(2);
  Py_BEGIN_ALLOW_THREADS
  log.append(3);
  // CHECK: python-without-gil.cpp:[[#@LINE-1]]:{{.*}}: error: 'twoRegions' calls 'pybind11::list::append' without the GIL, in a region
  // CHECK: note: 'twoRegions' releases the GIL here by 'PyEval_SaveThread'
  Py_END_ALLOW_THREADS
}

// Through functions of the project: the call in the region, and the way down.
void inner(py::handle log) { log.inc_ref(); }
void outer(py::handle log) { inner(log); }
void throughCalls(py::handle log) {
  py::gil_scoped_release release;
  compute(1);
  outer(log);
}
// CHECK: python-without-gil.cpp:[[#@LINE-2]]:3: error: 'throughCalls' calls 'outer' in a region that released it, and 'inner' calls 'pybind11::handle::inc_ref' without the GIL
// CHECK: note: 'throughCalls' releases the GIL here
// CHECK: note: 'throughCalls' calls 'outer'
// CHECK: python-without-gil.cpp:[[#@LINE-9]]:30: note: 'outer' calls 'inner'
// CHECK: python-without-gil.cpp:[[#@LINE-11]]:34: note: 'inner' calls 'pybind11::handle::inc_ref' here
// ROLES: python-without-gil [[#@LINE-7]] guard call call operation

// The same functions with the GIL, and one that takes it itself.
void acquiring(py::handle log) {
  py::gil_scoped_acquire gil;
  inner(log);
}
void throughCallsWell(py::handle log) {
  outer(log);
  py::gil_scoped_release release;
  acquiring(log);
}

// A second release needs the GIL that the first one gave up.
void twice() {
  py::gil_scoped_release outerGuard;
  py::gil_scoped_release innerGuard;
  // CHECK: python-without-gil.cpp:[[#@LINE-1]]:26: error: 'twice' releases the GIL once more, in a region that released it
}

// Destructors at the end of a scope, and what is only a pointer.
void destroyedInside(py::handle source) {
  py::gil_scoped_release release;
  PyObject *pointer = source.ptr();
  py::handle copy(pointer);
  if (!copy.is(source))
    throw py::value_error("not the same");
}

PYBIND11_MODULE(regions, m) {
  m.def("result_inside", &resultInside);
  m.def("result_outside", &resultOutside);
  m.def("two_regions", &twoRegions);
  m.def("through_calls", &throughCalls);
  m.def("through_calls_well", &throughCallsWell);
  m.def("twice", &twice);
  m.def("destroyed_inside", &destroyedInside);
  // A guard of the binding covers the body and its by-value parameters.
  m.def(
      "guarded",
      [](py::list log) { log.append(1); },
      // CHECK: python-without-gil.cpp:[[#@LINE-1]]:{{.*}}: error: the lambda in {{.*}} calls 'pybind11::list::append' without the GIL, under a call guard that released it
      // CHECK: note: Python calls 'guarded', bound here
      // CHECK: note: its call guard releases the GIL for the whole of the lambda
      // ROLES: python-without-gil [[#@LINE-4]] entry guard operation
      py::call_guard<py::gil_scoped_release>());
  m.def(
      "guarded_well", [](long n) { return compute(n); },
      py::call_guard<py::gil_scoped_release>());
}
