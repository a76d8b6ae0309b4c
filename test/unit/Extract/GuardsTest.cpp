//===- GuardsTest.cpp - Guards in blocks ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Guards, LiveUntilTheirBlockEnds) {
  EXPECT_STATES(R"cc(
    void f() {
      probe();                      // inherited
      {
        nb::gil_scoped_release r;   // release: inherited
        probe();                    // released
      }
      probe();                      // inherited
      {
        py::gil_scoped_acquire a;   // acquire: inherited
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(Guards, NestAndRestoreWhatTheySaved) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::gil_scoped_release r;
      probe();                      // released
      {
        nb::gil_scoped_acquire a;   // acquire: released
        probe();                    // held
        {
          nb::gil_scoped_release r2;  // release: held
          probe();                  // released
        }
        probe();                    // held
      }
      probe();                      // released
    })cc");
}

TEST(Guards, DieInReverseOrderOfDeclaration) {
  EXPECT_STATES(R"cc(
    void objectFirst() {
      nb::str s("x");               // op constructs: inherited; op destroys: inherited
      nb::gil_scoped_release r;
      probe();                      // released
    }
    void guardFirst() {
      nb::gil_scoped_release r;
      nb::str s("x");               // op constructs: released; op destroys: released
    }
    void acquired() {
      nb::gil_scoped_acquire a;
      nb::str s("x");               // op constructs: held; op destroys: held
    }
    void acquiredLate() {
      nb::str s("x");               // op constructs: inherited; op destroys: inherited
      nb::gil_scoped_acquire a;
      probe();                      // held
    })cc");
}

TEST(Guards, DiscardedTemporariesGuardNothing) {
  EXPECT_STATES(R"cc(
    void f() {
      nb::gil_scoped_release();     // release: inherited
      probe();                      // inherited
      nb::gil_scoped_acquire{};     // acquire: inherited
      probe();                      // inherited
      (void)nb::gil_scoped_release();
      probe();                      // inherited
    })cc");
}

TEST(Guards, TemporariesGuardTheirFullExpression) {
  EXPECT_STATES(R"cc(
    void f() {
      (nb::gil_scoped_release(), probe());  // released
      probe();                              // inherited
      (probe(), nb::gil_scoped_acquire());  // inherited
      probe();                              // inherited
    })cc");
}

TEST(Guards, LifetimeExtendedByAReference) {
  EXPECT_STATES(R"cc(
    void f() {
      {
        const auto &r = nb::gil_scoped_release();
        probe();                    // released
      }
      probe();                      // inherited
      {
        nb::gil_scoped_acquire &&a = nb::gil_scoped_acquire();
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(Guards, DisarmedOnesRestoreNothing) {
  EXPECT_STATES(R"cc(
    void f() {
      {
        nb::gil_scoped_release r;
        probe();                    // released
        r.disarm();
        probe();                    // released
      }
      probe();                      // released
    }
    void perhaps() {
      {
        nb::gil_scoped_release r;
        if (ask())                  // call: released
          r.disarm();
      }
      probe();                      // mixed
    })cc");
}

TEST(Guards, UnderAConditionGiveMixed) {
  EXPECT_STATES(R"cc(
    void f() {
      if (ask()) {
        nb::gil_scoped_release r;
        probe();                    // released
      } else {
        probe();                    // inherited
      }
      probe();                      // inherited
    }
    PyGILState_STATE s;
    void g() {
      if (ask())
        s = PyGILState_Ensure();
      probe();                      // mixed
    })cc");
}

TEST(Guards, StaticOnesNeverEnd) {
  EXPECT_STATES(R"cc(
    void f() {
      static nb::gil_scoped_release r;
      probe();                      // mixed
    })cc");
}

TEST(Guards, InAliasesAndTemplates) {
  EXPECT_STATES(R"cc(
    using Unlock = nb::gil_scoped_release;
    template <class Guard> void with() {
      Guard g;
      probe();                      // probe: held, released
    }
    void f() {
      Unlock u;
      probe();                      // released
      with<nb::gil_scoped_acquire>();
      with<Unlock>();
      probe();                      // released
    })cc");
}
