// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: elements of an array that was checked before are plain memory: reading and writing them in a released region is what the proxies are for.
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

double sumBuffer(const py::buffer &buffer) {
  py::buffer_info info = buffer.request();
  double total = 0;
  {
    py::gil_scoped_release release;
    auto *data = static_cast<double *>(info.ptr);
    for (py::ssize_t i = 0; i < info.shape[0]; ++i)
      total += data[i];
  }
  return total;
}

double requestInside(const py::buffer &buffer) {
  py::gil_scoped_release release;
  py::buffer_info info = buffer.request(); // expect: python-without-gil
  return static_cast<double *>(info.ptr)[0];
}

} // namespace

PYBIND11_MODULE(arrays, m) {
  m.def("sum", &sum);
  m.def("scale", &scale);
  m.def("sum_buffer", &sumBuffer);
  m.def("request_inside", &requestInside);
}
