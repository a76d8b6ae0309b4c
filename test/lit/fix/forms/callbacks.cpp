// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//# A callback takes the GIL before its first Python operation, not before returns.
// RUN: %fixed
#include "work.h"
#include <pybind11/pybind11.h>
#include <vector>

namespace py = pybind11;

static void plain(void *) {
  PyErr_CheckSignals();
}
//      CHECK:static void plain(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

static void oneLine(void *) { PyErr_CheckSignals(); }
//      CHECK:static void oneLine(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

static void earlyReturns(void *user) {
  auto *times = static_cast<int *>(user);
  if (!times)
    return;
  if (*times == 0)
    return;
  PyErr_CheckSignals();
  --*times;
}
//      CHECK:static void earlyReturns(void *user) {
// CHECK-NEXT:  auto *times = static_cast<int *>(user);
// CHECK-NEXT:  if (!times)
// CHECK-NEXT:    return;
// CHECK-NEXT:  if (*times == 0)
// CHECK-NEXT:    return;
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:  --*times;
// CHECK-NEXT:}

static void inABranch(void *user) {
  if (user) {
    PyErr_CheckSignals();
  }
  workSize();
}
//      CHECK:static void inABranch(void *user) {
// CHECK-NEXT:  if (user) {
// CHECK-NEXT:    py::gil_scoped_acquire acquire;
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  }
// CHECK-NEXT:  workSize();
// CHECK-NEXT:}

static void inABareBranch(void *user) {
  if (user)
    PyErr_CheckSignals();
}
//      CHECK:static void inABareBranch(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  if (user)
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:}

static void inBothBranches(void *user) {
  if (user)
    PyErr_CheckSignals();
  else
    PyErr_Clear();
}
//      CHECK:static void inBothBranches(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  if (user)
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  else
// CHECK-NEXT:    PyErr_Clear();
// CHECK-NEXT:}

static int inAReturn(void *user) {
  return PyErr_CheckSignals();
}
//      CHECK:static int inAReturn(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  return PyErr_CheckSignals();
// CHECK-NEXT:}

static int inACondition(void *user) {
  if (PyErr_CheckSignals())
    return 1;
  return 0;
}
//      CHECK:static int inACondition(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  if (PyErr_CheckSignals())
// CHECK-NEXT:    return 1;
// CHECK-NEXT:  return 0;
// CHECK-NEXT:}

static int inElseIf(void *user) {
  if (!user)
    return 2;
  else if (PyErr_CheckSignals())
    return 1;
  return 0;
}
//      CHECK:static int inElseIf(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  if (!user)
// CHECK-NEXT:    return 2;
// CHECK-NEXT:  else if (PyErr_CheckSignals())
// CHECK-NEXT:    return 1;
// CHECK-NEXT:  return 0;
// CHECK-NEXT:}

//# Once, not once an iteration.
static void inALoop(void *user) {
  int times = *static_cast<int *>(user);
  for (int i = 0; i < times; ++i) {
    PyErr_CheckSignals();
  }
}
//      CHECK:static void inALoop(void *user) {
// CHECK-NEXT:  int times = *static_cast<int *>(user);
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  for (int i = 0; i < times; ++i) {
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  }
// CHECK-NEXT:}

static void inARangeLoop(void *user) {
  for (int i : *static_cast<std::vector<int> *>(user))
    if (i)
      PyErr_CheckSignals();
}
//      CHECK:static void inARangeLoop(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  for (int i : *static_cast<std::vector<int> *>(user))
// CHECK-NEXT:    if (i)
// CHECK-NEXT:      PyErr_CheckSignals();
// CHECK-NEXT:}

static void inDoWhile(void *user) {
  int times = 0;
  do {
    PyErr_CheckSignals();
  } while (++times < 3);
}
//      CHECK:static void inDoWhile(void *user) {
// CHECK-NEXT:  int times = 0;
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  do {
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  } while (++times < 3);
// CHECK-NEXT:}

