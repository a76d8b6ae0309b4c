//===- FlowTest.cpp - What reaches a parameter ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

Program linked(std::initializer_list<Unit> Units) {
  static const ModelSet Toy = models();
  AnalysisOptions Options;
  Options.ClosedWorld = true;
  return link(take(Units), Toy, Options);
}

std::vector<std::string> names(const Program &P,
                               llvm::ArrayRef<FunctionIndex> Functions) {
  std::vector<std::string> Names;
  for (FunctionIndex F : Functions)
    Names.push_back(P.function(F).Name.str());
  return Names;
}

/// What is registered as a rule through toyAddRule(Node).
std::vector<std::string> rules(Unit U, std::string Node,
                               const char *Api = "toyAddRule") {
  U.fn("register", 1).api(Api, 2, {nodeArg(0, std::move(Node))});
  Program P = linked({U});
  std::vector<std::string> Names;
  for (const Registration &R : P.kind("toy-rule")->Registrations)
    Names.push_back(P.function(R.Function).Name.str());
  return Names;
}

Unit withFunctions() {
  Unit U("a.cpp");
  U.fn("f", 10);
  U.fn("g", 20);
  return U;
}

} // namespace

TEST(Flow, ThroughVariablesParametersAndReturns) {
  Unit U = withFunctions();
  U.flow("var:x", {"param:outer#1"});
  U.flow("param:outer#1", {"ret:choose"});
  U.flow("ret:choose", {"fn:f", "fn:g"});
  EXPECT_THAT(rules(U, "var:x"), ElementsAre("f", "g"));
}

TEST(Flow, CyclesEnd) {
  Unit U = withFunctions();
  U.flow("var:x", {"var:y", "fn:f"});
  U.flow("var:y", {"var:x"});
  U.flow("var:node", {"var:node.next"});
  U.flow("var:node.next.next", {"fn:g"});
  EXPECT_THAT(rules(U, "var:y"), ElementsAre("f"));
  EXPECT_THAT(rules(U, "var:node"), ElementsAre("g"));
}

TEST(Flow, AFieldOfACopyIsTheFieldOfTheOriginal) {
  Unit U = withFunctions();
  U.flow("param:create#0", {"var:callbacks"});
  U.flow("var:callbacks.rule", {"fn:f"});
  U.flow("var:callbacks.drop", {"fn:g"});
  EXPECT_THAT(rules(U, "param:create#0", "toyAddRules"), ElementsAre("f"));
}

TEST(Flow, FieldsOfFields) {
  Unit U = withFunctions();
  U.flow("field:Holder::table", {"var:t"});
  U.flow("var:t.inner", {"var:i"});
  U.flow("var:i.rule", {"fn:f"});
  EXPECT_THAT(rules(U, "field:Holder::table.inner", "toyAddRules"),
              ElementsAre("f"));
}

TEST(Flow, IdsMayContainDots) {
  Unit U("a.cpp");
  U.fn("c:a.cpp@F@f", 10);
  U.flow("param:c:a.cpp@F@create#0", {"var:c:a.cpp@x"});
  U.flow("var:c:a.cpp@x.rule", {"fn:c:a.cpp@F@f"});
  EXPECT_THAT(rules(U, "param:c:a.cpp@F@create#0", "toyAddRules"),
              ElementsAre("c:a.cpp@F@f"));
}

TEST(Flow, VirtualParametersAndReturns) {
  Unit U = withFunctions();
  U.fn("Base::make", 30);
  U.fn("Derived::make", 40).overrides("Base::make");
  U.flow("param:Base::make#0", {"fn:f"});
  U.flow("ret:Derived::make", {"param:Derived::make#0", "fn:g"});
  EXPECT_THAT(rules(U, "ret:Base::make"), ElementsAre("f", "g"));
}

TEST(Flow, WhatCannotBeFollowedIsListed) {
  Unit U("a.cpp");
  U.fn("register", 1)
      .api("toyAddRule", 2, {nodeArg(0, "param:register#0")})
      .api("toyAddRule", 3, {constArg(0, "null")})
      .api("toyAddRule", 4, {fnArg(0, "elsewhere")})
      .call("param:register#1", 5, CallVia::Indirect);
  Program P = linked({U});
  ASSERT_EQ(P.Unresolved.size(), 1u);
  EXPECT_EQ(P.Unresolved[0].Where.Line, 2u);
  ASSERT_EQ(P.UnfollowedCalls.size(), 1u);
  EXPECT_EQ(P.event(P.UnfollowedCalls[0]).Where.Line, 5u);
}

TEST(Flow, IndirectCallsReachTheirCallees) {
  Unit U = withFunctions();
  U.flow("param:each#0", {"fn:f", "fn:g"});
  U.fn("each", 1).call("param:each#0", 2, CallVia::Indirect);
  Program P = linked({U});
  EXPECT_THAT(names(P, P.callees({0, 0})), ElementsAre("f", "g"));
}
