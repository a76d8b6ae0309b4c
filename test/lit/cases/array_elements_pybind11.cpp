// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: elements of an array that was checked before are plain memory: reading and writing them in a released region is what the proxies are for.
// Silent: the proxies of unchecked() touch no Python object.
// flags: pybind11
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

double sum(const py::array_t<double> &array) {
  auto view = array.unchecked<2>();
  double total = 0;
  py::gil_scoped_release release;
  for (py::ssize_t i = 0; i < view.shape(0); ++i)
    for (py::ssize_t j = 0; j < view.shape(1); ++j)
      total += view(i, j);
  return total;
}

void scale(py::array_t<double> &array, double factor) {
  auto view = array.mutable_unchecked<1>();
  py::gil_scoped_release release;
  for (py::ssize_t i = 0; i < view.shape(0); ++i)
    view(i) *= factor;
}

} // namespace

PYBIND11_MODULE(arrays, m) {
  m.def("sum", &sum);
  m.def("scale", &scale);
}
