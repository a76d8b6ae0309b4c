//===- HolderGuardsTest.cpp - Guards in optional and unique_ptr -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(HolderGuards, OptionalEmplaceAndReset) {
  EXPECT_STATES(R"cc(
    #include <optional>
    void f() {
      std::optional<nb::gil_scoped_release> g;
      probe();                      // inherited
      g.emplace();                  // release: inherited
      probe();                      // released
      g.reset();
      probe();                      // inherited
      g.emplace();
      probe();                      // released
    }
    void assigned() {
      std::optional<nb::gil_scoped_acquire> g;
      g.emplace();
      probe();                      // held
      g = std::nullopt;
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, OptionalInPlace) {
  EXPECT_STATES(R"cc(
    #include <optional>
    void f() {
      std::optional<nb::gil_scoped_release> g(std::in_place);  // release: inherited
      probe();                      // released
      g.reset();
      probe();                      // inherited
    }
    void scoped() {
      { std::optional<nb::gil_scoped_acquire> g{std::in_place};
        probe(); }                  // held
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, ConditionalEmplaceIsMixedThenRestored) {
  EXPECT_STATES(R"cc(
    #include <optional>
    void f() {
      {
        std::optional<nb::gil_scoped_release> g;
        if (ask())
          g.emplace();
        probe();                    // mixed
        g.reset();
        probe();                    // inherited
      }
      probe();                      // inherited
    }
    void asked() {
      std::optional<nb::gil_scoped_release> g;
      if (ask())
        g.emplace();
      if (g)
        probe();                    // released
      else
        probe();                    // inherited
      if (g.has_value())
        probe();                    // released
    })cc");
}

TEST(HolderGuards, AcquireInReleaseInUnknownThenReset) {
  EXPECT_STATES(R"cc(
    #include <optional>
    void f() {
      std::optional<nb::gil_scoped_release> r;
      if (ask())
        r.emplace();
      std::optional<nb::gil_scoped_acquire> a(std::in_place);  // acquire: mixed
      probe();                      // held
      a.reset();
      probe();                      // mixed
      r.reset();
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, UniquePtr) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void made() {
      {
        auto g = std::make_unique<nb::gil_scoped_release>();
        probe();                    // released
      }
      probe();                      // inherited
    }
    void newed() {
      std::unique_ptr<nb::gil_scoped_acquire> g(new nb::gil_scoped_acquire);
      probe();                      // held
      g.reset();
      probe();                      // inherited
      g.reset(new nb::gil_scoped_acquire);
      probe();                      // held
      g = nullptr;
      probe();                      // inherited
    }
    void assigned() {
      std::unique_ptr<nb::gil_scoped_release> g;
      if (ask())
        g = std::make_unique<nb::gil_scoped_release>();
      probe();                      // mixed
      g = nullptr;
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, UniquePtrMovesItsGuard) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void f() {
      auto g = std::make_unique<nb::gil_scoped_release>();
      {
        auto h = std::move(g);
        probe();                    // released
      }
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, ConditionalPointer) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void f(bool b) {
      {
        std::unique_ptr<nb::gil_scoped_release> g(
            b ? new nb::gil_scoped_release : nullptr);
        probe();                    // mixed
      }
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, ReleasedPointersAreForgotten) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void f() {
      {
        auto g = std::make_unique<nb::gil_scoped_release>();
        g.release();
      }
      probe();                      // released
    }
    void deleted() {
      auto *g = new nb::gil_scoped_release;
      probe();                      // released
      delete g;
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, SharedPtr) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void f() {
      {
        auto g = std::make_shared<nb::gil_scoped_acquire>();
        probe();                    // held
      }
      probe();                      // inherited
    })cc");
}

TEST(HolderGuards, Swapped) {
  EXPECT_STATES(R"cc(
    #include <memory>
    void f() {
      std::unique_ptr<nb::gil_scoped_release> g;
      {
        auto h = std::make_unique<nb::gil_scoped_release>();
        g.swap(h);
      }
      probe();                      // released
    }
    void outer() {
      f();
      probe();                      // inherited
    })cc");
}
