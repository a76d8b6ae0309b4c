// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: callbacks that wait in arrays, vectors and maps before they are registered.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <map>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace py = pybind11;

namespace {

void inArray(void *user) {
  py::handle(static_cast<PyObject *>(user))(); // expect: callback-without-gil
}
void inVector(void *user) {
  py::handle(static_cast<PyObject *>(user))(1); // expect: callback-without-gil
}
void inMap(void *user) {
  py::handle(static_cast<PyObject *>(user))(2); // expect: callback-without-gil
}
void inVectorAcquiring(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(3);
}
void neverRegistered(void *user) { py::handle(static_cast<PyObject *>(user))(); }

struct Named {
  const char *name;
  PoolTask task;
};
const Named table[] = {{"a", inArray}};

void submitAll(py::object f) {
  for (const Named &named : table)
    poolSubmit(named.task, f.inc_ref().ptr());
  std::vector<PoolTask> tasks;
  tasks.push_back(inVector);
  tasks.push_back(&inVectorAcquiring);
  for (PoolTask task : tasks)
    poolSubmit(task, f.inc_ref().ptr());
}

void submitNamed(const std::string &name, py::object f) {
  static const std::map<std::string, PoolTask> byName = {{"map", inMap}};
  auto it = byName.find(name);
  if (it != byName.end())
    poolSubmit(it->second, f.release().ptr());
}

} // namespace

PYBIND11_MODULE(containers_of_callbacks, m) {
  m.def("submit_all", &submitAll);
  m.def("submit_named", &submitNamed);
  m.def("call", [](py::object f) { neverRegistered(f.ptr()); });
}
