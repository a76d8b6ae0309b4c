// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: generic lambdas have a body only where they are instantiated: by a call, in std::function, in an algorithm.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <algorithm>
#include <functional>
#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

namespace {

int called(py::handle f) {
  auto call = [f](auto n) { return f(n).template cast<int>(); };
  int first = call(1);
  py::gil_scoped_release release;
  return first + call(2); // expect: python-without-gil
}

int inFunction(py::handle f) {
  std::function<int(int)> call = [f](auto n) { return f(n).template cast<int>(); };
  py::gil_scoped_release release;
  return call(1); // expect: python-without-gil
}

void inAlgorithm(std::vector<int> &v, py::handle f) {
  py::gil_scoped_release release;
  std::for_each(v.begin(), v.end(), [f](auto &n) { // expect: python-without-gil (a)
    n = f(n).template cast<int>(); // expect: python-without-gil (a)
  });
}

void nativeInAlgorithm(std::vector<int> &v) {
  py::gil_scoped_release release;
  std::for_each(v.begin(), v.end(), [](auto &n) { n *= 2; });
}

void asCallback(py::object f) {
  poolSubmit(
      [](auto *user) {
        Py_XDECREF(PyObject_CallNoArgs(static_cast<PyObject *>(user))); // expect: callback-without-gil
      },
      f.release().ptr());
}

} // namespace

PYBIND11_MODULE(generic_lambdas, m) {
  m.def("called", &called);
  m.def("in_function", &inFunction);
  m.def("in_algorithm", [](py::object f) {
    std::vector<int> v(3);
    inAlgorithm(v, f);
    nativeInAlgorithm(v);
  });
  m.def("as_callback", &asCallback);
  m.def("wait", [] {
    py::gil_scoped_release release;
    poolWait();
  });
}
