//===- ExceptionsTest.cpp - try, catch, throw -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [except.ctor]: as control passes to a handler, objects constructed since the
// try block was entered are destroyed.
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Exceptions, GuardsAreUnwound) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        nb::gil_scoped_release r;
        probe();                    // released
      } catch (...) {
        probe();                    // inherited
      }
      probe();                      // inherited
    }
    void outer() {
      nb::gil_scoped_release r;
      try {
        nb::gil_scoped_acquire a;
        probe();                    // held
      } catch (...) {
        probe();                    // released
      }
      probe();                      // released
    })cc");
}

TEST(Exceptions, TokensAreNot) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        PyThreadState *s = PyEval_SaveThread();
        probe();                    // released
        PyEval_RestoreThread(s);
      } catch (...) {
        probe();                    // released
      }
    }
    void thrown() {
      try {
        PyThreadState *s = PyEval_SaveThread();  // leak
        if (ask())
          throw 1;
        PyEval_RestoreThread(s);
      } catch (...) {
        probe();                    // released
      }
    }
    void g() {
      PyThreadState *s = nullptr;
      try {
        ask();
        s = PyEval_SaveThread();
        probe();                    // released
        PyEval_RestoreThread(s);
        s = nullptr;
        probe();                    // inherited
      } catch (...) {
        probe();                    // mixed
        if (s)
          PyEval_RestoreThread(s);
        probe();                    // inherited
      }
      probe();                      // inherited
    })cc");
}

TEST(Exceptions, Nested) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        nb::gil_scoped_release r;
        try {
          nb::gil_scoped_acquire a;
          probe();                  // held
        } catch (int) {
          probe();                  // released
        }
        probe();                    // released
      } catch (...) {
        probe();                    // inherited
      }
    })cc");
}

TEST(Exceptions, Rethrow) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        nb::gil_scoped_acquire a;
        try {
          nb::gil_scoped_release r;
          probe();                  // released
        } catch (...) {
          probe();                  // held
          throw;
        }
        probe();                    // held
      } catch (...) {
        probe();                    // inherited
      }
      probe();                      // inherited
    })cc");
}

TEST(Exceptions, GuardInTheHandler) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        probe();                    // inherited
      } catch (int) {
        nb::gil_scoped_acquire a;
        probe();                    // held
      } catch (...) {
        probe();                    // inherited
      }
      probe();                      // inherited
    })cc");
}

TEST(Exceptions, CaughtObjectsDieBehindTheHandler) {
  EXPECT_STATES(R"cc(
    struct E { nb::object o; };     // op: inherited
    void f() {
      nb::gil_scoped_release r;
      try {
        probe();                    // released
      } catch (E e) {               // op copies: released; op destroys: released
        probe();                    // released
      }
    }
    void g() {
      try {
        probe();                    // inherited
      } catch (const E &e) {
        probe();                    // inherited
      }
    })cc");
}

TEST(Exceptions, ThrowExpressions) {
  EXPECT_STATES(R"cc(
    #include <stdexcept>
    void f() {
      nb::gil_scoped_release r;
      if (ask())
        throw std::runtime_error("x");
      nb::str s("x");               // op constructs: released; op destroys: released
      try {
        nb::gil_scoped_acquire a;
        throw nb::str("y");         // op constructs: held
      } catch (int) {
        probe();                    // released
      }
      probe();                      // released
    })cc");
}

TEST(Exceptions, FunctionTryBlocks) {
  EXPECT_STATES(R"cc(
    void f() try {
      nb::gil_scoped_release r;
      probe();                      // released
    } catch (...) {
      probe();                      // inherited
    }
    struct S {
      nb::gil_scoped_release r;
      S() try : r() {
        probe();                    // released
      } catch (...) {
        probe();                    // inherited
      }
    };)cc");
}

TEST(Exceptions, ProjectGuardsAreUnwound) {
  EXPECT_STATES(R"cc(
    struct Unlock {
      PyThreadState *s = PyEval_SaveThread();
      ~Unlock() { PyEval_RestoreThread(s); }
    };
    void f() {
      try {
        Unlock u;
        probe();                    // released
      } catch (...) {
        probe();                    // inherited
      }
    })cc");
}

TEST(Exceptions, OnlyWhatCanThrowRaises) {
  EXPECT_STATES(R"cc(
    void quiet() noexcept;
    void f() {
      try {
        PyThreadState *s = PyEval_SaveThread();
        quiet();                    // call: released
        PyEval_RestoreThread(s);
        probe();                    // inherited
      } catch (...) {
        probe();                    // inherited
      }
    })cc");
}

TEST(Exceptions, StateOfTheTryJoinsInTheHandler) {
  EXPECT_STATES(R"cc(
    void f(PyThreadState *s) {
      try {
        ask();
        PyEval_AcquireThread(s);
        ask();
      } catch (...) {
        probe();                    // mixed
      }
    })cc");
}

TEST(Exceptions, LoopAroundATry) {
  EXPECT_STATES(R"cc(
    void f() {
      while (ask()) {               // call: inherited
        try {
          nb::gil_scoped_acquire a;
          probe();                  // held
          if (ask())
            break;
        } catch (...) {
          continue;
        }
        probe();                    // inherited
      }
      probe();                      // inherited
    })cc");
}
