// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: nanobind's forms beside def: type slots, static properties, new_, and implicit destructors.
// flags: nanobind
// model: pool.model.json
#include "pool.h"
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace {

void runTask(void *user) {
  nb::gil_scoped_acquire gil;
  nb::handle(static_cast<PyObject *>(user))();
}

struct Object {
  nb::object callable;
};
struct Waiter {
  ~Waiter() {
    poolWait(); // expect: gil-held-across-wait
  }
};
struct Holder {
  Waiter waiter;
};

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(nb::inst_ptr<Object>(self)->callable.ptr());
  return 0;
}
int clear(PyObject *self) {
  nb::inst_ptr<Object>(self)->callable.reset();
  poolWait(); // expect: gil-held-across-wait
  return 0;
}

PyType_Slot slots[] = {{Py_tp_traverse, (void *)traverse},
                       {Py_tp_clear, (void *)clear},
                       {0, nullptr}};

} // namespace

NB_MODULE(slots, m) {
  m.def("submit", [](nb::object f) { poolSubmit(runTask, f.release().ptr()); });
  nb::class_<Object>(m, "Object", nb::type_slots(slots))
      .def(nb::new_([](nb::object f) {
        poolWait(); // expect: gil-held-across-wait
        return Object{std::move(f)};
      }))
      .def_prop_rw_static(
          "size",
          [](nb::handle) {
            poolWait(); // expect: gil-held-across-wait
            return poolSize();
          },
          [](nb::handle, int) {
            nb::gil_scoped_release release;
            poolWait();
          })
      .def_static("wait", [] {
        poolWait(); // expect: gil-held-across-wait
      })
      .def("__enter__", [](nb::object self) { return self; })
      .def(
          "__exit__", [](Object &, nb::handle, nb::handle, nb::handle) { poolWait(); },
          nb::arg().none(), nb::arg().none(), nb::arg().none(),
          nb::call_guard<nb::gil_scoped_release>());
  nb::class_<Holder>(m, "Holder");
}
