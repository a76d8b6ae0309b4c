//===- ChangedCodeTest.cpp - Which findings lie in a change ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Change/ChangedCode.h"
#include "Support/TestFolder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

// Lines 1 to 14.
const char *const Text = "int a;\n"
                         "void f(int x) {\n" // 2
                         "  guard();\n"
                         "  each([] {\n" // 4
                         "    one();\n"
                         "    two();\n" // 6
                         "  });\n"
                         "  call();\n" // 8
                         "}\n"
                         "\n" // 10
                         "void g() { call(); }\n"
                         "void m() {\n" // 12
                         "  x.def(a, f)\n"
                         "   .def(b, g,\n" // 14
                         "        guard)\n"
                         "   .def(c, h);\n" // 16
                         "}\n";

/// The file above as a program: f, the lambda in it, g, and the binders of m.
class ChangedCodeTest : public testing::Test {
protected:
  ChangedCodeTest() {
    P.Root = "/r";
    P.Files = {"/r/x.cpp"};
    function("f", "f(int", "{\n  guard", "}\n\n");
    function("lambda in 'f'", "[]", "{\n    one", "});");
    function("g", "g() {", "{ call", "}\nvoid m");
    binding("a", "x.def", "def(a", ")\n   .def(b");
    binding("b", "x.def", "def(b", ")\n   .def(c");
    binding("c", "x.def", "def(c", ");\n}");
  }

  static unsigned at(llvm::StringRef Part) {
    return unsigned(llvm::StringRef(Text).find(Part));
  }
  static Loc loc(unsigned Offset) {
    llvm::StringRef Before = llvm::StringRef(Text).take_front(Offset);
    return {0, unsigned(Before.count('\n')) + 1,
            unsigned(Before.size() - (Before.rfind('\n') + 1)) + 1};
  }

  void function(std::string Name, llvm::StringRef Where, llvm::StringRef Begin,
                llvm::StringRef Last) {
    FunctionFacts F;
    F.Name = Name;
    F.Where = loc(at(Where));
    F.Body = {0, at(Begin), at(Last) + 1};
    P.Functions.push_back(F);
  }

  void binding(std::string Name, llvm::StringRef Chain, llvm::StringRef Own,
               llvm::StringRef Last) {
    Binding B;
    B.Fact.Name = Name;
    B.Fact.Where = loc(at(Own));
    B.Fact.Call = {0, at(Chain), at(Last) + 1};
    P.Bindings.push_back(B);
  }

  ChangedFile &change() { return C.Files["/r/x.cpp"]; }

  /// Findings with a witness of one step, at these parts of the text.
  Report select(std::vector<llvm::StringRef> Parts) {
    Report R;
    R.Root = "/r";
    for (llvm::StringRef Part : Parts) {
      Loc L = loc(at(Part));
      Finding F;
      F.Where = {"elsewhere.cpp", 1, 1};
      F.Witness.push_back({"model", {}, "no place"});
      F.Witness.push_back({"call", {"x.cpp", L.Line, L.Column}, "calls"});
      R.Findings.push_back(F);
    }
    selectFindings(R, P, C,
                   [this](llvm::StringRef) -> llvm::Expected<std::string> {
                     if (HasText)
                       return std::string(Text);
                     return llvm::createStringError(
                         llvm::inconvertibleErrorCode(), "gone");
                   });
    return R;
  }

  /// Which of them lie in the change.
  std::vector<bool> inside(std::vector<llvm::StringRef> Parts) {
    std::vector<bool> In;
    for (const Finding &F : select(Parts).Findings)
      In.push_back(F.counts());
    return In;
  }

  Program P;
  Change C;
  bool HasText = true;
};

TEST_F(ChangedCodeTest, NothingIsInNoChange) {
  EXPECT_THAT(inside({"guard", "call"}), ElementsAre(false, false));
}

TEST_F(ChangedCodeTest, LinesThatAreNew) {
  change().Lines.add(1, 1);
  change().Lines.add(11, 11);
  EXPECT_THAT(inside({"int a", "call(); }", "call"}),
              ElementsAre(true, true, false));
}

TEST_F(ChangedCodeTest, TheWholeFunctionAround) {
  change().Lines.add(3, 3);
  Report R = select({"call", "x)", "two", "call(); }"});
  EXPECT_TRUE(R.Findings[0].counts());
  EXPECT_TRUE(R.Findings[1].counts());  // A parameter.
  EXPECT_FALSE(R.Findings[2].counts()); // A lambda has its own guards.
  EXPECT_FALSE(R.Findings[3].counts());
  const WitnessStep &Why = R.Findings[0].Witness.back();
  EXPECT_EQ(Why.Role, "change");
  EXPECT_EQ(Why.Where.Line, 3u);
  EXPECT_EQ(Why.Message, "the change is here, in 'f'");
  EXPECT_EQ(R.Findings[3].Witness.size(), 2u);
}

TEST_F(ChangedCodeTest, AStepMoreOnlyOnce) {
  change().Lines.add(3, 3);
  Report R = select({"call"});
  ASSERT_EQ(R.Findings[0].Witness.size(), 3u);
  selectFindings(R, P, C, [](llvm::StringRef) -> llvm::Expected<std::string> {
    return std::string(Text);
  });
  EXPECT_EQ(R.Findings[0].Witness.size(), 3u);
}

TEST_F(ChangedCodeTest, ALambdaIsItsOwn) {
  change().Lines.add(5, 5);
  EXPECT_THAT(inside({"two", "call", "guard"}),
              ElementsAre(true, false, false));
}

TEST_F(ChangedCodeTest, ItsFirstLineIsOfBoth) {
  change().Lines.add(4, 4);
  EXPECT_THAT(inside({"two", "call"}), ElementsAre(true, true));
}

