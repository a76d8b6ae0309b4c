// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TICKER_H
#define TICKER_H

#include <Python.h>

// Calls `callback` once on a thread of its own and waits for that.
// Call it with the GIL.
void tick(PyObject *callback);

#endif
