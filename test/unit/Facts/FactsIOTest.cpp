//===- FactsIOTest.cpp - Facts are stored and read back -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Facts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// Every field differs from its default, so that one that is not stored shows.
FixSite someSite() {
  FixSite S;
  S.Shape = SiteShape::DeclInit;
  S.Statement = {1, 10, 20};
  S.Call = {1, 11, 19};
  S.Scope = {1, 5, 40};
  S.FunctionBody = {1, 4, 50};
  S.InMacro = S.InTemplate = S.DeclAssignable = true;
  S.DeclName = "v";
  S.DeclType = "const T";
  S.HoistType = "H";
  S.IsWhole = S.IsReference = S.MemberAssignable = S.MemberReadLater =
      S.DeclIsStatic = S.MayDangle = true;
  S.StatementBegin = {1, 3, 2};
  S.StatementEnd = {1, 3, 11};
  S.CallBegin = {1, 3, 4};
  S.CallEnd = {1, 3, 9};
  S.Args = {{{1, 12, 14}, {1, 3, 6}, {1, 3, 8}, "std::string", "s", true,
             true}};
  S.Member = "n";
  S.Initializer = {1, 2, 30};
  S.LaterMembers = {"m"};
  return S;
}

Event someEvent() {
  Event E;
  E.Kind = EventKind::Acquire;
  E.Where = {1, 7, 3};
  E.State = GilState::Mixed;
  E.Region = 0;
  E.Acquire = 1;
  E.Site = 0;
  E.Locks = {0};
  E.What = "copies \"x\"\n\t\xC3\xA9";
  E.Via = CallVia::Assumed;
  E.Callees = {"fn:a", "fn:b"};
  E.Args = {{-1, {"param:f#0", "var:v.field"}, "null", true}};
  E.Index = 1;
  E.AtExit = true;
  return E;
}

FunctionFacts someFunction() {
  FunctionFacts F;
  F.Id = "c:@F@f#";
  F.Name = "f";
  F.Where = {1, 6, 1};
  F.IsLambda = F.IsInstance = F.IsDestructor = F.NeverReturns = true;
  F.Overrides = {"c:@S@B@F@f#"};
  F.Events = {someEvent()};
  F.Regions = {{{1, 8, 2}, "PyEval_SaveThread"}};
  F.Acquires = {{{0, 1, 1}, "A"}, {{1, 9, 2}, "PyGILState_Ensure"}};
  F.Locks = {{{1, 9, 4}, "field:R::m", "R::m"}};
  F.Leaks = {{{1, 9, 2}, "PyGILState_Ensure", {1, 10, 5}, true}};
  F.ClosureDestructor = "c:@F@f#~";
  F.Statements = {{{1, 60, 70},
                   {1, 7, 1},
                   {1, 7, 11},
                   {1, 50, 90},
                   4,
                   -1,
                   2,
                   true,
                   true,
                   true,
                   true,
                   true,
                   58,
                   "w"}};
  F.Body = {1, 50, 91};
  F.ReturnsVoid = F.IsConstexpr = true;
  F.GuardNamespace = "nb";
  F.Names = {{"a", {1, 50, 91}}, {"b", {1, 61, 65}}};
  return F;
}

TUFacts someFacts() {
  TUFacts T;
  T.MainFile = "/src/a.cpp";
  T.Files = {"/src/a.cpp", "/src/a.h"};
  T.Functions = {someFunction()};
  BindingFact B;
  B.Name = "run";
  B.Form = "def";
  B.Where = {0, 3, 4};
  B.Targets = {"fn:c:@F@f#"};
  B.Api = "mlirRun";
  B.Entry = GilState::Released;
  B.GuardWhere = {0, 3, 20};
  B.Call = {1, 5, 25};
  B.GuardNamespace = "nb";
  T.Bindings = {B};
  T.Flows = {{"var:v", {"fn:a", "param:f#0"}}};
  T.FixSites = {someSite()};
  T.FileFacts = {{1, true, true, "<nanobind/nanobind.h>", "!alive()"}};
  T.Unresolved = {{{0, 9, 9}, "a call"}};
  T.Suppressions = {
      {{0, 4, 5}, "allow", {"r", "s"}, "because", "odd", {{1, 2, 3}}}};
  T.DeclaredApi = {"mlirRun"};
  T.OnApiPythonBindings = true;
  return T;
}

TUFacts readOk(llvm::StringRef Text) {
  llvm::Expected<TUFacts> T = readFacts(Text, "x.facts");
  EXPECT_TRUE(bool(T)) << llvm::toString(T.takeError());
  return T ? std::move(*T) : TUFacts();
}

