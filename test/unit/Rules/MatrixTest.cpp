//===- MatrixTest.cpp - Bindings against kinds of callbacks ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// "name: kind state findings, ..." of every row.
std::vector<std::string> matrix(const Report &R) {
  std::vector<std::string> Rows;
  for (const MatrixRow &Row : R.Inventory.Matrix) {
    std::vector<std::string> Cells;
    for (const MatrixCell &C : Row.Cells)
      Cells.push_back((C.Kind.empty() ? "own" : C.Kind) + " " + C.State + " " +
                      std::to_string(C.Findings.size()));
    Rows.push_back(Row.Name + ": " + llvm::join(Cells, ", "));
  }
  return Rows;
}

std::vector<std::string> matrix(std::initializer_list<Unit> Units) {
  return matrix(audit(Units));
}

} // namespace

TEST(Matrix, HeldAndReleased) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("helper", 1).api("toyVerify", 2);
  U.fn("held", 3).call("helper", 4);
  U.def("held", 5);
  U.fn("released", 6).release(7).call("helper", 8).end();
  U.def("released", 9);
  U.fn("inert", 10).api("toyGetName", 11);
  U.def("inert", 12);
  EXPECT_THAT(matrix({U}), ElementsAre("held: toy-rule deadlock 1",
                                       "released: toy-rule guarded 0",
                                       "addGood: toy-rule guarded 0"));
}

/// The deadlock stays the worst; the callback's own fault is linked as well.
TEST(Matrix, BothSidesOfAPair) {
  Unit U("a.cpp");
  U.fn("rule", 1).op(2);
  U.fn("add", 3).api("toyAddRule", 4, {fnArg(0, "rule")});
  U.def("add", 5);
  U.fn("verify", 6).api("toyVerify", 7);
  U.def("verify", 8);
  EXPECT_THAT(matrix({U}), ElementsAre("add: toy-rule crash 1",
                                       "verify: toy-rule deadlock 2"));
}

/// Of many callbacks of a kind one is enough: the first of the worst.
TEST(Matrix, TheWorstCallbackStandsForItsKind) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("rule1", 1).op(2);
  U.fn("rule2", 3).op(4);
  U.fn("add", 5)
      .api("toyAddRule", 6, {fnArg(0, "rule1")})
      .api("toyAddRule", 7, {fnArg(0, "rule2")});
  U.def("add", 8);
  U.fn("verify", 9).release(10).api("toyVerify", 11).end();
  U.def("verify", 12);
  Report R = audit({U});
  EXPECT_THAT(matrix(R),
              ElementsAre("add: toy-rule crash 2", "verify: toy-rule crash 1",
                          "addGood: toy-rule guarded 0"));
  EXPECT_EQ(R.Inventory.Matrix[1].Cells[0].Why,
            "'rule1' touches Python without the GIL");
}

TEST(Matrix, CallbacksDuringTheCall) {
  Unit U("a.cpp");
  U.fn("visit", 1).op(2);
  U.fn("count", 3);
  U.fn("walk", 4).api("toyWalk", 5, {fnArg(0, "visit")});
  U.def("walk", 6);
  U.fn("native", 7).release(8).api("toyWalk", 9, {fnArg(0, "count")}).end();
  U.def("native", 10);
  EXPECT_THAT(matrix({U}), ElementsAre("walk: toy-visit safe 0",
                                       "native: toy-visit safe 0"));
}

/// A release that is still to come makes the callback crash.
TEST(Matrix, OnceTheReleaseIsInPlace) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("text", 1).op(2);
  U.fn("print", 3).api("toyPrint", 4, {fnArg(0, "text")});
  U.def("print", 5);
  EXPECT_THAT(matrix({U}),
              ElementsAre("print: toy-rule deadlock 1, toy-text crash 1",
                          "addGood: toy-rule guarded 0"));
}

TEST(Matrix, Locks) {
  Unit U("a.cpp");
  addGoodHandler(U);
  U.fn("emit", 1).api("toyEmit", 2);
  U.def("emit", 3);
  U.fn("released", 4).release(5).api("toyEmit", 6).end();
  U.def("released", 7);
  EXPECT_THAT(matrix({U}), ElementsAre("emit: toy-handler deadlock 1",
                                       "released: toy-handler guarded 0",
                                       "attachGood: toy-handler guarded 0"));
}

TEST(Matrix, WhatTheBindingDoesItself) {
  Unit U("a.cpp");
  U.fn("touch", 1).release(2).op(3).end();
  U.def("touch", 4);
  U.fn("fine", 5).op(6);
  U.def("fine", 7);
  EXPECT_THAT(matrix({U}), ElementsAre("touch: own crash 1"));
}

TEST(Matrix, NothingToSay) {
  Unit U("a.cpp");
  U.fn("f", 1).op(2);
  U.def("f", 3);
  EXPECT_THAT(matrix({U}), IsEmpty());
}

TEST(Matrix, CellsSayWhyAndWhere) {
  Unit U("a.cpp");
  addGoodRule(U);
  U.fn("held", 3).api("toyVerify", 4);
  U.def("held", 5);
  Report R = audit({U});
  const MatrixCell &C = R.Inventory.Matrix[0].Cells[0];
  EXPECT_EQ(C.Why, "'toyVerify' waits for them with the GIL held");
  EXPECT_EQ(C.Where.Line, 4u);
  EXPECT_THAT(C.Findings, ElementsAre(R.Findings[0].Fingerprint));
}
