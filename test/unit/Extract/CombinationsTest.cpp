//===- CombinationsTest.cpp - Newer syntax, and the known gaps ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests named FN_ (something is missed) and FP_ (something is made up) pin what
// the extractor does not get right yet; change them when it does.
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Combinations, StructuredBindings) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void f(const std::pair<int, nb::object> &p) {
      auto [i, o] = p;              // op copies: inherited; op destroys: inherited
      auto &[j, q] = p;
    })cc");
}

TEST(Combinations, ConditionVariables) {
  EXPECT_STATES(R"cc(
    #include <memory>
    std::unique_ptr<nb::gil_scoped_release> unlock() {
      return std::make_unique<nb::gil_scoped_release>();
    }
    void f() {
      if (auto g = unlock())
        probe();                    // released
      probe();                      // inherited
      while (nb::object o = nb::str("x"))  // op: inherited
        probe();                    // inherited
    })cc");
}

TEST(Combinations, LambdasCalledAtOnce) {
  EXPECT_STATES(R"cc(
    void f() {
      int i = [&] {
        nb::gil_scoped_release r;
        return probe(1);            // released
      }();
      probe();                      // inherited
    })cc");
}

TEST(Combinations, GenericLambdas) {
  EXPECT_STATES(R"cc(
    void f() {
      auto l = [](auto x) {
        nb::gil_scoped_acquire a;
        probe();                    // held
      };
      l(1);                         // call: inherited
    })cc");
}

TEST(Combinations, LibraryCodeCopiesLvalues) {
  EXPECT_STATES(R"cc(
    #include <optional>
    #include <utility>
    #include <vector>
    using P = std::pair<int, nb::object>;
    void f(nb::object &o, std::vector<nb::object> &v) {
      P p(1, o);                    // op copies: inherited; op destroys: inherited
      std::optional<nb::object> q = o;  // op copies: inherited; op destroys: inherited
      std::vector<nb::object> w(3, o);  // op copies: inherited; op destroys: inherited
      v.emplace_back(o);            // op copies: inherited
      auto r = std::make_pair(1, o);    // op copies: inherited; op destroys: inherited
    })cc");
}

TEST(Combinations, NewAndDeleteThis) {
  EXPECT_STATES(R"cc(
    nb::object *fresh(const nb::object &o) {
      return new nb::object(o);     // op copies: inherited
    }
    struct S {
      nb::object o;                 // op destroys: inherited
      void drop() { delete this; }  // call: inherited
      ~S() {}
    };)cc");
}

TEST(Combinations, GuardsOfBothLibraries) {
  EXPECT_STATES(R"cc(
    void f() {
      py::gil_scoped_release r;
      nb::gil_scoped_acquire a;
      PyThreadState *s = PyEval_SaveThread();
      probe();                      // released
      PyEval_RestoreThread(s);
      probe();                      // held
    })cc");
}

TEST(Combinations, AliasesOfGuards) {
  EXPECT_STATES(R"cc(
    #include <optional>
    void f() {
      std::optional<nb::gil_scoped_release> g;
      auto &alias = g;
      alias.emplace();
      probe();                      // released
      alias.reset();
      probe();                      // inherited
    }
    void reset(std::optional<nb::gil_scoped_release> &g) { g.reset(); }
    void h() {
      std::optional<nb::gil_scoped_release> g(std::in_place);
      reset(g);
      probe();                      // inherited
    })cc");
}

TEST(Combinations, FN_RangesAreCopiedInTheLibrary) {
  EXPECT_STATES(R"cc(
    #include <vector>
    void f(const std::vector<nb::object> &v) {
      std::vector<nb::object> w(v.begin(), v.end());  // op destroys: inherited
    })cc");
}

TEST(Combinations, FN_GuardDestroyedByName) {
  EXPECT_STATES(R"cc(
    void f(nb::gil_scoped_release &r) {
      r.~gil_scoped_release();
      probe();                      // inherited
    })cc");
}

TEST(Combinations, FN_ThrownObjectsOutliveTheirHandler) {
  EXPECT_STATES(R"cc(
    void f() {
      try {
        throw nb::str("x");         // op constructs: inherited
      } catch (const nb::str &) {
        nb::gil_scoped_release r;
        probe();                    // released
      }
    })cc");
}

TEST(Combinations, FP_TemporaryOfAnOperandThatWasMovedFrom) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::object o = ask() ? nb::object(nb::str("x"))  // op constructs: inherited; op destroys: inherited
                           : nb::object();
    })cc");
}
