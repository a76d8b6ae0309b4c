//===- LinkTest.cpp - Many units, one program -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace gilaudit;
using namespace gilaudit::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const ModelSet &toy() {
  static const ModelSet Toy = models();
  return Toy;
}

AnalysisOptions closed() {
  AnalysisOptions Options;
  Options.ClosedWorld = true;
  Options.Root = "/src";
  return Options;
}

const char *Versioned = R"json({
  "schema": "gil-audit-model/1", "name": "ver-c", "prefix": ["ver"],
  "kinds": {"ver-kind": {"summary": "k"}},
  "functions": {
    "verOldestThing": {"waits": true, "evidence": ["v"]},
    "verOldestThingMore": {"waits": true, "since": 21, "evidence": ["v"]},
    "verGoneThing": {"waits": true, "until": 20, "evidence": ["v"]},
    "verNewThing": {"waits": true, "since": 22, "evidence": ["v"],
      "invokes": [{"kind": "ver-kind", "since": 23}]}
  }})json";

ApiRelease releaseWith(std::vector<std::string> Declared,
                       std::map<std::string, unsigned> Given = {}) {
  Unit U("a.cpp");
  U.Facts.DeclaredApi = std::move(Declared);
  AnalysisOptions Options = closed();
  Options.ApiVersions = std::move(Given);
  return link(take({U}), models(Versioned), Options).Releases.at(0);
}

} // namespace

TEST(Link, SameIdTwiceKeepsTheFirstUnits) {
  Unit A("a.cpp"), B("b.cpp");
  A.fn("inline", 1).op(2);
  B.fn("inline", 3).op(4).op(5);
  for (auto Facts : {take({A, B}), take({B, A})}) {
    Program P = link(std::move(Facts), toy(), closed());
    ASSERT_EQ(P.Functions.size(), 1u);
    EXPECT_EQ(P.Functions[0].Where.Line, 1u);
    EXPECT_EQ(P.path(P.Functions[0].Where), "a.cpp");
    EXPECT_EQ(P.TranslationUnits, 2u);
  }
}

TEST(Link, FilesAreInternedAgain) {
  Unit A("a.cpp"), B("b.cpp");
  A.Facts.Files.push_back("/usr/include/x.h");
  B.Facts.Files.push_back("/src/x.h");
  B.fn("inHeader", 7);
  B.fn("inMain", 8);
  Unit C("c.cpp");
  TUFacts Facts = B.take();
  Facts.Functions[0].Where.File = 1;
  std::vector<TUFacts> All = take({A, C});
  All.push_back(std::move(Facts));
  Program P = link(std::move(All), toy(), closed());
  EXPECT_THAT(P.Files, ElementsAre("/src/a.cpp", "/src/b.cpp", "/src/c.cpp",
                                   "/src/x.h", "/usr/include/x.h"));
  EXPECT_EQ(P.path(P.function(0).Where), "x.h");
  EXPECT_EQ(P.path(P.function(1).Where), "b.cpp");
  EXPECT_EQ(P.path({4, 1, 1}), "/usr/include/x.h");
}

TEST(Link, FixSitesFollowTheirFunctions) {
  Unit A("a.cpp"), B("b.cpp");
  A.fn("f", 1).op(2);
  B.fn("g", 1).op(2);
  std::vector<TUFacts> All = take({A, B});
  for (TUFacts &Facts : All) {
    Facts.FixSites.resize(1);
    Facts.FixSites[0].DeclName = Facts.MainFile;
    Facts.FixSites[0].Call = {0, 1, 2};
    Facts.Functions[0].Events[0].Site = 0;
  }
  Program P = link(std::move(All), toy(), closed());
  ASSERT_EQ(P.FixSites.size(), 2u);
  for (FunctionIndex F : {0u, 1u}) {
    const FixSite &Site = P.FixSites[P.function(F).Events[0].Site];
    EXPECT_EQ(Site.DeclName, P.Files[F]);
    EXPECT_EQ(Site.Call.File, F);
  }
}

TEST(Link, BindingsInHeadersCountOnce) {
  Unit A("a.cpp"), B("b.cpp");
  for (Unit *U : {&A, &B}) {
    U->Facts.Files.push_back("/src/x.h");
    U->fn("f", 1);
    U->def("f", 5).Where.File = 1;
  }
  EXPECT_EQ(link(take({A, B}), toy(), closed()).Bindings.size(), 1u);
}

