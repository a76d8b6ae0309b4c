//===- ControlFlowTest.cpp - Loops, switches, jumps -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [stmt.jump]: on exit from a scope, however accomplished, objects that were
// constructed in that scope are destroyed.
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(ControlFlow, EarlyReturn) {
  EXPECT_STATES(R"cc(
    int f() {
      nb::str s("x");               // op constructs: inherited; op destroys: inherited
      nb::gil_scoped_release r;
      if (ask())
        return probe(1);            // released
      {
        nb::gil_scoped_acquire a;
        if (ask())
          return probe(2);          // held
      }
      return probe(3);              // released
    })cc");
}

TEST(ControlFlow, ForWhileDo) {
  EXPECT_STATES(R"cc(
    void f() {
      for (int i = probe(0); i < 3; i = probe(i)) {  // inherited
        nb::gil_scoped_release r;   // release: inherited
        probe();                    // released
      }
      while (ask()) {               // call: inherited
        nb::gil_scoped_acquire a;   // acquire: inherited
        probe();                    // held
      }
      do {
        nb::gil_scoped_release r;
        probe();                    // released
      } while (ask());              // call: inherited
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, BreakAndContinueLeaveGuardedScopes) {
  EXPECT_STATES(R"cc(
    void f() {
      for (;;) {                    /* until it breaks */
        probe();                    // inherited
        nb::gil_scoped_release r;
        if (ask())
          continue;
        probe();                    // released
        if (ask())
          break;
      }
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, LoopThatKeepsItsToken) {
  EXPECT_STATES(R"cc(
    void f() {
      PyThreadState *s = nullptr;
      while (ask()) {
        s = PyEval_SaveThread();
        probe();                    // released
        PyEval_RestoreThread(s);
        probe();                    // inherited
      }
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, RangeForWithTemporaries) {
  EXPECT_STATES(R"cc(
    #include <vector>
    struct Guarded {
      nb::gil_scoped_acquire a;
      int *begin();
      int *end();
    };
    std::vector<nb::object> objects();
    void f() {
      for (int i : Guarded())
        probe();                    // held
      probe();                      // inherited
      for (nb::object &o : objects())  // op destroys: inherited
        probe();                    // inherited
    })cc");
}

TEST(ControlFlow, SwitchWithFallthrough) {
  EXPECT_STATES(R"cc(
    void f(int i) {
      switch (i) {
      case 0: {
        nb::gil_scoped_release r;
        probe();                    // released
        break;
      }
      case 1: {
        nb::gil_scoped_acquire a;
        probe();                    // held
      }
      case 2:
        probe();                    // inherited
        break;
      case 3:
        PyEval_SaveThread();        // leak
      case 4:
        probe();                    // mixed
        return;
      default:
        return;
      }
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, SwitchInitialiser) {
  EXPECT_STATES(R"cc(
    void f() {
      switch (nb::gil_scoped_acquire a; probe(1)) {  // held
      case 1:
        probe();                    // held
      }
      probe();                      // inherited
      if (nb::gil_scoped_release r; probe(2))  // released
        probe();                    // released
      else
        probe();                    // released
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, GotoOutOfAndBackwards) {
  EXPECT_STATES(R"cc(
    void out() {
      {
        nb::gil_scoped_release r;
        if (ask())
          goto done;
        probe();                    // released
      }
      probe();                      // inherited
    done:
      probe();                      // inherited
    }
    void back() {
    again:
      probe();                      // inherited
      nb::gil_scoped_acquire a;
      probe();                      // held
      if (ask())
        goto again;
    }
    void into() {
      if (ask())
        goto in;
      {
        probe();                    // inherited
      in:
        probe();                    // inherited
      }
    })cc");
}

TEST(ControlFlow, Ternaries) {
  EXPECT_STATES(R"cc(
    int under(int i) {
      nb::gil_scoped_release r;
      return i;
    }
    void f(bool b) {
      int i = b ? probe(1)          // inherited
                : under(probe(2));  // inherited
      PyThreadState *s = b ? PyEval_SaveThread() : nullptr;
      probe();                      // mixed
      if (s)
        PyEval_RestoreThread(s);
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, ShortCircuits) {
  EXPECT_STATES(R"cc(
    bool release(PyThreadState *&s) {
      s = PyEval_SaveThread();
      return true;
    }
    void f() {
      PyThreadState *s = nullptr;
      if (ask() && release(s) && probe(1))  // released
        probe();                    // released
      probe();                      // mixed
      if (s)
        PyEval_RestoreThread(s);
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, CorrelatedConditions) {
  EXPECT_STATES(R"cc(
    struct Options { bool release; };
    void f(bool b) {
      PyThreadState *s;
      if (b)
        s = PyEval_SaveThread();
      probe();                      // mixed
      if (b)
        PyEval_RestoreThread(s);
      probe();                      // inherited
    }
    void g(const Options &o) {
      PyThreadState *s = nullptr;
      if (o.release)
        s = PyEval_SaveThread();
      if (!o.release)
        probe();                    // inherited
      if (o.release) {
        probe();                    // released
        PyEval_RestoreThread(s);
      }
      probe();                      // inherited
    }
    void changed(bool b) {
      PyThreadState *s = nullptr;
      if (b)
        s = PyEval_SaveThread();    // leak
      b = ask();
      if (b)
        PyEval_RestoreThread(s);
      probe();                      // mixed
    })cc");
}

TEST(ControlFlow, UnreachableCodeSaysNothing) {
  EXPECT_STATES(R"cc(
    [[noreturn]] void die();
    void f() {
      PyThreadState *s = PyEval_SaveThread();
      if (ask())
        die();                      // call: released
      PyEval_RestoreThread(s);
      probe();                      // inherited
      return;
      probe();
    }
    void g() {
      if (false)
        PyEval_SaveThread();
      probe();                      // inherited
    })cc");
}

TEST(ControlFlow, StaticLocalsAreMadeOnce) {
  EXPECT_STATES(R"cc(
    void f() {
      static nb::object o = nb::str("x");   // op: inherited
      static int i = probe(1);      // inherited
      nb::gil_scoped_release r;
      static nb::str s("x");        // op constructs: released; op destroys: inherited
    })cc");
}

TEST(ControlFlow, ConstexprBranches) {
  EXPECT_STATES(R"cc(
    template <bool B> void f() {
      if constexpr (B) {
        nb::gil_scoped_release r;
        probe();                    // released
      } else {
        probe();                    // inherited
      }
    }
    void g() { f<true>(); f<false>(); })cc");
}
