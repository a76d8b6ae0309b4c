// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A template has one text: it is changed if all its instances want the same.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

static void task(void *) {
  py::gil_scoped_acquire acquire;
  PyErr_CheckSignals();
}

template <typename T> T both(T value, py::object done) {
  workWait();
  done();
  return value;
}
//      CHECK:template <typename T> T both(T value, py::object done) {
// CHECK-NEXT:  {
// CHECK-NEXT:    py::gil_scoped_release release;
// CHECK-NEXT:    workWait();
// CHECK-NEXT:  }
// CHECK-NEXT:  done();
// CHECK-NEXT:  return value;
// CHECK-NEXT:}

//# A member of a class template.
template <typename T> struct Holder {
  T value;
  py::object get() {
    T result = value + workResult();
    return py::cast(result);
  }
  static void onTask(void *user) {
    if (!user)
      return;
    static_cast<Holder *>(user)->value = T();
    PyErr_CheckSignals();
  }
};
//      CHECK:template <typename T> struct Holder {
// CHECK-NEXT:  T value;
// CHECK-NEXT:  py::object get() {
// CHECK-NEXT:    T result = value + [&] {
// CHECK-NEXT:      py::gil_scoped_release release;
// CHECK-NEXT:      return workResult();
// CHECK-NEXT:    }();
// CHECK-NEXT:    return py::cast(result);
// CHECK-NEXT:  }
// CHECK-NEXT:  static void onTask(void *user) {
// CHECK-NEXT:    if (!user)
// CHECK-NEXT:      return;
// CHECK-NEXT:    static_cast<Holder *>(user)->value = T();
// CHECK-NEXT:    py::gil_scoped_acquire acquire;
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  }
// CHECK-NEXT:};

template <typename T> void bind(py::module_ &m, const char *name) {
  py::class_<Holder<T>>(m, name)
      .def("get", &Holder<T>::get)
      .def("wait", [](Holder<T> &, py::object done) {
        workWait();
        done();
      });
  workSubmit(&Holder<T>::onTask, nullptr);
}
//      CHECK:template <typename T> void bind(py::module_ &m, const char *name) {
// CHECK-NEXT:  py::class_<Holder<T>>(m, name)
// CHECK-NEXT:      .def("get", &Holder<T>::get)
// CHECK-NEXT:      .def("wait", [](Holder<T> &, py::object done) {
// CHECK-NEXT:        {
// CHECK-NEXT:          py::gil_scoped_release release;
// CHECK-NEXT:          workWait();
// CHECK-NEXT:        }
// CHECK-NEXT:        done();
// CHECK-NEXT:      });
// CHECK-NEXT:  workSubmit(&Holder<T>::onTask, nullptr);
// CHECK-NEXT:}

PYBIND11_MODULE(templates, m) {
  m.def("submit", [] { workSubmit(task, nullptr); });
  m.def("both", &both<int>);
  m.def("both", &both<double>);
  bind<int>(m, "IntHolder");
  bind<double>(m, "DoubleHolder");
}