std::string readError(llvm::StringRef Text) {
  llvm::Expected<TUFacts> T = readFacts(Text, "x.facts");
  EXPECT_FALSE(bool(T)) << "this must not be read: " << Text.str();
  return T ? "" : llvm::toString(T.takeError());
}

std::string replaced(std::string Text, llvm::StringRef Old,
                     llvm::StringRef New) {
  size_t At = Text.find(Old.str());
  EXPECT_NE(At, std::string::npos) << Old.str();
  return At == std::string::npos ? Text
                                 : Text.replace(At, Old.size(), New.str());
}

TEST(FactsIO, EveryFieldSurvives) {
  TUFacts T = readOk(writeFacts(someFacts()));
  EXPECT_EQ(T.MainFile, "/src/a.cpp");
  EXPECT_EQ(T.Files.size(), 2u);
  EXPECT_EQ(T.DeclaredApi, std::vector<std::string>{"mlirRun"});
  EXPECT_TRUE(T.OnApiPythonBindings);
  ASSERT_EQ(T.Unresolved.size(), 1u);
  EXPECT_EQ(T.Unresolved[0].What, "a call");
  EXPECT_EQ(T.Unresolved[0].Where.Line, 9u);
  ASSERT_EQ(T.Suppressions.size(), 1u);
  EXPECT_EQ(T.Suppressions[0].Where.Column, 5u);
  EXPECT_EQ(T.Suppressions[0].Kind, "allow");
  EXPECT_EQ(T.Suppressions[0].Rules, (std::vector<std::string>{"r", "s"}));
  EXPECT_EQ(T.Suppressions[0].Reason, "because");
  EXPECT_EQ(T.Suppressions[0].Problem, "odd");
  ASSERT_EQ(T.Suppressions[0].Covers.size(), 1u);
  EXPECT_EQ(T.Suppressions[0].Covers[0].File, 1u);
  EXPECT_EQ(T.Suppressions[0].Covers[0].Last, 3u);
  ASSERT_EQ(T.Flows.size(), 1u);
  EXPECT_EQ(T.Flows[0].To, "var:v");
  EXPECT_EQ(T.Flows[0].From.size(), 2u);
  ASSERT_EQ(T.Bindings.size(), 1u);
  EXPECT_EQ(T.Bindings[0].Api, "mlirRun");
  EXPECT_EQ(T.Bindings[0].Entry, GilState::Released);
  EXPECT_EQ(T.Bindings[0].GuardWhere.Column, 20u);
}

TEST(FactsIO, EveryFieldOfAFunctionSurvives) {
  TUFacts T = readOk(writeFacts(someFacts()));
  ASSERT_EQ(T.Functions.size(), 1u);
  const FunctionFacts &F = T.Functions[0];
  EXPECT_EQ(F.Id, "c:@F@f#");
  EXPECT_EQ(F.Name, "f");
  EXPECT_EQ(F.Where.File, 1u);
  EXPECT_TRUE(F.IsLambda && F.IsInstance && F.IsDestructor && F.NeverReturns);
  EXPECT_EQ(F.Overrides.size(), 1u);
  EXPECT_EQ(F.Acquires[1].Guard, "PyGILState_Ensure");
  EXPECT_EQ(F.Locks[0].Id, "field:R::m");
  EXPECT_EQ(F.Leaks[0].Exit.Line, 10u);
  EXPECT_TRUE(F.Leaks[0].ByThrow);
  EXPECT_EQ(F.ClosureDestructor, "c:@F@f#~");
  ASSERT_EQ(F.Statements.size(), 1u);
  const StatementFact &S = F.Statements[0];
  EXPECT_EQ(S.Range.Begin + S.Range.End, 130u);
  EXPECT_EQ(S.Begin.Column + S.End.Column, 12u);
  EXPECT_EQ(S.Block.End, 90u);
  EXPECT_EQ(S.Index, 4u);
  EXPECT_EQ(S.Parent, -1);
  EXPECT_EQ(S.BlockDeclarations, 2u);
  EXPECT_TRUE(S.IsBlock && S.DeclaresNames && S.IsLabelled && S.InMacro &&
              S.IsLoop);
  EXPECT_EQ(S.Before, 58u);
  EXPECT_EQ(S.Variable, "w");
  EXPECT_EQ(F.Body.End, 91u);
  EXPECT_TRUE(F.ReturnsVoid && F.IsConstexpr);
  EXPECT_EQ(F.GuardNamespace, "nb");
  ASSERT_EQ(F.Names.size(), 2u);
  EXPECT_EQ(F.Names[1].Name, "b");
  EXPECT_EQ(F.Names[1].Range.End, 65u);
  ASSERT_EQ(T.FileFacts.size(), 1u);
  const FileFact &File = T.FileFacts[0];
  EXPECT_EQ(File.File, 1u);
  EXPECT_TRUE(File.IsGenerated && File.SeesGuards);
  EXPECT_EQ(File.GuardInclude + File.FinalizationTest,
            "<nanobind/nanobind.h>!alive()");
  EXPECT_EQ(T.Bindings[0].Call.End, 25u);
  EXPECT_EQ(T.Bindings[0].GuardNamespace, "nb");
  ASSERT_EQ(F.Events.size(), 1u);
  const Event &E = F.Events[0];
  EXPECT_EQ(E.Kind, EventKind::Acquire);
  EXPECT_EQ(E.State, GilState::Mixed);
  EXPECT_EQ(E.Region, 0);
  EXPECT_EQ(E.Acquire, 1);
  EXPECT_EQ(E.Site, 0);
  EXPECT_EQ(E.Locks, std::vector<int>{0});
  EXPECT_EQ(E.What, someEvent().What);
  EXPECT_EQ(E.Via, CallVia::Assumed);
  EXPECT_EQ(E.Args[0].Param, -1);
  EXPECT_EQ(E.Args[0].Sources[1], "var:v.field");
  EXPECT_EQ(E.Args[0].Constant, "null");
  EXPECT_TRUE(E.Args[0].FunctionPointerType);
  EXPECT_EQ(E.Index, 1);
  EXPECT_TRUE(E.AtExit);
}

