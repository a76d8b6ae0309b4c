// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One binding of each kind, and text that must not become markup.
#include "../../cases/pool.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

// </script><script>alert("no")</script> and a letter of Latin 1: ü.
static void crashes(void *user) {
  Py_DECREF(static_cast<PyObject *>(user)); // "<b>" & '<i>'
}

static void careful(const char *line, void *user) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(PyObject_CallFunction(static_cast<PyObject *>(user), "s", line));
}

static void visits(void *user) { Py_INCREF(static_cast<PyObject *>(user)); }

static void counts(void *user) { ++*static_cast<int *>(user); }

// On some paths only, so that nothing is proven.
static void unsure(void *user) {
  if (!PyGILState_Check())
    return;
  py::gil_scoped_release release;
  poolWait();
}

PYBIND11_MODULE(example, m) {
  m.def("submit", [](py::object f) { poolSubmit(crashes, f.release().ptr()); });
  m.def("set_log", [](py::object f) {
    PyObject *kept = f.release().ptr();
    py::gil_scoped_release release;
    poolSetLog(careful, kept);
  });
  m.def("wait</script>", [] { poolWait(); });
  m.def("wait_released", [] {
    py::gil_scoped_release release;
    poolWait();
  });
  m.def("log", [](const char *line) { poolLog(line); });
  m.def("parse", [](const char *line) { return poolParse(line); });
  m.def("log_released", [](const char *line) {
    py::gil_scoped_release release;
    poolLog(line);
  });
  m.def("visit", [](py::object f) { poolEach(visits, f.ptr()); });
  m.def("count", [](int n) {
    poolEach(counts, &n);
    return n;
  });
  m.def("touch", [](py::object f) {
    py::gil_scoped_release release;
    return py::str(f);
  });
  m.def("unsure", [](py::object f) { unsure(f.ptr()); });
}
