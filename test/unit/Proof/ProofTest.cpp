//===- ProofTest.cpp - Good fixes hold, bad ones do not -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace gilaudit;
using namespace gilaudit::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

const char *Common = R"cc(#pragma once
#include "mock.h"
void toyAddRule(void (*)());
void toyVerify();
)cc";

const char *Main = R"cc(#include "common.h"
static void rule() {
  PyRun_SimpleString("rule");
}
static void verify() {
  toyVerify();
}
void init(nb::module_ &m) {
  m.def("add", [] { toyAddRule(rule); });
  m.def("verify", verify);
}
)cc";

/// Another binding that waits.
const char *Check = R"cc(
static void check() {
  /*check*/ toyVerify();
}
void initCheck(nb::module_ &m) { m.def("check", check); }
)cc";

const char *Release = "nb::gil_scoped_release release;\n";

class ProofTest : public ProofHarness {
protected:
  ProofTest() { Folder.write("common.h", Common); }

  /// Both halves of the fault in Main.
  Recipe both(std::string BeforeVerify = Release) {
    return {"both",
            {"rule", "verify"},
            {{"main.cpp", "toyVerify()", std::move(BeforeVerify)},
             {"main.cpp", "PyRun_SimpleString",
              "nb::gil_scoped_acquire acquire;\n"}}};
  }
  Recipe badCheck(std::string File) {
    return {"bad", {"check"}, {{File, "/*check*/", "undeclared();\n  "}}};
  }
};

TEST_F(ProofTest, GoodFixHolds) {
  addUnit("main.cpp", Main);
  ProvedFixes P = prove({both()});
  EXPECT_THAT(functions(*Before.Result), ElementsAre("rule", "verify"));
  ASSERT_EQ(P.Files.size(), 1u);
  EXPECT_THAT(P.Files[0].After, HasSubstr("  nb::gil_scoped_release release;\n"
                                          "  toyVerify();"));
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(functions(*P.After.Result), IsEmpty());
}

TEST_F(ProofTest, NothingIsWritten) {
  std::string File = addUnit("main.cpp", Main);
  EXPECT_EQ(prove({both()}).Files.size(), 1u);
  EXPECT_EQ(llvm::cantFail(readFile(File)), Main);
}

TEST_F(ProofTest, NoPlanNoTrial) {
  addUnit("main.cpp", Main);
  ProvedFixes P = prove({});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(ParsedAgain, IsEmpty());
  EXPECT_EQ(P.After.Result, nullptr);
}

TEST_F(ProofTest, CompileErrorIsNamed) {
  addUnit("main.cpp", Main);
  ProvedFixes P = prove({both("nb::no_such_guard release;\n")});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused,
              HasSubstr("does not hold: it does not compile: "));
  EXPECT_THAT(P.Plan.Closures[0].Refused, HasSubstr("main.cpp:7:"));
  EXPECT_THAT(P.Plan.Findings[0].Reason, HasSubstr("no_such_guard"));
}

TEST_F(ProofTest, FindingThatStays) {
  addUnit("main.cpp", Main);
  ProvedFixes P = prove({both("int nothing;\n  ")});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused,
              HasSubstr("[gil-held-across-wait] is still found at main.cpp:8"));
}

TEST_F(ProofTest, NewFinding) {
  addUnit("main.cpp", Main);
  Recipe Both = both();
  Both.Insertions.push_back({"main.cpp", "static void verify",
                             "static void other() {\n"
                             "  nb::gil_scoped_release release;\n"
                             "  PyRun_SimpleString(\"other\");\n}\n"});
  Both.Insertions.push_back({"main.cpp", "m.def(\"add\"", "other();\n  "});
  ProvedFixes P = prove({Both});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused,
              HasSubstr("it brings up [python-without-gil] at main.cpp:"));
}

/// A comment in its own line covers the statement behind it.
class SuppressedTest : public ProofTest {
protected:
  SuppressedTest() {
    Options.Partial = true; // As when fixes are made.
    std::string Text = std::string(Main) + Check;
    Text.insert(Text.find("  /*check*/"),
                "  // gil-audit: allow(gil-held-across-wait) -- once\n");
    addUnit("main.cpp", Text);
  }
};

TEST_F(SuppressedTest, StaysAsItIs) {
  ProvedFixes P = prove({both()});
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(functions(*P.After.Result), ElementsAre("check"));
}

TEST_F(SuppressedTest, TextBetweenCommentAndStatement) {
  Recipe Both = both();
  Both.Insertions.push_back({"main.cpp", "/*check*/", "int between;\n  "});
  ProvedFixes P = prove({Both});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused,
              HasSubstr("it brings up [gil-held-across-wait] at main.cpp:"));
}

/// Two calls of one API in one function: their fingerprints differ by a number
/// only, and the second inherits that of the first.
class TwinTest : public ProofTest {
protected:
  TwinTest() {
    std::string Text = Main;
    Text.insert(Text.find("  toyVerify"),
                "  static int count;\n  if (++count)\n"
                "    /*first*/ toyVerify();\n");
    addUnit("main.cpp", Text);
    First = both("for (nb::gil_scoped_release r;;)\n ");
    First.Insertions[0].Needle = "/*first*/";
    First.NeedsFindings = 3;
  }
  Recipe First;
};

TEST_F(TwinTest, OneIsMended) {
  First.Claims = 2;
  ProvedFixes P = prove({First});
  ASSERT_THAT(functions(*Before.Result),
              ElementsAre("rule", "verify", "verify"));
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  ASSERT_EQ(P.Files.size(), 1u);
  EXPECT_THAT(functions(*P.After.Result), ElementsAre("verify"));
}