TEST(FactsIO, EveryFieldOfAFixSiteSurvives) {
  TUFacts T = readOk(writeFacts(someFacts()));
  ASSERT_EQ(T.FixSites.size(), 1u);
  const FixSite &S = T.FixSites[0];
  EXPECT_EQ(S.Shape, SiteShape::DeclInit);
  EXPECT_EQ(S.Statement.Begin, 10u);
  EXPECT_EQ(S.FunctionBody.End, 50u);
  EXPECT_TRUE(S.InMacro && S.InTemplate && S.DeclAssignable);
  EXPECT_EQ(S.DeclName + S.DeclType + S.HoistType + S.Member, "vconst THn");
  EXPECT_TRUE(S.IsWhole && S.IsReference && S.MemberAssignable &&
              S.MemberReadLater && S.DeclIsStatic && S.MayDangle);
  EXPECT_EQ(S.StatementBegin.Column + S.StatementEnd.Column, 13u);
  EXPECT_EQ(S.CallBegin.Column, 4u);
  EXPECT_EQ(S.CallEnd.Column, 9u);
  EXPECT_EQ(S.Initializer.End, 30u);
  ASSERT_EQ(S.Args.size(), 1u);
  EXPECT_EQ(S.Args[0].Type + S.Args[0].Name, "std::strings");
  EXPECT_EQ(S.Args[0].Range.File, 1u);
  EXPECT_EQ(S.Args[0].Begin.Column, 6u);
  EXPECT_EQ(S.Args[0].End.Column, 8u);
  EXPECT_TRUE(S.Args[0].Temporary && S.Args[0].KeptAlive);
  EXPECT_EQ(S.LaterMembers, std::vector<std::string>{"m"});
}

TEST(FactsIO, SameFactsSameBytes) {
  std::string Text = writeFacts(someFacts());
  EXPECT_EQ(Text, writeFacts(someFacts()));
  EXPECT_EQ(Text, writeFacts(readOk(Text)));
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1u);
  EXPECT_EQ(Text.back(), '\n');
}

TEST(FactsIO, NoFactsAreFactsToo) {
  EXPECT_TRUE(readOk(writeFacts(TUFacts())).Functions.empty());
}

TEST(FactsIO, BytesThatAreNotUtf8AreReplaced) {
  TUFacts T = someFacts();
  T.Functions[0].Name = "f\xFF";
  EXPECT_EQ(readOk(writeFacts(T)).Functions[0].Name, "f\xEF\xBF\xBD");
}

// Two ways to read: the scanner for what the writer made, a JSON parser for the
// rest. Both say the same.
TEST(FactsIO, SpacesAndEscapesDoNotMatter) {
  TUFacts T = someFacts();
  T.Functions[0].Name = "a \"quoted\" \\ name\n\t\xC3\xA9 \x01";
  std::string Text = writeFacts(T);
  EXPECT_EQ(writeFacts(readOk(Text)), Text);
  EXPECT_EQ(readOk(Text).Functions[0].Name, T.Functions[0].Name);
  std::string Spaced = replaced(Text, ",\"data\":[", " , \"data\" : [ ");
  EXPECT_EQ(writeFacts(readOk(Spaced)), Text);
}

