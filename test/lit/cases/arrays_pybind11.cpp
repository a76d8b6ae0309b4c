// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: what a buffer request returned is plain memory; the request is not.
// flags: pybind11
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

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
  m.def("sum_buffer", &sumBuffer);
  m.def("request_inside", &requestInside);
}
