// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A statement: a guard before it, or a block around it and its neighbours.
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

void alone() {
  workWait();
}
//      CHECK:void alone() {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workWait();
// CHECK-NEXT:}

//# What neither waits nor touches Python may run without the GIL.
void quietBehind(int &size) {
  workWait();
  size = workSize();
}
//      CHECK:void quietBehind(int &size) {
// CHECK-NEXT:  py::gil_scoped_release release;
// CHECK-NEXT:  workWait();
// CHECK-NEXT:  size = workSize();
// CHECK-NEXT:}

void busyBehind(py::object done) {
  workWait();
  done();
}
//      CHECK:void busyBehind(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void adjacent(py::object done) {
  workWait();
  workResult();
  workWait();
  done();
}
//      CHECK:void adjacent(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:    workResult();
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void apart(py::object half, py::object done) {
  workWait();
  half();
  workWait();
  done();
}
//      CHECK:void apart(py::object half, py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  half();
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void bodies(py::object done, bool b) {
  if (b)
    workWait();
  else
    workResult();
  done();
}
//      CHECK:void bodies(py::object done, bool b) {
// CHECK-NEXT:  if (b) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  } else {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void inner(py::object done, bool b) {
  if (b) {
    workWait();
    return;
  }
  done();
}
//      CHECK:void inner(py::object done, bool b) {
// CHECK-NEXT:  if (b) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:    return;
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void loopBody(py::object done) {
  for (int i = 0; i < 3; ++i)
    workWait();
  done();
}
//      CHECK:void loopBody(py::object done) {
// CHECK-NEXT:  for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void assigned(int &result, py::object done) {
  result = workResult();
  done();
}
//      CHECK:void assigned(int &result, py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    result = workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void discarded(py::object done) {
  (void)workResult();
  done();
}
//      CHECK:void discarded(py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    (void)workResult();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

void commented(py::object done) {
  // Waits for all.
  workWait(); // Long.
  done();
}
//      CHECK:void commented(py::object done) {
// CHECK-NEXT:  // Waits for all.
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait(); // Long.
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:}

PYBIND11_MODULE(statements, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("alone", &alone);
  m.def("quiet_behind", [] {
    int size;
    quietBehind(size);
    return size;
  });
  m.def("busy_behind", &busyBehind);
  m.def("adjacent", &adjacent);
  m.def("apart", &apart);
  m.def("bodies", &bodies);
  m.def("inner", &inner);
  m.def("loop_body", &loopBody);
  m.def("assigned", [](py::object done) {
    int result;
    assigned(result, done);
    return result;
  });
  m.def("discarded", &discarded);
  m.def("commented", &commented);
}
