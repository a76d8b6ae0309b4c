//===- ProjectGuardsTest.cpp - Guards by their net effect -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(ProjectGuards, MemberGuard) {
  EXPECT_STATES(R"cc(
    class Unlock {
      nb::gil_scoped_release r;
    };
    struct Both { int i = 0; Unlock u; };
    void f() {
      {
        Unlock u;                   // release: inherited
        probe();                    // released
      }
      probe();                      // inherited
      {
        Both b;
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, BaseClass) {
  EXPECT_STATES(R"cc(
    struct Lock : nb::gil_scoped_acquire {};
    struct Lock2 : Lock { Lock2(int) {} };
    void f() {
      {
        Lock l;
        probe();                    // held
      }
      probe();                      // inherited
      {
        Lock2 l(1);
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, TokenInTheBody) {
  EXPECT_STATES(R"cc(
    class Lock {
      PyGILState_STATE state;
    public:
      Lock() { state = PyGILState_Ensure(); }
      ~Lock() { PyGILState_Release(state); }
    };
    class Unlock {
      PyThreadState *state;
    public:
      Unlock() : state(PyEval_SaveThread()) {}
      ~Unlock() { PyEval_RestoreThread(state); }
    };
    void f() {
      {
        Lock l;                     // acquire: inherited
        probe();                    // held
        Unlock u;                   // release: held
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, SuspendAndResume) {
  EXPECT_STATES(R"cc(
    class Unlock {
      PyThreadState *state = nullptr;
    public:
      Unlock() { begin(); }
      ~Unlock() { if (state) end(); }
      void begin() { state = PyEval_SaveThread(); }
      void end() { PyEval_RestoreThread(state); state = nullptr; }
    };
    void f() {
      {
        Unlock u;
        probe();                    // released
        u.end();
        probe();                    // inherited
        u.begin();
        probe();                    // released
      }
      probe();                      // inherited
      {
        Unlock u;
        u.end();
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, HeldInAMemberOfAnother) {
  EXPECT_STATES(R"cc(
    #include <memory>
    #include <optional>
    struct Session {
      std::optional<nb::gil_scoped_release> unlock;
      std::unique_ptr<nb::gil_scoped_acquire> lock;
      void begin() { unlock.emplace(); }
      void end() { unlock.reset(); }
      void enter() { lock = std::make_unique<nb::gil_scoped_acquire>(); }
      void leave() { lock.reset(); }
    };
    void f() {
      {
        Session s;
        probe();                    // inherited
        s.begin();
        probe();                    // released
        s.enter();
        probe();                    // held
        s.leave();
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, ConditionalMember) {
  EXPECT_STATES(R"cc(
    #include <optional>
    class Perhaps {
      std::optional<nb::gil_scoped_release> g;
    public:
      explicit Perhaps(bool b) { if (b) g.emplace(); }
    };
    void f(bool b) {
      {
        Perhaps p(b);
        probe();                    // mixed
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, BeginAndEndFunctions) {
  EXPECT_STATES(R"cc(
    PyThreadState *begin() { return PyEval_SaveThread(); }
    void end(PyThreadState *s) { PyEval_RestoreThread(s); }
    void begin2(PyGILState_STATE &s) { s = PyGILState_Ensure(); }
    void begin3(PyGILState_STATE *s) { *s = PyGILState_Ensure(); }
    void end2(PyGILState_STATE s) { PyGILState_Release(s); }
    void f() {
      PyThreadState *s = begin();   // release: inherited
      probe();                      // released
      end(s);
      probe();                      // inherited
      PyGILState_STATE t, u;
      begin2(t);                    // acquire: inherited
      probe();                      // held
      end2(t);
      probe();                      // inherited
      begin3(&u);                   // acquire: inherited
      probe();                      // held
      end2(u);
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, GlobalToken) {
  EXPECT_STATES(R"cc(
    static PyThreadState *saved;
    void begin() { saved = PyEval_SaveThread(); }
    void end() { PyEval_RestoreThread(saved); }
    void f() {
      begin();                      // release: inherited
      probe();                      // released
      end();
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, Wrappers) {
  EXPECT_STATES(R"cc(
    template <class F> auto withoutGil(F f) {
      nb::gil_scoped_release r;
      return f();                   // call: released
    }
    template <class F> void withGil(F &&f) {
      nb::gil_scoped_acquire a;
      f();                          // call: held
    }
    void g() {
      withoutGil([] { probe(); });  // inherited
      withGil([] { nb::str s("x"); });  // op: inherited
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, MovableClass) {
  EXPECT_STATES(R"cc(
    class Unlock {
      PyThreadState *state;
    public:
      Unlock() : state(PyEval_SaveThread()) {}
      Unlock(Unlock &&o) : state(o.state) { o.state = nullptr; }
      ~Unlock() { if (state) PyEval_RestoreThread(state); }
    };
    Unlock make1() { return Unlock(); }
    void f() {
      {
        Unlock a = make1();
        Unlock b = static_cast<Unlock &&>(a);
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, ClassTemplate) {
  EXPECT_STATES(R"cc(
    template <class G> struct Scoped {
      G guard;
      explicit Scoped(int) {}
    };
    void f() {
      {
        Scoped<nb::gil_scoped_release> s(1);
        probe();                    // released
        Scoped<py::gil_scoped_acquire> t(2);
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, Trampolines) {
  EXPECT_STATES(R"cc(
    void f(nb::detail::trampoline &t) {
      {
        nb::detail::ticket k(t, "name", false);   // acquire: inherited
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, NeutralCallsChangeNothing) {
  EXPECT_STATES(R"cc(
    void neutral() { nb::gil_scoped_release r; probe(); }  // released
    void f() {
      neutral();                    // call: inherited
      probe();                      // inherited
      nb::gil_scoped_acquire a;
      neutral();                    // call: held
      probe();                      // held
    }
    void recursive(int i) {
      if (i)
        recursive(i - 1);
      probe();                      // inherited
    })cc");
}

TEST(ProjectGuards, ReturnedClosureEndsIt) {
  EXPECT_STATES(R"cc(
    template <class F> struct Finally {
      F f;
      explicit Finally(F f) : f(f) {}
      ~Finally() { f(); }
    };
    void g() {
      {
        PyThreadState *s = PyEval_SaveThread();
        Finally end([&] { PyEval_RestoreThread(s); });
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}
