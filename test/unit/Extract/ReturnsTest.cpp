//===- ReturnsTest.cpp - NRVO, elision, implicit moves --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Returns, NrvoVariablesAreNeitherCopiedNorDestroyed) {
  EXPECT_STATES(R"cc(
    nb::object f() {
      nb::gil_scoped_release r;
      nb::object o;
      return o;
    }
    nb::str g() {
      nb::str s("x");               // op constructs: inherited
      return s;
    })cc");
}

TEST(Returns, ImplicitMoves) {
  EXPECT_STATES(R"cc(
    #include <utility>
    nb::object param(nb::object p) {
      return p;
    }
    nb::object derived() {
      nb::str s("x");               // op constructs: inherited
      return s;
    }
    nb::object two() {
      nb::object a = nb::str("x");  // op constructs: inherited; op destroys: inherited
      nb::object b = nb::str("y");  // op constructs: inherited; op destroys: inherited
      if (ask())
        return a;
      return b;
    }
    nb::object moved() {
      nb::object o = nb::str("x");  // op constructs: inherited
      return std::move(o);
    })cc");
}

TEST(Returns, OfReferencesCopy) {
  EXPECT_STATES(R"cc(
    struct S {
      nb::object o;
      nb::object get() { return o; }          // op copies: inherited
      nb::object &ref() { return o; }
      nb::handle handle() { return o; }
    };
    nb::object f(const nb::object &o) {
      nb::gil_scoped_acquire a;
      return o;                     // op copies: held
    })cc");
}

TEST(Returns, GuaranteedElision) {
  EXPECT_STATES(R"cc(
    nb::str make1() { return nb::str("x"); }  // op constructs: inherited
    nb::str make2() { return make1(); }
    void f() {
      nb::str s = make2();          // op destroys: inherited
      nb::str t = nb::str(nb::str("y"));  // op constructs: inherited; op destroys: inherited
    })cc");
}

TEST(Returns, OperandIsEvaluatedUnderTheGuard) {
  EXPECT_STATES(R"cc(
    nb::str f() {
      nb::gil_scoped_acquire a;
      return nb::str("x");          // op constructs: held
    }
    int g() {
      nb::gil_scoped_release r;
      return probe(1);              // released
    })cc");
}

TEST(Returns, GuardByValue) {
  EXPECT_STATES(R"cc(
    #include <memory>
    nb::gil_scoped_release unlock() { return nb::gil_scoped_release(); }
    nb::gil_scoped_acquire braced() { return {}; }
    auto boxed() { return std::make_unique<nb::gil_scoped_release>(); }
    void f() {
      {
        auto g = unlock();          // release: inherited
        probe();                    // released
      }
      probe();                      // inherited
      {
        auto a = braced();          // acquire: inherited
        probe();                    // held
      }
      probe();                      // inherited
      {
        auto b = boxed();
        probe();                    // released
        b.reset();
        probe();                    // inherited
      }
      unlock();
      probe();                      // inherited
    })cc");
}

TEST(Returns, GuardOnOnePath) {
  EXPECT_STATES(R"cc(
    #include <memory>
    using Guard = std::unique_ptr<nb::gil_scoped_release>;
    Guard maybe() {
      if (ask())
        return nullptr;
      return std::make_unique<nb::gil_scoped_release>();
    }
    void f() {
      {
        Guard g = maybe();
        probe();                    // mixed
      }
      probe();                      // inherited
    })cc");
}

TEST(Returns, NrvoGuards) {
  EXPECT_STATES(R"cc(
    #include <memory>
    #include <optional>
    auto boxed() {
      auto g = std::make_unique<nb::gil_scoped_release>();
      probe();                      // released
      return g;
    }
    std::optional<nb::gil_scoped_release> optional() {
      std::optional<nb::gil_scoped_release> g;
      g.emplace();
      return std::optional<nb::gil_scoped_release>(std::in_place);
    }
    void f() {
      {
        auto g = boxed();
        probe();                    // released
      }
      probe();                      // inherited
      auto h = optional();          /* its g ended in between */
      probe();                      // inherited
    })cc");
}

TEST(Returns, AggregatesOfOwners) {
  EXPECT_STATES(R"cc(
    struct Two { nb::object a, b; };  // op: inherited
    Two f() {
      nb::object o = nb::str("x");    // op constructs: inherited; op destroys: inherited
      return {o, nb::str("y")};       // op copies: inherited; op constructs: inherited
    }
    Two g() {
      Two t;
      t.a = nb::str("x");             // op constructs: inherited
      return t;
    })cc");
}
