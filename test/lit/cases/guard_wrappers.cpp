// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: withoutGil(f) and withGil(f): the callable runs in the state that the wrapper makes.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <functional>
#include <pybind11/pybind11.h>
#include <utility>

namespace py = pybind11;

namespace {

template <typename F> auto withoutGil(F &&f) {
  py::gil_scoped_release release;
  return std::forward<F>(f)(); // expect: python-without-gil (b)
}

template <typename F> auto withGil(F &&f) {
  py::gil_scoped_acquire gil;
  return std::forward<F>(f)();
}

void withoutGilErased(const std::function<void()> &f) {
  py::gil_scoped_release release;
  f();
}

void runTask(void *user) {
  withGil([user] { py::handle(static_cast<PyObject *>(user))(); });
}

// What withGil returns is destroyed behind its guard.
void runTaskLeaking(void *user) {
  py::object answer = withGil([user] { // expect: callback-without-gil (a)
    return py::handle(static_cast<PyObject *>(user))();
  });
} // expect: callback-without-gil (a)

} // namespace

PYBIND11_MODULE(guard_wrappers, m) {
  m.def("submit", [](py::object f) {
    poolSubmit(runTask, f.inc_ref().ptr());
    poolSubmit(runTaskLeaking, f.inc_ref().ptr());
  });
  m.def("wait", [] { withoutGil([] { poolWait(); }); });
  m.def("wait_pointer", [] { withoutGil(poolWait); });
  m.def("wait_erased", [] { withoutGilErased([] { poolWait(); }); });
  m.def("wait_badly", [](py::list log) {
    withoutGil([&] {
      poolWait();
      log.append(1); // expect: python-without-gil (b)
    });
  });
  m.def("size", [] { return withoutGil([] { return poolSize(); }); });
}
