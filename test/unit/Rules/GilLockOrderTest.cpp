//===- GilLockOrderTest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(GilLockOrder, EveryTakerOfADangerousLock) {
  Unit U("a.cpp");
  addGoodHandler(U);
  U.fn("emit", 10).api("toyEmit", 11);
  U.def("emit", 12);
  U.fn("attach", 20).api("toyAttach", 21, {fnArg(0, "goodHandler")});
  U.def("attach", 22);
  U.fn("emitReleased", 30).release(31).api("toyEmit", 32).end();
  U.def("emitReleased", 33);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("gil-lock-order a.cpp:11",
                                     "gil-lock-order a.cpp:21"));
  EXPECT_EQ(R.Findings[0].Severity, "error");
  EXPECT_EQ(R.Findings[0].Group, "lock:toy-engine");
  EXPECT_THAT(roles(R.Findings[1]), testing::SizeIs(testing::Ge(3u)));
}

TEST(GilLockOrder, OnErrorOnlyIsAWarning) {
  Unit U("a.cpp");
  addGoodHandler(U);
  U.fn("parse", 10).api("toyParseType", 11);
  U.def("parse", 12);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("gil-lock-order a.cpp:11"));
  EXPECT_EQ(R.Findings[0].Severity, "warning");
}

TEST(GilLockOrder, SilentWhenNativeHandlersRunUnderIt) {
  Unit U("a.cpp");
  U.fn("handler", 1);
  U.fn("attach", 2).api("toyAttach", 3, {fnArg(0, "handler")});
  U.def("attach", 4);
  U.fn("emit", 10).api("toyEmit", 11);
  U.def("emit", 12);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilLockOrder, ThreadingOffKeepsLocks) {
  Unit U("a.cpp");
  addGoodHandler(U);
  U.fn("emit", 10).api("toyEmit", 11);
  U.def("emit", 12);
  AnalysisOptions Options = closedWorld();
  Options.Threading = false;
  EXPECT_THAT(findings({U}, Options), ElementsAre("gil-lock-order a.cpp:11"));
}

TEST(GilLockOrder, AHandlerOwnsTheLockAlready) {
  Unit U("a.cpp");
  U.fn("report", 1).api("toyEmit", 2);
  U.fn("forward", 3).acquire(4).op(5).call("report", 6).end();
  U.fn("attach", 10)
      .release(11)
      .api("toyAttach", 12, {fnArg(0, "forward")})
      .end();
  U.def("attach", 13);
  EXPECT_THAT(findings({U}), IsEmpty());
  // From elsewhere the same function does wait for the lock.
  U.def("report", 20);
  EXPECT_THAT(findings({U}), ElementsAre("gil-lock-order a.cpp:2"));
}

TEST(GilLockOrder, TheProposedReleaseExposesTheDeleter) {
  Unit U("a.cpp");
  addGoodHandler(U);
  U.fn("deleter", 1).op(2);
  U.fn("attach", 3)
      .release(4)
      .api("toyAttach", 5, {fnArg(0, "goodHandler"), fnArg(1, "deleter")})
      .end();
  U.def("attach", 6);
  U.fn("detach", 10).api("toyDetach", 11);
  U.def("detach", 12);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2",
                                         "gil-lock-order a.cpp:11"));
}

TEST(GilLockOrder, ProjectLockBothWays) {
  Unit U("a.cpp");
  U.fn("write", 1).acquire(2).op(3).end();
  U.fn("log", 5).lock("mutex", 6).call("write", 7).unlock();
  U.fn("fromPython", 10).call("log", 11);
  U.def("fromPython", 12);
  U.fn("body", 20).call("log", 21);
  U.fn("start", 22).api("std::thread::thread", 23, {fnArg(0, "body")});
  U.def("start", 24);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("gil-lock-order a.cpp:6"));
  EXPECT_THAT(steps(R.Findings[0]),
              ElementsAre("entry:12", "call:11", "lock:6", "lock:6", "call:7",
                          "operation:2", "cost:0"));
}

TEST(GilLockOrder, ProjectLockInOneOrder) {
  Unit U("a.cpp");
  U.fn("store", 1)
      .release(2)
      .lock("mutex", 3)
      .acquire(4)
      .op(5)
      .end()
      .unlock()
      .end();
  U.def("store", 6);
  U.fn("size", 10).release(11).lock("mutex", 12).unlock().end();
  U.def("size", 13);
  U.fn("count", 20).lock("statistics", 21).unlock();
  U.def("count", 22);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(GilLockOrder, AReleaseUnderALockTakesTheGilAgain) {
  Unit U("a.cpp");
  U.fn("f", 1).lock("mutex", 2).release(3).end().unlock();
  U.def("f", 5);
  EXPECT_THAT(findings({U}), ElementsAre("gil-lock-order a.cpp:2"));
}
