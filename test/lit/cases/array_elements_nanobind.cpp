// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the elements, the shape and the data pointer of an ndarray are plain memory.
// Silent: these read fields that no thread changes.
// flags: nanobind
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

namespace {

using Array = nb::ndarray<double, nb::ndim<2>, nb::device::cpu>;

double sum(const Array &array) {
  double total = 0;
  nb::gil_scoped_release release;
  for (size_t i = 0; i < array.shape(0); ++i)
    for (size_t j = 0; j < array.shape(1); ++j)
      total += array(i, j);
  return total;
}

double sumView(Array array) {
  auto view = array.view();
  double total = 0;
  nb::gil_scoped_release release;
  for (size_t i = 0; i < view.shape(0); ++i)
    total += view(i, 0);
  return total;
}

double first(const Array &array) {
  nb::gil_scoped_release release;
  return array.size() ? *array.data() : 0;
}

} // namespace

NB_MODULE(arrays, m) {
  m.def("sum", &sum);
  m.def("sum_view", &sumView);
  m.def("first", &first);
}
