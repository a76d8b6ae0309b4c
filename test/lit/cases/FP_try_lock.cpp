// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: who only tries to take a lock does not wait for it.
// Should be silent: one side never waits with the GIL in hand.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <mutex>
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

std::mutex mutex;
int counter = 0;

void countTask(void *user) {
  std::unique_lock<std::mutex> guard(mutex); // expect: gil-lock-order (a)
  py::gil_scoped_acquire gil;                // expect: gil-lock-order (a)
  py::handle(static_cast<PyObject *>(user))(++counter);
}
int readCounter() {
  std::unique_lock<std::mutex> guard(mutex, std::try_to_lock); // expect: gil-lock-order (a)
  return guard ? counter : -1;
}

} // namespace

PYBIND11_MODULE(try_lock, m) {
  m.def("submit", [](py::object f) { poolSubmit(countTask, f.release().ptr()); });
  m.def("read", &readCounter);
}
