//===- TokensTest.cpp - CPython's function pairs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Tokens, EnsureAndRelease) {
  EXPECT_STATES(R"cc(
    void f() {
      PyGILState_STATE s = PyGILState_Ensure();   // acquire: inherited
      probe();                      // held
      PyRun_SimpleString("");       // op: held
      PyGILState_Release(s);
      probe();                      // inherited
    })cc");
}

TEST(Tokens, SaveAndRestore) {
  EXPECT_STATES(R"cc(
    void f() {
      PyThreadState *s = PyEval_SaveThread();     // release: inherited
      probe();                      // released
      PyEval_RestoreThread(s);
      probe();                      // inherited
    }
    void assigned() {
      PyThreadState *s;
      s = PyEval_SaveThread();
      probe();                      // released
      PyEval_RestoreThread(s);
      probe();                      // inherited
    })cc");
}

TEST(Tokens, NestInAnyWay) {
  EXPECT_STATES(R"cc(
    void f() {
      PyThreadState *s = PyEval_SaveThread();
      PyGILState_STATE g = PyGILState_Ensure();   // acquire: released
      probe();                      // held
      PyThreadState *t = PyEval_SaveThread();     // release: held
      probe();                      // released
      PyEval_RestoreThread(t);
      probe();                      // held
      PyGILState_Release(g);
      probe();                      // released
      PyEval_RestoreThread(s);
      probe();                      // inherited
    })cc");
}

TEST(Tokens, MacrosOfCPython) {
  EXPECT_STATES(R"cc(
    void f() {
      Py_BEGIN_ALLOW_THREADS        // release: inherited
      probe();                      // released
      Py_BLOCK_THREADS
      probe();                      // inherited
      Py_UNBLOCK_THREADS            // release: inherited
      probe();                      // released
      Py_END_ALLOW_THREADS
      probe();                      // inherited
    }
    int early() {
      Py_BEGIN_ALLOW_THREADS
      if (ask()) {
        Py_BLOCK_THREADS
        return probe(1);            // inherited
      }
      probe();                      // released
      Py_END_ALLOW_THREADS
      return probe(0);              // inherited
    })cc");
}

TEST(Tokens, ThreadStateSwap) {
  EXPECT_STATES(R"cc(
    void f() {
      PyThreadState *s = PyThreadState_Swap(nullptr);  // release: inherited
      probe();                      // released
      PyThreadState_Swap(s);
      probe();                      // inherited
      PyThreadState *t = PyThreadState_Swap(0);
      probe();                      // released
      PyThreadState_Swap(t);
      probe();                      // inherited
    })cc");
}

TEST(Tokens, CallsThatSetTheStateForGood) {
  EXPECT_STATES(R"cc(
    void f(PyThreadState *s) {
      PyEval_AcquireThread(s);      // acquire: inherited
      probe();                      // held
      PyEval_ReleaseThread(s);      // release: held
      probe();                      // released
    }
    void g() {
      Py_Initialize();
      probe();                      // held
    })cc");
}

TEST(Tokens, TheOtherHalfIsSomewhereElse) {
  EXPECT_STATES(R"cc(
    void f(PyThreadState *s) {
      PyEval_RestoreThread(s);
      probe();                      // held
    }
    void g(PyGILState_STATE s) {
      PyGILState_Release(s);
      probe();                      // mixed
    })cc");
}

TEST(Tokens, InMembersOfTheSameObject) {
  EXPECT_STATES(R"cc(
    struct S {
      PyThreadState *saved = nullptr;
      void f() {
        saved = PyEval_SaveThread();
        probe();                    // released
        PyEval_RestoreThread(saved);
        probe();                    // inherited
      }
    };)cc");
}

TEST(Tokens, AskedForBeforeTheyAreUndone) {
  EXPECT_STATES(R"cc(
    void f(bool b) {
      PyThreadState *s = nullptr;
      if (ask())
        s = PyEval_SaveThread();
      probe();                      // mixed
      if (s)
        PyEval_RestoreThread(s);
      probe();                      // inherited
    }
    void g() {
      PyThreadState *s = nullptr;
      if (ask())
        s = PyEval_SaveThread();
      if (s != nullptr)
        PyEval_RestoreThread(s);
      probe();                      // inherited
    })cc");
}

TEST(Tokens, CheckedConditionIsMixed) {
  EXPECT_STATES(R"cc(
    void f() {
      PyGILState_STATE s;
      bool mine = !PyGILState_Check();
      if (mine)
        s = PyGILState_Ensure();
      probe();                      // mixed
      if (mine)
        PyGILState_Release(s);
    })cc");
}

TEST(Tokens, CopiedToAnotherVariable) {
  EXPECT_STATES(R"cc(
    void f() {
      PyThreadState *a = PyEval_SaveThread();
      PyThreadState *b = a;
      probe();                      // released
      PyEval_RestoreThread(b);
      probe();                      // inherited
    }
    void g() {
      PyGILState_STATE a = PyGILState_Ensure(), b;
      b = a;
      PyGILState_Release(b);
      probe();                      // inherited
    })cc");
}
