// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: a thread whose body is the call operator of a class of the project.
// flags: pybind11
#include <pybind11/pybind11.h>
#include <thread>

namespace py = pybind11;

namespace {

struct Functor {
  PyObject *f;
  void operator()() const { Py_XDECREF(PyObject_CallNoArgs(f)); } // expect: callback-without-gil
};

} // namespace

PYBIND11_MODULE(functor_body, m) {
  m.def("start", [](py::object f) { std::thread(Functor{f.release().ptr()}).detach(); });
}