TEST_F(TwinTest, BothAreClaimed) {
  ProvedFixes P = prove({First});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused, HasSubstr("is still found at"));
}

TEST_F(ProofTest, OnlyTheGuiltyIsRefused) {
  addUnit("main.cpp", Main);
  addUnit("other.cpp", std::string("#include \"common.h\"\n") + Check);
  ProvedFixes P = prove({both(), badCheck("other.cpp")});
  ASSERT_EQ(P.Files.size(), 1u);
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(P.Plan.Closures[1].Refused, HasSubstr("undeclared"));
  EXPECT_THAT(functions(*P.After.Result), ElementsAre("check"));
}

/// To a comparison of lines they are one change.
TEST_F(ProofTest, GuiltyOfAdjacentLines) {
  addUnit("main.cpp", std::string(Main) +
                          "static void a() { /*a*/ toyVerify(); }\n"
                          "static void b() { /*b*/ toyVerify(); }\n"
                          "void initAB(nb::module_ &m) {\n"
                          "  m.def(\"a\", a);\n  m.def(\"b\", b);\n}\n");
  ProvedFixes P = prove({both(),
                         {"a", {"a"}, {{"main.cpp", "/*a*/", Release}}},
                         {"b", {"b"}, {{"main.cpp", "/*b*/", "no();\n"}}}});
  ASSERT_EQ(P.Plan.Closures.size(), 3u);
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_EQ(P.Plan.Closures[1].Refused, "");
  EXPECT_THAT(P.Plan.Closures[2].Refused, HasSubstr("it does not compile"));
}

TEST_F(ProofTest, GuiltyIsTheNearestInTheFile) {
  addUnit("main.cpp", std::string(Main) + Check);
  ProvedFixes P = prove({both(), badCheck("main.cpp")});
  ASSERT_EQ(P.Files.size(), 1u);
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(P.Plan.Closures[1].Refused, HasSubstr("undeclared"));
}

/// A header's edit is tried in all units that read it, and in no other.
TEST_F(ProofTest, UnitsThatReadTheFile) {
  Folder.write("verify.h", "#pragma once\n#include \"common.h\"\n"
                           "inline void verify() {\n  toyVerify();\n}\n");
  std::string Text = Main;
  Text.erase(Text.find("static void verify"),
             Text.find("void init") - Text.find("static void verify"));
  addUnit("apart.cpp", "int apart;\n");
  addUnit("main.cpp", "#include \"verify.h\"\n" + Text);
  addUnit("user.cpp", "#include \"verify.h\"\nvoid use() { verify(); }\n");
  Recipe Both = both();
  Both.Insertions[0].File = "verify.h";
  ProvedFixes P = prove({Both});
  EXPECT_EQ(P.Files.size(), 2u);
  EXPECT_THAT(functions(*P.After.Result), IsEmpty());
  EXPECT_THAT(ParsedAgain, ElementsAre(1, 2));
}

/// An error in a file without edits: all closures of the unit are suspects.
TEST_F(ProofTest, ErrorElsewhere) {
  Folder.write("verify.h", "#pragma once\n#include \"common.h\"\n"
                           "/*here*/ inline void verify() { toyVerify(); }\n");
  addUnit("main.cpp", std::string(Main) + Check);
  addUnit("user.cpp", "#include \"verify.h\"\nint taken;\n"
                      "void use(nb::module_ &m) { m.def(\"use\", verify); }\n");
  Recipe Clash = {"clash",
                  {"verify"},
                  {{"verify.h", "toyVerify", Release},
                   {"verify.h", "/*here*/", "void taken();\n"}}};
  Recipe Check = {"check", {"check"}, {{"main.cpp", "/*check*/", Release}}};
  ProvedFixes P = prove({Check, Clash});
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(P.Plan.Closures[1].Refused, HasSubstr("user.cpp:2:"));
}

TEST_F(ProofTest, SecondRunWouldChangeMore) {
  addUnit("main.cpp", Main);
  Recipe First = {"first", {"verify"}, {{"main.cpp", "toyVerify()", Release}}};
  Recipe Later = {"later", {"rule"}, {{"main.cpp", "PyRun", "int more;\n  "}}};
  Later.NeedsText = "gil_scoped_release";
  ProvedFixes P = prove({First, Later});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Refused,
              HasSubstr("a second run would change more of main.cpp"));
}

TEST_F(ProofTest, ClosuresThatMeet) {
  addUnit("main.cpp", Main);
  Recipe Second = {
      "second", {"verify"}, {{"main.cpp", "toyVerify()", "other();\n"}}};
  ProvedFixes P = prove({both(), Second});
  ASSERT_EQ(P.Files.size(), 1u);
  EXPECT_EQ(P.Plan.Closures[0].Refused, "");
  EXPECT_THAT(P.Plan.Closures[1].Refused, HasSubstr("main.cpp:6"));
}

TEST_F(ProofTest, PlannerThatDoesNotListen) {
  addUnit("main.cpp", Main);
  Stubborn = true;
  ProvedFixes P = prove({both("int nothing;\n  ")});
  EXPECT_THAT(P.Files, IsEmpty());
  EXPECT_THAT(P.Plan.Closures[0].Changes, IsEmpty());
  EXPECT_THAT(P.Plan.Findings[0].Reason, HasSubstr("too many"));
}

} // namespace
