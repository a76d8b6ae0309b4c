// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inc/../inc/wait.h"

int use(int times) {
  poolWait();
  return times + 1;
}

void initUse(nb::module_ &m) {
  m.def("use", use);
  m.def("finish", [] { finish(); });
}
