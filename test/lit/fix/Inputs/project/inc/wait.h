// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WAIT_H
#define WAIT_H
#include <nanobind/nanobind.h>

extern "C" void poolSubmit(void (*task)(void *), void *user);
extern "C" void poolWait(void);

inline void finish() {
  poolWait();
}

#endif
