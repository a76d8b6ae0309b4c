//===- LeaksTest.cpp - Tokens that some path does not undo ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Leaks, EarlyReturn) {
  EXPECT_STATES(R"cc(
    int f() {
      PyGILState_STATE s = PyGILState_Ensure();  // leak
      if (ask())
        return 1;
      PyGILState_Release(s);
      return 0;
    }
    int g() {
      PyThreadState *s = PyEval_SaveThread();    // leak
      if (ask())
        return 1;
      PyEval_RestoreThread(s);
      return 0;
    }
    int h() {
      Py_BEGIN_ALLOW_THREADS                     // leak
      if (ask())
        return 1;
      Py_END_ALLOW_THREADS
      return 0;
    })cc");
}

TEST(Leaks, Throw) {
  EXPECT_STATES(R"cc(
    void f() {
      PyGILState_STATE s = PyGILState_Ensure();  // leak throw
      if (ask())
        throw 1;
      PyGILState_Release(s);
    }
    void checked() {
      if (ask())
        throw 1;
    }
    void g() {
      PyThreadState *s = PyEval_SaveThread();    // leak throw
      checked();
      PyEval_RestoreThread(s);
    }
    void caught() {
      PyThreadState *s = PyEval_SaveThread();
      try {
        checked();
      } catch (...) {
      }
      PyEval_RestoreThread(s);
    })cc");
}

TEST(Leaks, ThrowInACalledLambda) {
  EXPECT_STATES(R"cc(
    void f() {
      auto check = [] { if (ask()) throw 1; };
      PyThreadState *s = PyEval_SaveThread();    // leak throw
      check();
      PyEval_RestoreThread(s);
    })cc");
}

TEST(Leaks, UndoneInTheHandler) {
  EXPECT_STATES(R"cc(
    struct E {};
    void f() {
      PyThreadState *s = PyEval_SaveThread();
      try {
        throw E();
      } catch (...) {
        PyEval_RestoreThread(s);
        throw;
      }
    })cc");
}

TEST(Leaks, LibraryCallsDoNotCount) {
  EXPECT_STATES(R"cc(
    #include <vector>
    void opaque();
    void f(std::vector<int> &v) {
      PyThreadState *s = PyEval_SaveThread();
      v.at(0);
      opaque();
      PyEval_RestoreThread(s);
    })cc");
}

TEST(Leaks, StoredInAMemberIsSilent) {
  EXPECT_STATES(R"cc(
    struct S {
      PyThreadState *saved;
      PyGILState_STATE state;
      void begin() { saved = PyEval_SaveThread(); }
      void end() { PyEval_RestoreThread(saved); }
      S() : state(PyGILState_Ensure()) {}
      ~S() { PyGILState_Release(state); }
    };
    PyThreadState *global;
    void g() { global = PyEval_SaveThread(); })cc");
}

TEST(Leaks, HandedOutIsSilent) {
  EXPECT_STATES(R"cc(
    PyThreadState *a() { return PyEval_SaveThread(); }
    PyThreadState *b() {
      PyThreadState *s = PyEval_SaveThread();
      return s;
    }
    struct Pair { PyThreadState *s; int i; };
    Pair c() { return {PyEval_SaveThread(), 1}; }
    void d(PyThreadState **out) { *out = PyEval_SaveThread(); }
    void e(PyThreadState *&out) { out = PyEval_SaveThread(); }
    void keep(PyThreadState *);
    void f() { keep(PyEval_SaveThread()); }
    void g() {
      PyThreadState *s = PyEval_SaveThread();
      keep(s);
    }
    struct Slot { PyThreadState *s; };
    void h(Slot &slot) { slot.s = PyEval_SaveThread(); }
    void i(Slot *slot) {
      PyThreadState *s = PyEval_SaveThread();
      slot->s = s;
    })cc");
}

TEST(Leaks, GotoCleanupIsSilent) {
  EXPECT_STATES(R"cc(
    int f() {
      int result = 0;
      PyGILState_STATE s = PyGILState_Ensure();
      if (ask()) {
        result = 1;
        goto cleanup;
      }
      if (ask())
        goto cleanup;
    cleanup:
      PyGILState_Release(s);
      return result;
    })cc");
}

TEST(Leaks, UndoneByADestructor) {
  EXPECT_STATES(R"cc(
    #include <memory>
    struct Restore {
      PyThreadState *&s;
      ~Restore() { PyEval_RestoreThread(s); }
    };
    int f() {
      PyThreadState *s = PyEval_SaveThread();
      Restore r{s};
      if (ask())
        return 1;
      return 0;
    })cc");
}

TEST(Leaks, UndoneInALambda) {
  EXPECT_STATES(R"cc(
    int f() {
      PyThreadState *s = PyEval_SaveThread();
      auto end = [&] { PyEval_RestoreThread(s); };
      if (ask()) {
        end();
        return 1;
      }
      end();
      return 0;
    })cc");
}

TEST(Leaks, DiscardedToken) {
  EXPECT_STATES(R"cc(
    void f() {
      PyEval_SaveThread();          // leak
      probe();                      // released
    }
    void g() {
      PyGILState_Ensure();          // leak
      probe();                      // held
    })cc");
}

TEST(Leaks, LoopThatContinues) {
  EXPECT_STATES(R"cc(
    void f() {
      while (ask()) {
        PyGILState_STATE s = PyGILState_Ensure();  // leak
        if (ask())
          continue;
        PyGILState_Release(s);
      }
    })cc");
}
