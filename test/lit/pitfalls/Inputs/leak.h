// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enough of Python.h for one finding: LEAK(name) is a function that has one.
#ifndef LEAK_H
#define LEAK_H
#pragma GCC system_header // As Python.h is one.
extern "C" {
typedef enum { Locked, Unlocked } PyGILState_STATE;
PyGILState_STATE PyGILState_Ensure(void);
}
#define LEAK(NAME)                                                             \
  void NAME() { PyGILState_Ensure(); }
#endif
