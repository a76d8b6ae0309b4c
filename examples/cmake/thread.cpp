// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ticker.h"
#include <thread>

void tick(PyObject *callback) {
  std::thread worker([callback] {
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *result = PyObject_CallNoArgs(callback);
    Py_XDECREF(result);
    PyGILState_Release(state);
  });
#ifdef TICKER_HOLD_GIL
  worker.join(); // The worker waits for the GIL, and this thread for it.
#else
  PyThreadState *saved = PyEval_SaveThread();
  worker.join();
  PyEval_RestoreThread(saved);
#endif
}