TEST_F(ChangedCodeTest, LinesThatAreGone) {
  change().Lines.addGap(2); // Before the guard.
  EXPECT_THAT(inside({"f(int", "guard", "call", "two"}),
              ElementsAre(true, true, true, false));
}

TEST_F(ChangedCodeTest, WhatIsGoneBetweenFunctionsWasOfNeither) {
  change().Lines.addGap(9);
  EXPECT_THAT(inside({"call", "call(); }"}), ElementsAre(false, false));
}

TEST_F(ChangedCodeTest, WhatIsGoneAtTheEdgeOfALambda) {
  change().Lines.addGap(6); // Its last statement.
  EXPECT_THAT(inside({"one", "call"}), ElementsAre(true, false));
}

TEST_F(ChangedCodeTest, EachBinderIsItsOwn) {
  change().Lines.addGap(14); // The call guard of b.
  Report R = select({"def(a", "def(b", "def(c"});
  EXPECT_FALSE(R.Findings[0].counts());
  EXPECT_TRUE(R.Findings[1].counts());
  EXPECT_FALSE(R.Findings[2].counts());
  change() = {};
  change().Lines.add(15, 15);
  EXPECT_EQ(select({"def(b"}).Findings[0].Witness.back().Message,
            "the change is here, in the binding of 'b'");
}

TEST_F(ChangedCodeTest, AWholeFile) {
  change().Whole = true;
  EXPECT_THAT(inside({"int a", "two"}), ElementsAre(true, true));
}

TEST_F(ChangedCodeTest, WithoutTheTextLinesDecide) {
  HasText = false;
  change().Lines.add(3, 3);
  EXPECT_THAT(inside({"guard", "call"}), ElementsAre(true, false));
}

TEST_F(ChangedCodeTest, InstancesOfATemplateAreOneText) {
  P.Functions.push_back(P.Functions[0]);
  change().Lines.add(5, 5);
  EXPECT_THAT(inside({"guard", "two"}), ElementsAre(false, true));
}

TEST_F(ChangedCodeTest, PlacesBeyondTheText) {
  change().Lines.add(90, 99);
  P.Bindings[0].Fact.Call.End = 100000;
  EXPECT_THAT(inside({"def(a", "call"}), ElementsAre(false, false));
}

TEST(SelectLeft, WhatHasNoFixIsLeft) {
  Report Found, Left;
  auto Add = [](Report &R, bool Outside, std::string Closure) {
    Finding F;
    F.Likeness = "same";
    F.OutsideChange = Outside;
    F.Closure = Closure;
    R.Findings.push_back(F);
  };
  Found.Change.emplace();
  Add(Found, /*Outside=*/false, "fixed");
  Add(Found, /*Outside=*/false, "");
  Add(Found, /*Outside=*/true, "");
  Add(Left, false, "");
  Add(Left, false, "");
  selectLeftFindings(Left, Found);
  EXPECT_FALSE(Left.Findings[0].OutsideChange);
  EXPECT_TRUE(Left.Findings[1].OutsideChange);
  EXPECT_TRUE(Left.Change.has_value());
}

//===----------------------------------------------------------------------===//
// The files of a diff
//===----------------------------------------------------------------------===//

DiffFile diffFile(std::string Name, bool Prefixed = false) {
  DiffFile F;
  F.Name = Name;
  F.Prefixed = Prefixed;
  F.Lines.add(1, 1);
  return F;
}

TEST(AddDiff, FindsFilesWithAndWithoutTheirFirstPart) {
  TestFolder T;
  std::string Own = T.write("b/x.cpp"), Outer = T.write("x.cpp");
  std::string Deep = T.write("lib/y.cpp");
  auto Found = [&](DiffFile F) {
    Change C;
    llvm::cantFail(addDiff(C, {F}, {T.path()}));
    return C.Files.begin()->first;
  };
  EXPECT_EQ(Found(diffFile("b/x.cpp")), Own);
  EXPECT_EQ(Found(diffFile("b/x.cpp", /*Prefixed=*/true)), Outer);
  EXPECT_EQ(Found(diffFile("new/lib/y.cpp")), Deep);
  EXPECT_EQ(Found(diffFile(Deep)), Deep);
}

TEST(AddDiff, TheFirstFolderPrevails) {
  TestFolder T;
  std::string Sub = T.write("sub/x.cpp");
  std::string Top = T.write("x.cpp"), Other = T.write("y.cpp");
  Change C;
  llvm::cantFail(addDiff(C, {diffFile("x.cpp"), diffFile("y.cpp")},
                         {T.path("sub"), T.path()}));
  EXPECT_EQ(C.Files.count(Sub), 1u);
  EXPECT_EQ(C.Files.count(Top), 0u);
  EXPECT_EQ(C.Files.count(Other), 1u);
  EXPECT_EQ(C.Note.Files, 2u);
}

TEST(AddDiff, SaysWhatIsNotThere) {
  TestFolder T;
  T.write("x.cpp");
  Change C;
  llvm::cantFail(addDiff(C, {diffFile("x.cpp"), diffFile("y"), diffFile("y")},
                         {T.path()}));
  EXPECT_THAT(C.Note.NotFound, ElementsAre("y"));
  Change None;
  EXPECT_THAT(llvm::toString(addDiff(None, {diffFile("y")}, {T.path()})),
              HasSubstr("no such file: y below " + T.path()));
  DiffFile Gone = diffFile("z"), Link = diffFile("z");
  Gone.Deleted = Link.Link = true;
  Change Nothing;
  llvm::cantFail(addDiff(Nothing, {Gone, Link}, {T.path()}));
  EXPECT_EQ(Nothing.Note.Files, 0u);
}

} // namespace
