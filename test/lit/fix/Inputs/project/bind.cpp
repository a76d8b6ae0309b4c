// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wait.h"

static void task(void *user) {
  PyRun_SimpleString("task");
}

void init(nb::module_ &m) {
  m.def("submit", [] { poolSubmit(task, nullptr); });
  m.def("finish", [] { finish(); });
}
