// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# Without a .clang-format, too, lines break behind "{" and ";" and before "}".
// RUN: %fixed
//# The guard stands behind the "{", the rest is not indented.
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

PYBIND11_MODULE(lambdas, m) {
  m.def("submit", [] {
    workSubmit([](void *) { PyErr_CheckSignals(); }, nullptr);
  });
//      CHECK:PYBIND11_MODULE(lambdas, m) {
// CHECK-NEXT:  m.def("submit", [] {
// CHECK-NEXT:    workSubmit(
// CHECK-NEXT:        [](void *) {
// CHECK-NEXT:          py::gil_scoped_acquire acquire;
// CHECK-NEXT:          PyErr_CheckSignals();
// CHECK-NEXT:        },
// CHECK-NEXT:        nullptr);
// CHECK-NEXT:  });

  m.def("wait", [] { workWait(); });
//      CHECK:  m.def("wait", [] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  });

  m.def("result", [](int number) { return workNumbered(number, nullptr); });
//      CHECK:  m.def("result", [](int number) {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    return workNumbered(number, nullptr);
// CHECK-NEXT:  });

  m.def("done", [](py::object o) { workWait(); o(); });
//      CHECK:  m.def("done", [](py::object o) {
// CHECK-NEXT:    {
// CHECK-NEXT:      py::gil_scoped_release release;
// CHECK-NEXT:      workWait();
// CHECK-NEXT:    }
// CHECK-NEXT:    o();
// CHECK-NEXT:  });

  m.def("kept", [](py::object o) { int r = workResult(); return py::int_(r); });
//      CHECK:  m.def("kept", [](py::object o) {
// CHECK-NEXT:    int r;
// CHECK-NEXT:    {
// CHECK-NEXT:      py::gil_scoped_release release;
// CHECK-NEXT:      r = workResult();
// CHECK-NEXT:    }
// CHECK-NEXT:    return py::int_(r);
// CHECK-NEXT:  });

  auto later = [] { workWait(); };
//      CHECK:  auto later = [] {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  };

  m.def("later", later);

  m.def(
      "documented",
      [](py::object o, int number) {
        workNumbered(number, nullptr);
        o();
      },
      "Has a text.");
}
//      CHECK:  m.def(
// CHECK-NEXT:      "documented",
// CHECK-NEXT:      [](py::object o, int number) {
// CHECK-NEXT:        {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          workNumbered(number, nullptr);
// CHECK-NEXT:        }
// CHECK-NEXT:        o();
// CHECK-NEXT:      },
// CHECK-NEXT:      "Has a text.");
// CHECK-NEXT:}
