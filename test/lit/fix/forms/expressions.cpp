// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A call in a larger expression statement: a block around it, or the call alone.
// STYLE: BasedOnStyle: LLVM
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

//# One guard for both.
void comma(py::object done) {
  workWait(), workWait();
  done();
}
//      CHECK:void comma(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait(), workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void handedOn(py::object done) {
  workCheck(workResult());
  done();
}
//      CHECK:void handedOn(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workCheck(workResult());
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void added(py::object done) {
  int sum = 0;
  sum += workResult();
  done(sum);
}
//      CHECK:void added(py::object done) {
// CHECK-NEXT:  int sum = 0;
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    sum += workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  done(sum);
// CHECK-NEXT:}

//# What others may look at changes under the GIL only.
static std::vector<int> results;
void kept(py::object done) {
  results.push_back(workResult());
  done();
}
//      CHECK:static std::vector<int> results;
// CHECK-NEXT:void kept(py::object done) {
// CHECK-NEXT:  results.push_back([&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }());
// CHECK-NEXT:  done();
// CHECK-NEXT:}

static int total;
void addedUp(py::object done) {
  total += workResult();
  done();
}
//      CHECK:static int total;
// CHECK-NEXT:void addedUp(py::object done) {
// CHECK-NEXT:  total += [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workResult();
// CHECK-NEXT:  }();
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void touches(py::object done) {
  workWait(), done();
}
//      CHECK:void touches(py::object done) {
// CHECK-NEXT:  [&] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workWait();
// CHECK-NEXT:  }(),
// CHECK-NEXT:      done();
// CHECK-NEXT:}

//# No block in the head of a loop.
void inALoopHead(py::object done) {
  for (int i = 0; i < 3; workWait())
    ++i;
  for (workWait(); workSize();)
    break;
  done();
}
//      CHECK:void inALoopHead(py::object done) {
// CHECK-NEXT:  for (int i = 0; i < 3; [&] {
// CHECK-NEXT:         py::gil_scoped_release release;
// CHECK-NEXT:         return workWait();
// CHECK-NEXT:       }())
// CHECK-NEXT:    ++i;
// CHECK-NEXT:  for ([&] {
// CHECK-NEXT:         py::gil_scoped_release release;
// CHECK-NEXT:         return workWait();
// CHECK-NEXT:       }();
// CHECK-NEXT:       workSize();)
// CHECK-NEXT:    break;
// CHECK-NEXT:  done();
// CHECK-NEXT:}

PYBIND11_MODULE(expressions, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("comma", &comma);
  m.def("handed_on", &handedOn);
  m.def("added", &added);
  m.def("kept", &kept);
  m.def("added_up", &addedUp);
  m.def("touches", &touches);
  m.def("in_a_loop_head", &inALoopHead);
}
