//===- ClassesTest.cpp - Constructors and destructors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [class.base.init]: bases, then members in the order of declaration, then the
// body. [class.dtor]: body, members in reverse order, bases in reverse order.
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

using namespace gilaudit;
using namespace gilaudit::test;

TEST(Classes, InitialiserLists) {
  EXPECT_STATES(R"cc(
    struct S {
      int before;
      nb::gil_scoped_release r;
      int after;
      nb::str s;                    // op destroys: inherited
      S() : before(probe(1)),       // inherited
            after(probe(2)),        // released
            s("x") {                // op: released
        probe();                    // released
      }
      ~S() {                        /* s dies before r */
        probe();                    // inherited
      }
    };)cc");
}

TEST(Classes, MembersDieInReverseOrder) {
  TUFacts Facts = factsOf(R"cc(
    struct Base { nb::object o; };
    struct Other { nb::object p; };
    struct S : Base, Other {
      nb::object first;
      nb::object last;
      ~S() { probe(); }
    };)cc");
  std::vector<unsigned> Lines;
  for (const Event &E : functionNamed(Facts, "S::~S").Events) {
    Lines.push_back(E.Where.Line);
    EXPECT_EQ(E.AtExit, E.Kind == EventKind::PyOp);
  }
  EXPECT_EQ(Lines, (std::vector<unsigned>{7, 6, 5, 7, 7}));
}

TEST(Classes, BasesDieLast) {
  EXPECT_STATES(R"cc(
    struct Base { nb::object o; };  // op: inherited
    struct Other { ~Other(); };
    struct S : Base, Other {
      nb::object m;                 // op destroys: inherited
      ~S() { nb::gil_scoped_acquire a; probe(); }  // probe: held; op destroys: inherited
    };)cc");
}

TEST(Classes, DefaultMemberInitialisers) {
  EXPECT_STATES(R"cc(
    struct S {
      nb::gil_scoped_acquire a;
      int i = probe(1);             // probe: held
      nb::str s = nb::str("x");     // op constructs: held; op destroys: inherited
      S() {}
      explicit S(int i) : i(i) {}
      ~S() {}
    };)cc");
}

TEST(Classes, DelegatingConstructors) {
  EXPECT_STATES(R"cc(
    struct S {
      nb::gil_scoped_release r;
      S() { probe(); }              // released
      explicit S(int) : S() {
        probe();                    // released
      }
    };
    void f() {
      {
        S s(1);
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(Classes, InheritingConstructors) {
  EXPECT_STATES(R"cc(
    struct Base {
      nb::gil_scoped_release r;
      explicit Base(int) { probe(); }  // released
    };
    struct S : Base {
      using Base::Base;
    };
    void f() {
      {
        S s(1);
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(Classes, DestructorsWithABodyAreCalls) {
  EXPECT_STATES(R"cc(
    struct S {
      nb::object o;                 // op destroys: inherited
      ~S() { probe(); }             // inherited
    };
    void f() {
      S s;                          // call: inherited
      nb::gil_scoped_release r;
      S t;                          // call S::S: released; call S::~S: released
    }
    void g(S *s) {
      nb::gil_scoped_acquire a;
      delete s;                     // call S::~S: held
    })cc");
}

TEST(Classes, VirtualDelete) {
  EXPECT_STATES(R"cc(
    struct Base { virtual ~Base(); };
    struct S final : Base {
      nb::object o;                 // op destroys: inherited
      ~S() override { probe(); }    // inherited
    };
    void f(Base *b) {
      delete b;                     // call Base::~Base: inherited
    }
    void g(S *s) {
      delete s;                     // call S::~S: inherited
    })cc");
}

TEST(Classes, ImplicitDestructorsAreTakenApart) {
  EXPECT_STATES(R"cc(
    struct In { nb::object o; nb::object p; };  // op: inherited
    struct S { In in[2]; };                     // op: inherited
    void f() {
      S s;                          // op destroys: inherited
    })cc");
}

TEST(Classes, AggregateInitialisers) {
  EXPECT_STATES(R"cc(
    struct S { nb::object a; nb::object b; int i = probe(1); };  // op: inherited; probe: held
    void f(nb::object &o) {
      nb::gil_scoped_acquire g;
      S s{o, nb::str("x")};         // op copies: held; op constructs: held; op destroys: held
    })cc");
}

TEST(Classes, CopyConstructorsOfTheProject) {
  EXPECT_STATES(R"cc(
    struct S {
      nb::object o;                 // op: inherited
      S() = default;
      S(const S &s) : o(s.o) {}     // op copies: inherited
      S &operator=(const S &s) { o = s.o; return *this; }  // op copies: inherited
    };
    void f(const S &s) {
      nb::gil_scoped_release r;
      S t = s;                      // call S::S: released; op destroys: released
      t = s;                        // call S::operator=: released
    })cc");
}

TEST(Classes, ImplicitAssignments) {
  EXPECT_STATES(R"cc(
    struct S { nb::object o; int i; };  // op: inherited
    void f(S &a, S &b) {
      nb::gil_scoped_release r;
      a = b;                        // call S::operator=: released
      a = static_cast<S &&>(b);     // call S::operator=: released
    })cc");
}

TEST(Classes, ArraysOfGuards) {
  EXPECT_STATES(R"cc(
    void f() {
      {
        nb::gil_scoped_release r[1];
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(Classes, NestedAndLocalClasses) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::gil_scoped_release r;
      struct Local {
        void g() { probe(); }       // inherited
        nb::object o;               // op destroys: inherited
        ~Local() {}
      };
      Local l;                      // call: released
      l.g();                        // call: released
    })cc");
}
