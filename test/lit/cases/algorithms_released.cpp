// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: lambdas that a standard algorithm calls belong to the region in which it is called.
// flags: pybind11
#include <algorithm>
#include <numeric>
#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

namespace {

void fillReleased(std::vector<int> &v, py::object f) {
  py::gil_scoped_release release;
  std::for_each(v.begin(), v.end(), [&](int &n) { // expect: python-without-gil (a)
    n = f(n).cast<int>(); // expect: python-without-gil (a)
  });
}

void sortReleased(std::vector<PyObject *> &v) {
  py::gil_scoped_release release;
  std::sort(v.begin(), v.end(), [](PyObject *a, PyObject *b) { // expect: python-without-gil (b)
    return PyObject_RichCompareBool(a, b, Py_LT) == 1; // expect: python-without-gil (b)
  });
}

void sortNative(std::vector<int> &v) {
  py::gil_scoped_release release;
  std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
}

void fillAcquiring(std::vector<int> &v, const py::object &f) {
  py::gil_scoped_release release;
  std::for_each(v.begin(), v.end(), [&](int &n) {
    py::gil_scoped_acquire gil;
    n = f(n).cast<int>();
  });
}

void fillHeld(std::vector<int> &v, const py::object &f) {
  std::for_each(v.begin(), v.end(), [&](int &n) { n = f(n).cast<int>(); });
  py::gil_scoped_release release;
  std::iota(v.begin(), v.end(), 0);
}

// The lambda is only named in the region; it is called behind it.
int calledLater(const py::object &f) {
  int total = 0;
  auto add = [&](int n) { total += f(n).cast<int>(); };
  {
    py::gil_scoped_release release;
    auto copy = add;
    (void)copy;
  }
  add(1);
  return total;
}

} // namespace

PYBIND11_MODULE(algorithms_released, m) {
  m.def("fill", [](py::object f) {
    std::vector<int> v(10);
    fillReleased(v, f);
    fillAcquiring(v, f);
    fillHeld(v, f);
    sortNative(v);
    return calledLater(f);
  });
  m.def("sort", [](py::list l) {
    std::vector<PyObject *> v;
    for (py::handle h : l)
      v.push_back(h.ptr());
    sortReleased(v);
  });
}
