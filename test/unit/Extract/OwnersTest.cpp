//===- OwnersTest.cpp - Copies, moves and ends of owners ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Owners, CopiesCount) {
  EXPECT_STATES(R"cc(
    void f(const nb::object &o) {
      nb::object a = o;             // op copies: inherited; op destroys: inherited
      nb::handle h = o;
      nb::handle i = h;
      h = i;
      h.ptr();
      h.is_valid();
    })cc");
}

TEST(Owners, HandlesCountWhenTold) {
  EXPECT_STATES(R"cc(
    void f(nb::handle h) {
      h.inc_ref();                  // op: inherited
      h.dec_ref();                  // op: inherited
    })cc");
}

TEST(Owners, MovedFromOnesAreNull) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void f(nb::object &&o) {
      nb::gil_scoped_release r;
      nb::object a = std::move(o);  // op destroys: released
    }
    void g(nb::object p) {
      nb::gil_scoped_acquire g;
      nb::object q = std::move(p);  // op destroys: held
    })cc");
}

TEST(Owners, MovedOnOnePathOnly) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void take(nb::object &&);
    void f() {
      nb::object o = nb::str("x");  // op constructs: inherited; op destroys: inherited
      if (ask())
        nb::object p = std::move(o);  // op destroys: inherited
      probe();                      // inherited
    }
    void g() {
      nb::gil_scoped_release r;
      nb::object o;
      if (ask())
        return;
      probe();                      // released
    })cc");
}

TEST(Owners, NullByDefault) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::object o;
      nb::str s;
      nb::list l;                   // op constructs: inherited; op destroys: inherited
    })cc");
}

TEST(Owners, AssignmentToNullAndToLive) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void f(nb::object &&in) {
      nb::gil_scoped_release r;
      nb::object o;
      o = std::move(in);
      o = nb::object();             // op overwrites: released
    }
    void refilled(nb::object &&in) {
      nb::object o = std::move(in); // op destroys: inherited
      o = nb::str("x");             // op constructs: inherited; op overwrites: inherited
    }
    void copied(const nb::object &in) {
      nb::object o;                 // op destroys: inherited
      o = in;                       // op copies: inherited
    })cc");
}

TEST(Owners, ReleaseAndReset) {
  EXPECT_STATES(R"cc(
    nb::handle f() {
      nb::object o = nb::str("x");  // op constructs: inherited
      return o.release();
    }
    void g(nb::object &&in) {
      in.reset();                   // op resets: inherited
    }
    void h() {
      nb::object o = nb::str("x");  // op constructs: inherited
      o.reset();                    // op resets: inherited
      nb::object p;
      p.reset();
    })cc");
}

TEST(Owners, StealAndBorrow) {
  EXPECT_STATES(R"cc(
    void f(PyObject *p) {
      auto a = nb::steal<nb::object>(p);   // op destroys: inherited
      auto b = nb::borrow<nb::object>(p);  // op calls: inherited; op destroys: inherited
    }
    nb::object g(nb::handle h) {
      return nb::steal<nb::object>(h);
    })cc");
}

TEST(Owners, StdExchange) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void f() {
      nb::object o = nb::str("x");               // op constructs: inherited
      nb::object p = std::exchange(o, nb::object());  // op destroys: inherited
    })cc");
}

TEST(Owners, CapturedInLambdas) {
  EXPECT_STATES(R"cc(
    #include <utility>
    void copies(const nb::object &o) {
      auto l = [o] { probe(); };    // op copies: inherited; op destroys: inherited; probe: inherited
      auto m = l;                   // op copies: inherited; op destroys: inherited
    }
    void refers(nb::object &o) {
      auto l = [&o] { probe(); };   // inherited
      auto m = l;
    }
    void moves(nb::object &&o) {
      auto l = [o = std::move(o)] { probe(); };  // op destroys: inherited; probe: inherited
    })cc");
}

TEST(Owners, ConstructedInsideALambda) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::gil_scoped_release r;
      auto l = [] {
        nb::gil_scoped_acquire a;
        nb::str s("x");             // op constructs: held; op destroys: held
      };
      auto m = [] {
        nb::str s("x");             // op constructs: inherited; op destroys: inherited
      };
    })cc");
}

TEST(Owners, DeletedAndInArrays) {
  EXPECT_STATES(R"cc(
    void f(nb::object *o) {
      delete o;                     // op destroys: inherited
    }
    void g() {
      nb::list a[3];                // op constructs: inherited; op destroys: inherited
    }
    void h(nb::object *o) {
      delete[] o;                   // op destroys: inherited
    }
    void raw(PyObject *o, void *p) {
      Py_DecRef(o);                 // op calls: inherited
      PyMem_RawMalloc(1);
    })cc");
}

TEST(Owners, AskedForBeingThere) {
  EXPECT_STATES(R"cc(
    void f(nb::object o) {          // op destroys: inherited
      nb::object p;
      if (p)
        p.attr("x");
      if (o.is_valid())
        probe();                    // inherited
    })cc");
}

TEST(Owners, PythonErrorsAreSafeOnceMade) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::gil_scoped_release r;
      try {
        probe();                    // released
      } catch (nb::python_error &e) {
        e.what();
        nb::python_error copy = e;
        e.restore();                // op calls: released
      }
    }
    void g() {
      throw nb::python_error();     // op constructs: inherited
    })cc");
}
