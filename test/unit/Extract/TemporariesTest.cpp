//===- TemporariesTest.cpp - Full expressions and parameters --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [class.temporary]: temporaries are destroyed as the last step in evaluating
// the full expression. [expr.call]: a parameter is initialised by the caller
// and goes out of scope when the function returns.
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Temporaries, DieWithTheFullExpression) {
  EXPECT_STATES(R"cc(
    void use(const nb::str &);
    void f() {
      use(nb::str("x"));            // op constructs: inherited; op destroys: inherited
      nb::gil_scoped_release r;
      use(nb::str("y"));            // op constructs: released; op destroys: released
    })cc");
}

TEST(Temporaries, OutliveAGuardInTheSameExpression) {
  EXPECT_STATES(R"cc(
    int size(const nb::str &);
    void f() {
      PyThreadState *s;
      (size(nb::str("x")), s = PyEval_SaveThread(), probe());  // probe: released; op constructs: inherited; op destroys: released
      PyEval_RestoreThread(s);
    })cc");
}

TEST(Temporaries, DieInReverseOrder) {
  EXPECT_STATES(R"cc(
    void use(const nb::str &, const nb::gil_scoped_release &);
    void f() {
      use(nb::str{"x"}, nb::gil_scoped_release{});  // op constructs: inherited; op destroys: inherited; call: released
      probe();                      // inherited
    })cc");
}

TEST(Temporaries, OfConditionsDieBeforeTheBranch) {
  EXPECT_STATES(R"cc(
    bool isEmpty(const nb::str &);
    bool locked(const nb::gil_scoped_acquire &);
    void f() {
      if (isEmpty(nb::str("x")))    // op constructs: inherited; op destroys: inherited
        probe();                    // inherited
      if (locked(nb::gil_scoped_acquire()))  // call: held
        probe();                    // inherited
      while (locked(nb::gil_scoped_acquire()))  // call: held
        probe();                    // inherited
      probe();                      // inherited
    })cc");
}

TEST(Temporaries, ShortCircuitsDestroyWhatWasMade) {
  EXPECT_STATES(R"cc(
    bool isEmpty(const nb::str &);
    bool locked(const nb::gil_scoped_acquire &);
    void f() {
      if (ask() && isEmpty(nb::str("x")))  // op constructs: inherited; op destroys: inherited; call: inherited
        probe();                    // inherited
      if (ask() || locked(nb::gil_scoped_acquire()))  // call: inherited, held
        probe();                    // inherited
      probe();                      // inherited
    })cc");
}

TEST(Temporaries, InTernaries) {
  EXPECT_STATES(R"cc(
    int locked(const nb::gil_scoped_acquire &, int);
    void f() {
      int i = ask() ? locked(nb::gil_scoped_acquire(), probe(1))  // held
                    : probe(2);     // inherited
      probe();                      // inherited
      nb::object o = ask() ? nb::object(nb::str("x"))  // op: inherited
                           : nb::object();
      o.reset();                    // op resets: inherited
    })cc");
}

TEST(Temporaries, LifetimeExtended) {
  EXPECT_STATES(R"cc(
    nb::str name();
    struct S { nb::str s; };        // op: inherited
    S both();
    void f() {
      const nb::object &o = name(); // op destroys: held
      nb::gil_scoped_acquire a;
      nb::str &&s = both().s;       // op destroys: held
      a.disarm();
    })cc");
}

TEST(Temporaries, OfMemberCalls) {
  EXPECT_STATES(R"cc(
    nb::str name();
    void f(nb::object &o) {
      const char *c = name().c_str();   // op calls: inherited; op destroys: inherited
      o.attr("x")(o);               // op calls: inherited; op destroys: inherited
    })cc");
}

TEST(Parameters, DieBehindTheLastLocal) {
  EXPECT_STATES(R"cc(
    void f(nb::object p) {          // op destroys: inherited
      nb::gil_scoped_release r;
      probe();                      // released
    }
    void g(nb::object p) {          // op destroys: released
      PyEval_SaveThread();          // release: inherited; leak
      nb::str s("x");               // op constructs: released; op destroys: released
    })cc");
}

TEST(Parameters, OnEveryWayOut) {
  EXPECT_STATES(R"cc(
    #include <memory>
    int f(nb::object p, std::unique_ptr<nb::object> q) {  // op destroys: inherited
      if (ask())
        return 1;
      nb::gil_scoped_acquire a;
      return probe(2);              // held
    })cc");
}

TEST(Parameters, ReferencesAndPointersStay) {
  EXPECT_STATES(R"cc(
    void f(const nb::object &a, nb::object &&b, nb::object *c, nb::handle d) {
      probe();                      // inherited
    })cc");
}

TEST(Parameters, TheCallerMakesTheCalleeDestroys) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void take(nb::object p) {       // op destroys: inherited
    }
    void f(nb::object &o) {
      nb::gil_scoped_release r;
      take(nb::str("x"));           // op constructs: released; call: released
      take(o);                      // op copies: released; call: released
      take(std::move(o));           // call: released
    })cc");
}

TEST(Parameters, OfDeclaredOnlyCalleesDieAtTheCall) {
  EXPECT_STATES(R"cc(
    void take(nb::object p);
    void f(nb::object &o) {
      nb::gil_scoped_release r;
      take(o);                      // op copies: released; call: released
    })cc");
}

TEST(Parameters, DefaultArgumentsAreTheCallers) {
  EXPECT_STATES(R"cc(
    void f(int i = probe(1), const nb::str &s = nb::str("x"));
    void g() {
      { nb::gil_scoped_release r;
        f(); }                      // call: released; op: released; probe: released
      nb::gil_scoped_acquire a;
      f();                          // call: held; op: held; probe: held
      f(1, nb::str("y"));           // op constructs: held; op destroys: held; call: held
    })cc");
}