// Any cut must be noticed, wherever it is.
TEST(FactsIO, TruncatedFactsAreRejected) {
  std::string Text = writeFacts(someFacts());
  for (size_t Size = 0; Size + 1 < Text.size(); ++Size)
    EXPECT_THAT(readError(llvm::StringRef(Text).take_front(Size)),
                StartsWith("x.facts: malformed facts: "))
        << Size;
}

TEST(FactsIO, OtherTextIsRejected) {
  EXPECT_EQ(readError(""), "x.facts: malformed facts: the file is empty");
  std::string WrongOrder = "{\"schema\":\"gil-audit-facts/" +
                           std::to_string(FactsVersion) + "\",\"data\":[]}";
  for (const std::string &Text :
       {std::string("null"), std::string("1"), std::string("[]"),
        std::string("{}"), std::string("{\"schema\":1}"),
        std::string("{\"schema\":\"other/1\"}"),
        std::string("{\"strings\":[]}"), WrongOrder})
    EXPECT_EQ(readError(Text), "x.facts: malformed facts: not a facts file");
  EXPECT_EQ(readError("int main() {}"),
            "x.facts: malformed facts: no JSON at byte 1");
  EXPECT_THAT(readError(writeFacts(someFacts()) + "x"), HasSubstr("no JSON"));
}

TEST(FactsIO, OtherVersionsAreRejected) {
  std::string Mine = "gil-audit-facts/" + std::to_string(FactsVersion);
  std::string Text =
      replaced(writeFacts(someFacts()), Mine, "gil-audit-facts/999");
  EXPECT_EQ(readError(Text), "x.facts: facts version: want " +
                                 std::to_string(FactsVersion) + ", got 999");
}

TEST(FactsIO, IndicesOutOfRangeAreRejected) {
  auto Broken = [](llvm::function_ref<void(TUFacts &)> Break) {
    TUFacts T = someFacts();
    Break(T);
    return readError(writeFacts(T));
  };
  auto FirstEvent = [](TUFacts &T) -> Event & {
    return T.Functions[0].Events[0];
  };
  for (const std::string &Message :
       {Broken([&](TUFacts &T) { T.Functions[0].Where.File = 2; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Region = 1; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Acquire = 2; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Site = 1; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Site = -2; }),
        Broken([&](TUFacts &T) { T.Functions[0].Statements[0].Parent = 0; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Locks = {1}; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Index = 2; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Kind = EventKind::PyOp; }),
        Broken([&](TUFacts &T) { FirstEvent(T).Kind = EventKind(6); }),
        Broken([&](TUFacts &T) { FirstEvent(T).State = GilState(4); })})
    EXPECT_THAT(Message, HasSubstr("out of range"));
}

TEST(FactsIO, LengthsThatCannotBeAreRejected) {
  std::string Text = writeFacts(TUFacts());
  // The first number is MainFile, the second the number of files.
  EXPECT_THAT(
      readError(replaced(Text, "\"data\":[0,0", "\"data\":[0,99999999999")),
      HasSubstr("out of range"));
  EXPECT_THAT(readError(replaced(Text, "\"data\":[0,", "\"data\":[1,")),
              HasSubstr("out of range"));
  EXPECT_THAT(readError(replaced(Text, "\"data\":[0,", "\"data\":[0.5,")),
              HasSubstr("not a facts file"));
}

// A facts file of the first version, as it was stored then: whoever changes the
// stored form bumps FactsVersion, and files of before are refused, not misread.
TEST(FactsIO, FilesOfTheFirstVersionAreRefused) {
  auto Buffer =
      llvm::MemoryBuffer::getFile(GIL_AUDIT_TEST_DIR "/Inputs/version-1.facts");
  ASSERT_TRUE(bool(Buffer));
  EXPECT_EQ(readError((*Buffer)->getBuffer()),
            "x.facts: facts version: want " + std::to_string(FactsVersion) +
                ", got 1");
}

// What the current version looks like. If this fails, the stored form has
// changed since FactsVersion got its value: bump FactsVersion in Facts.h, then
// store the new text under the new number (the test prints it) and delete the
// file of the version before.
TEST(FactsIO, TheStoredFormChangesWithTheVersionOnly) {
  std::string Name = GIL_AUDIT_TEST_DIR "/Inputs/version-" +
                     std::to_string(FactsVersion) + ".facts";
  auto Buffer = llvm::MemoryBuffer::getFile(Name);
  ASSERT_TRUE(bool(Buffer)) << Name << " is missing; it should be\n"
                            << writeFacts(someFacts());
  EXPECT_EQ(writeFacts(someFacts()), (*Buffer)->getBuffer());
  EXPECT_EQ(writeFacts(readOk((*Buffer)->getBuffer())), (*Buffer)->getBuffer());
}

} // namespace
