// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: roads from a function to the parameter: conditionals, default arguments, constants, returned structs, getters.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>
#include <utility>

namespace py = pybind11;

namespace {

PyObject *object(void *user) { return static_cast<PyObject *>(user); }

void byConditional(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byConditionalToo(void *user) {
  Py_XDECREF(object(user)); // expect: callback-without-gil
}
void byDefault(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byConstant(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byReturnedStruct(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byGetter(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byPack(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byStaticLocal(void *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void byCast(int *user) {
  Py_DECREF(object(user)); // expect: callback-without-gil
}
void overwritten(void *user) { Py_DECREF(object(user)); }

void submitDefault(void *user, PoolTask task = byDefault) { poolSubmit(task, user); }
constexpr PoolTask constant = byConstant;
PoolHooks makeHooks() {
  PoolHooks hooks = {byReturnedStruct, nullptr};
  return hooks;
}
struct Accumulator {
  PyObject *f;
  PoolTask getCallback() { return byGetter; }
  void *getUserData() { return f; }
};
template <typename... Ts> void forwardAll(Ts &&...args) { poolSubmit(std::forward<Ts>(args)...); }

void submitAll(bool which, py::object f) {
  void *user = f.release().ptr();
  poolSubmit(which ? byConditional : byConditionalToo, user);
  submitDefault(user);
  poolSubmit(constant, user);
  poolSetHooks(makeHooks(), user);
  Accumulator accumulator{object(user)};
  poolSubmit(accumulator.getCallback(), accumulator.getUserData());
  forwardAll(byPack, user);
  static const PoolTask local = &byStaticLocal;
  poolSubmit(local, user);
  poolSubmit(reinterpret_cast<PoolTask>(byCast), user);
}

// In held state only: called, not handed over.
void callNow(py::handle f) {
  PoolTask task = overwritten;
  task(f.inc_ref().ptr());
}

} // namespace

PYBIND11_MODULE(callback_routes, m) {
  m.def("submit_all", &submitAll);
  m.def("call_now", &callNow);
}
