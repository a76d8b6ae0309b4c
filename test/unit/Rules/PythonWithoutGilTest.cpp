//===- PythonWithoutGilTest.cpp -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(PythonWithoutGil, FirstOperationOfEachRegion) {
  Unit U("a.cpp");
  U.fn("f", 1).release(2).op(3).op(4).end().op(5).release(6).op(7).end();
  EXPECT_THAT(findings({U}), ElementsAre("python-without-gil a.cpp:3",
                                         "python-without-gil a.cpp:7"));
}

TEST(PythonWithoutGil, SilentWhereItIsTakenAgain) {
  Unit U("a.cpp");
  U.fn("f", 1).release(2).acquire(3).op(4).end().end().op(5);
  U.def("f", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(PythonWithoutGil, TheCallThatLeadsThere) {
  Unit U("a.cpp");
  U.fn("deep", 1).op(2);
  U.fn("middle", 3).call("deep", 4);
  U.fn("f", 5).release(6).call("middle", 7).end();
  U.def("f", 10);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("python-without-gil a.cpp:7"));
  EXPECT_THAT(steps(R.Findings[0]),
              ElementsAre("guard:6", "call:7", "call:4", "operation:2"));
}

TEST(PythonWithoutGil, CalleeThatAcquires) {
  Unit U("a.cpp");
  U.fn("callee", 1).acquire(2).op(3).end();
  U.fn("f", 5).release(6).call("callee", 7).end();
  U.def("f", 10);
  EXPECT_THAT(findings({U}), IsEmpty());
}

TEST(PythonWithoutGil, UnderACallGuard) {
  Unit U("a.cpp");
  U.fn("bad", 1).api("toyGetName", 2).op(3);
  U.defReleased("bad", 4);
  U.fn("good", 5).acquire(6).op(7).end();
  U.defReleased("good", 8);
  Report R = audit({U});
  ASSERT_THAT(places(R), ElementsAre("python-without-gil a.cpp:3"));
  EXPECT_THAT(steps(R.Findings[0]),
              ElementsAre("entry:4", "guard:4", "operation:3"));
}

TEST(PythonWithoutGil, ReleasedTwice) {
  Unit U("a.cpp");
  U.fn("inner", 1).release(2).end();
  U.fn("f", 5).release(6).call("inner", 7).end();
  U.def("f", 8);
  U.fn("g", 10).release(11).release(12).end().end();
  U.def("g", 13);
  U.fn("rule", 20).release(21).end();
  U.fn("add", 22).api("toyAddRule", 23, {fnArg(0, "rule")});
  EXPECT_THAT(findings({U}), ElementsAre("python-without-gil a.cpp:7",
                                         "python-without-gil a.cpp:12",
                                         "python-without-gil a.cpp:21"));
}

TEST(PythonWithoutGil, InnerFaultIsTheInnerRegions) {
  Unit U("a.cpp");
  U.fn("inner", 1).acquire(2).release(3).op(4).end().end();
  U.fn("outer", 5).release(6).call("inner", 7).end();
  U.def("outer", 8);
  EXPECT_THAT(findings({U}), ElementsAre("python-without-gil a.cpp:4"));
}

TEST(PythonWithoutGil, AProposedAcquireCuresTheRegionToo) {
  Unit U("a.cpp");
  U.fn("helper", 1).op(2);
  U.fn("rule", 3).call("helper", 4);
  U.fn("add", 5).api("toyAddRule", 6, {fnArg(0, "rule")});
  U.fn("f", 10).release(11).call("helper", 12).end();
  U.def("f", 13);
  EXPECT_THAT(findings({U}), ElementsAre("callback-without-gil a.cpp:2"));
}