static void behindLabels(void *user) {
  switch (*static_cast<int *>(user)) {
  case 0:
    PyErr_CheckSignals();
    break;
  default:
    break;
  }
}
//      CHECK:static void behindLabels(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  switch (*static_cast<int *>(user)) {
// CHECK-NEXT:  case 0:
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:    break;
// CHECK-NEXT:  default:
// CHECK-NEXT:    break;
// CHECK-NEXT:  }
// CHECK-NEXT:}

static void inABlockBehindLabels(void *user) {
  switch (*static_cast<int *>(user)) {
  case 0: {
    PyErr_CheckSignals();
    break;
  }
  case 1:
    break;
  }
}
//      CHECK:static void inABlockBehindLabels(void *user) {
// CHECK-NEXT:  switch (*static_cast<int *>(user)) {
// CHECK-NEXT:  case 0: {
// CHECK-NEXT:    py::gil_scoped_acquire acquire;
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:    break;
// CHECK-NEXT:  }
// CHECK-NEXT:  case 1:
// CHECK-NEXT:    break;
// CHECK-NEXT:  }
// CHECK-NEXT:}

static void inTry(void *user) {
  try {
    static_cast<py::object *>(user)->operator()();
  } catch (const std::exception &) {
    PyErr_Clear();
  }
}
//      CHECK:static void inTry(void *user) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  try {
// CHECK-NEXT:    static_cast<py::object *>(user)->operator()();
// CHECK-NEXT:  } catch (const std::exception &) {
// CHECK-NEXT:    PyErr_Clear();
// CHECK-NEXT:  }
// CHECK-NEXT:}

struct Session {
  static void onTask(void *user) { static_cast<Session *>(user)->run(); }
  void run() {
    PyErr_CheckSignals();
  }
};
//      CHECK:struct Session {
// CHECK-NEXT:  static void onTask(void *user) { static_cast<Session *>(user)->run(); }
// CHECK-NEXT:  void run() {
// CHECK-NEXT:    py::gil_scoped_acquire acquire;
// CHECK-NEXT:    PyErr_CheckSignals();
// CHECK-NEXT:  }
// CHECK-NEXT:};

struct Static {
  static void run(void *);
};

void Static::run(void *) {
  PyErr_CheckSignals();
}
//      CHECK:void Static::run(void *) {
// CHECK-NEXT:  py::gil_scoped_acquire acquire;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

//# The name is taken.
static void sameName(void *) {
  int acquire = 1;
  (void)acquire;
  PyErr_CheckSignals();
}
//      CHECK:static void sameName(void *) {
// CHECK-NEXT:  int acquire = 1;
// CHECK-NEXT:  (void)acquire;
// CHECK-NEXT:  py::gil_scoped_acquire acquire2;
// CHECK-NEXT:  PyErr_CheckSignals();
// CHECK-NEXT:}

PYBIND11_MODULE(callbacks, m) {
  m.def("submit", [] {
    workSubmit(plain, nullptr);
    workSubmit(oneLine, nullptr);
    workSubmit(earlyReturns, nullptr);
    workSubmit(inABranch, nullptr);
    workSubmit(inABareBranch, nullptr);
    workSubmit(inBothBranches, nullptr);
    workFilter(inAReturn, nullptr);
    workFilter(inACondition, nullptr);
    workFilter(inElseIf, nullptr);
    workSubmit(inALoop, nullptr);
    workSubmit(inARangeLoop, nullptr);
    workSubmit(inDoWhile, nullptr);
    workSubmit(behindLabels, nullptr);
    workSubmit(inABlockBehindLabels, nullptr);
    workSubmit(inTry, nullptr);
    workSubmit(Session::onTask, nullptr);
    workSubmit(Static::run, nullptr);
    workSubmit(sameName, nullptr);
  });
  m.def("wait", &workWait, py::call_guard<py::gil_scoped_release>());
}
