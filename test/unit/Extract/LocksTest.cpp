//===- LocksTest.cpp - Locks of the project that are held -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Locks, LockGuard) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    static std::mutex m;
    void f() {
      {
        std::lock_guard<std::mutex> l(m);
        probe();                    // inherited; locks: m
      }
      probe();                      // inherited
      std::lock_guard l(m);
      nb::gil_scoped_acquire a;
      probe();                      // held; locks: m
    })cc");
}

TEST(Locks, UniqueLock) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    struct S {
      std::mutex m;
      void f() {
        std::unique_lock<std::mutex> l(m);
        probe();                    // inherited; locks: S::m
        l.unlock();
        probe();                    // inherited
        l.lock();
        probe();                    // inherited; locks: S::m
      }
      void deferred() {
        std::unique_lock<std::mutex> l(m, std::defer_lock);
        probe();                    // inherited
        l.lock();
        probe();                    // inherited; locks: S::m
      }
    };)cc");
}

TEST(Locks, LockAndUnlock) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    static std::mutex m, n;
    void f() {
      m.lock();
      probe();                      // inherited; locks: m
      n.lock();
      probe();                      // inherited; locks: m, n
      m.unlock();
      probe();                      // inherited; locks: n
      n.unlock();
      probe();                      // inherited
    })cc");
}

TEST(Locks, ScopedLockTakesSeveral) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    static std::mutex m, n;
    void f() {
      std::scoped_lock l(m, n);
      probe();                      // inherited; locks: m, n
    })cc");
}

TEST(Locks, SharedLocks) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    #include <shared_mutex>
    static std::shared_mutex m;
    void f() {
      std::shared_lock l(m);
      probe();                      // inherited; locks: m
    }
    void g() {
      m.lock_shared();
      probe();                      // inherited; locks: m
      m.unlock_shared();
      probe();                      // inherited
    })cc");
}

TEST(Locks, UnwoundByExceptions) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    static std::mutex m;
    void f() {
      try {
        std::lock_guard<std::mutex> l(m);
        probe();                    // inherited; locks: m
      } catch (...) {
        probe();                    // inherited
      }
    })cc");
}

TEST(Locks, GuardOnOnePathOnly) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    static std::mutex m;
    void f() {
      std::unique_lock<std::mutex> l(m);
      if (ask())
        l.unlock();
      probe();                      // inherited; locks: m
    }
    int g() {
      std::lock_guard<std::mutex> l(m);
      if (ask())
        return probe(1);            // inherited; locks: m
      return 0;
    })cc");
}

TEST(Locks, ProjectFunctionsThatLock) {
  EXPECT_STATES(R"cc(
    #include <mutex>
    struct S {
      std::mutex m;
      void lock() { m.lock(); }
      void unlock() { m.unlock(); }
      void f() {
        lock();
        probe();                    // inherited; locks: S::m
        unlock();
        probe();                    // inherited
      }
    };
    struct Guard {
      S &s;
      Guard(S &s) : s(s) { s.lock(); }
      ~Guard() { s.unlock(); }
    };
    void g(S &s) {
      {
        Guard g(s);
        probe();                    // inherited; locks: S::m
      }
      probe();                      // inherited
    })cc");
}