TEST(Link, OfManyUnitsOnlyWhatTheyAddStays) {
  std::vector<TUFacts> All;
  for (unsigned I = 0; I != 1500; ++I) {
    Unit U("m" + std::to_string(I) + ".cpp");
    U.Facts.Files.push_back("/src/a.h");
    U.fn("inline", 1).op(2);
    U.fn("own" + std::to_string(I), 3).op(4);
    U.def("inline", 5).Where.File = 1;
    U.Facts.Unresolved.push_back({{1, 6, 1}, "something"});
    All.push_back(U.take());
    All.back().Functions[0].Where.File = 1;
  }
  Program P = link(std::move(All), toy(), closed());
  EXPECT_EQ(P.TranslationUnits, 1500u);
  EXPECT_EQ(P.Functions.size(), 1501u);
  EXPECT_EQ(P.Files.size(), 1501u);
  EXPECT_EQ(P.path(P.function(0).Where), "a.h");
  ASSERT_EQ(P.Bindings.size(), 1u);
  EXPECT_EQ(P.path(P.Bindings[0].Fact.Where), "a.h");
  ASSERT_EQ(P.Unresolved.size(), 1u);
  EXPECT_EQ(P.path(P.Unresolved[0].Where), "a.h");
}

TEST(Link, TouchesPythonThroughCallsAndApiCallbacks) {
  Unit U("a.cpp");
  U.fn("a-op", 1).op(2);
  U.fn("b-calls", 3).call("a-op", 4);
  U.fn("c-walks", 5).api("toyWalk", 6, {fnArg(0, "b-calls")});
  U.fn("d-registers", 7).api("toyAddRule", 8, {fnArg(0, "a-op")});
  Program P = link(take({U}), toy(), closed());
  EXPECT_TRUE(P.touchesPython(0));
  EXPECT_TRUE(P.touchesPython(1));
  EXPECT_TRUE(P.touchesPython(2));
  EXPECT_FALSE(P.touchesPython(3));
  EXPECT_TRUE(P.needsGil(1, false));
  EXPECT_FALSE(P.needsGil(2, false));
}

TEST(Link, KindsAndTheirBacking) {
  Unit U("a.cpp");
  U.Facts.OnApiPythonBindings = true;
  AnalysisOptions Options = closed();
  EXPECT_EQ(link(take({U}), toy(), Options).kind("toy-rule")->Python,
            Backing::None);
  Options.ClosedWorld = false;
  Options.AssumeRegistered = {"toy-handler"};
  Program P = link(take({U}), toy(), Options);
  EXPECT_EQ(P.kind("toy-rule")->Python, Backing::ByApi);
  EXPECT_EQ(P.kind("toy-handler")->Python, Backing::ByUser);
  EXPECT_EQ(P.kind("toy-text")->Python, Backing::None);
  EXPECT_TRUE(P.kind("toy-rule")->OnAnyThread);
  EXPECT_FALSE(P.kind("toy-handler")->OnAnyThread);
  ASSERT_TRUE(P.dangerousLock("toy-engine"));
  EXPECT_EQ(P.dangerousLock("toy-engine")->Model->Name, "toyEmit");
  EXPECT_EQ(P.kind("no-such-kind"), nullptr);
}

TEST(ApiRelease, GivenByNameOrPrefix) {
  EXPECT_EQ(releaseWith({}, {{"ver-c", 20}}).Release, 20u);
  EXPECT_EQ(releaseWith({}, {{"ver", 20}}).Release, 20u);
  EXPECT_EQ(releaseWith({}, {{"other", 20}}).Release, 0u);
}

TEST(ApiRelease, InferredFromWhatIsDeclared) {
  EXPECT_EQ(releaseWith({}).Release, 0u);
  EXPECT_EQ(releaseWith({"verOldestThing", "verOldestThingMore"}).Release, 21u);
  EXPECT_EQ(releaseWith({"verNewThing", "verOldestThing", "verOldestThingMore"})
                .Release,
            22u);
  EXPECT_EQ(releaseWith({"verGoneThing"}).Release, 20u);
}

TEST(ApiRelease, AMissingSiblingIsAnUpperBound) {
  ApiRelease R = releaseWith({"verOldestThing"});
  EXPECT_EQ(R.Release, 20u);
  EXPECT_THAT(R.Reason, HasSubstr("verOldestThingMore"));
  EXPECT_TRUE(R.Matters);
}
