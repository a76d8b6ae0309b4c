//===- ModelReaderTest.cpp - Model files are read strictly ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

ApiModel readOk(llvm::StringRef Text, const ModelSet *Known = nullptr) {
  llvm::Expected<ApiModel> M = parseModel(Text, "m.json", Known);
  EXPECT_TRUE(bool(M)) << llvm::toString(M.takeError());
  return M ? std::move(*M) : ApiModel();
}

std::string readError(llvm::StringRef Text) {
  llvm::Expected<ApiModel> M = parseModel(Text, "m.json");
  EXPECT_FALSE(bool(M)) << "this must not be read: " << Text.str();
  return M ? "" : llvm::toString(M.takeError());
}

/// A model with one function whose fields are \p Fields, on line 2.
std::string withFunction(llvm::StringRef Fields) {
  return (R"({"schema":"gil-audit-model/1","name":"m","kinds":{"k":{"summary":"s"}},"functions":{"f":
{)" + Fields +
          "}}}")
      .str();
}

FunctionModel functionOk(llvm::StringRef Fields) {
  return readOk(withFunction(Fields)).Functions["f"];
}

std::string functionError(llvm::StringRef Fields) {
  return readError(withFunction(Fields));
}

TEST(ModelReader, TopLevel) {
  ApiModel M = readOk(R"({
    "schema": "gil-audit-model/1", "name": "x", "prefix": ["x", "X::"],
    "python-bindings": {"headers": ["x/Bindings/"]},
    "kinds": {"k": {"summary": "s", "registered-by-mlir-python": true, "since": 21, "until": 22}},
    "functions": {}})");
  EXPECT_EQ(M.Name, "x");
  EXPECT_EQ(M.Prefixes, (std::vector<std::string>{"x", "X::"}));
  EXPECT_EQ(M.BindingHeaders, std::vector<std::string>{"x/Bindings/"});
  const KindModel &K = M.Kinds["k"];
  EXPECT_EQ(K.Summary, "s");
  EXPECT_TRUE(K.RegisteredByApiBindings);
  EXPECT_EQ(K.RegisteredIn.Since, 21u);
  EXPECT_EQ(K.RegisteredIn.Until, 22u);
}

TEST(ModelReader, Callbacks) {
  FunctionModel F = functionOk(
      R"("callbacks":[{"param":0,"kind":"k","when":"retained"},
         {"param":2,"field":"run","kind":"k","when":"during-call","on":"any-thread",
          "since":20,"until":22,"if":{"param":1,"is":"null"}}])");
  ASSERT_EQ(F.Callbacks.size(), 2u);
  EXPECT_TRUE(F.Callbacks[0].Retained);
  EXPECT_FALSE(F.Callbacks[0].OnAnyThread);
  EXPECT_FALSE(F.Callbacks[0].If);
  const CallbackClaim &C = F.Callbacks[1];
  EXPECT_FALSE(C.Retained);
  EXPECT_TRUE(C.OnAnyThread);
  EXPECT_EQ(C.Param, 2);
  EXPECT_EQ(C.Field, "run");
  EXPECT_FALSE(C.In.contains(19));
  EXPECT_TRUE(C.In.contains(22));
  EXPECT_FALSE(C.In.contains(23));
  EXPECT_EQ(C.If->Param, 1);
  EXPECT_EQ(C.If->Is, "null");
}

TEST(ModelReader, Invokes) {
  FunctionModel F = functionOk(
      R"("invokes":[{"kind":"k","on":"caller"},{"kind":"k","on":"any-thread","of":"this","since":21}])");
  ASSERT_EQ(F.Invokes.size(), 2u);
  EXPECT_FALSE(F.Invokes[0].OnAnyThread);
  EXPECT_FALSE(F.Invokes[0].OfObject);
  EXPECT_TRUE(F.Invokes[1].OnAnyThread);
  EXPECT_TRUE(F.Invokes[1].OfObject);
  EXPECT_EQ(F.Invokes[1].In.Since, 21u);
}

TEST(ModelReader, WaitsAsAFlag) {
  EXPECT_TRUE(functionOk(R"("waits":true)").Waits);
  EXPECT_FALSE(functionOk(R"("waits":false)").Waits);
  EXPECT_FALSE(functionOk("").Waits);
}

TEST(ModelReader, WaitsAsAClaim) {
  FunctionModel F = functionOk(
      R"("waits":{"value":true,"since":20,"until":22,"if":{"param":1,"is":false}})");
  EXPECT_TRUE(F.Waits);
  EXPECT_EQ(F.WaitsIn.Since, 20u);
  EXPECT_EQ(F.WaitsIn.Until, 22u);
  EXPECT_EQ(F.WaitsIf->Is, "false");
}

TEST(ModelReader, Locks) {
  FunctionModel F = functionOk(
      R"("locks":[{"name":"a","while-calling":["k"]},{"name":"b","when":"on-error","if":{"param":0,"is":3}}])");
  ASSERT_EQ(F.Locks.size(), 2u);
  EXPECT_EQ(F.Locks[0].WhileCalling, std::vector<std::string>{"k"});
  EXPECT_FALSE(F.Locks[0].OnError);
  EXPECT_TRUE(F.Locks[1].OnError);
  EXPECT_TRUE(F.Locks[1].WhileCalling.empty());
  EXPECT_EQ(F.Locks[1].If->Is, "3");
}

TEST(ModelReader, EvidenceReleasesAndCondition) {
  FunctionModel F = functionOk(
      R"("evidence":["a.cpp: f"],"since":19,"until":21,"if":{"param":-1,"is":"nonnull"})");
  EXPECT_EQ(F.Name, "f");
  EXPECT_EQ(F.Evidence, std::vector<std::string>{"a.cpp: f"});
  EXPECT_TRUE(F.In.contains(19));
  EXPECT_FALSE(F.In.contains(22));
  EXPECT_EQ(F.If->Param, -1);
}

TEST(ModelReader, SyntaxErrorsSayWhere) {
  EXPECT_THAT(readError("{\n  \"schema\": \"x\",\n  nope\n}"),
              StartsWith("m.json:3:4: syntax error"));
  EXPECT_THAT(readError(""), StartsWith("m.json:1:1: syntax error"));
  EXPECT_THAT(readError("{} x"), StartsWith("m.json:1:4: syntax error"));
  EXPECT_THAT(readError("{\"schema\": \"x"), StartsWith("m.json:1:"));
  EXPECT_THAT(readError("[1,]"), StartsWith("m.json:1:4: syntax error"));
}

TEST(ModelReader, DeepNestingIsRejected) {
  EXPECT_THAT(readError(std::string(100000, '[')),
              HasSubstr("nested too deeply"));
}

TEST(ModelReader, KeysGivenTwiceAreRejected) {
  EXPECT_EQ(
      readError(
          "{\"schema\":\"gil-audit-model/1\",\n\"name\":\"a\",\"name\":\"b\"}"),
      "m.json:2:12: 'name' is given twice");
}

TEST(ModelReader, SchemaIsCheckedFirst) {
  EXPECT_EQ(readError("{\"new\":1,\n \"schema\":\"gil-audit-model/2\"}"),
            "m.json:2:11: model schema: want \"gil-audit-model/1\", got "
            "\"gil-audit-model/2\"");
  EXPECT_EQ(readError("{\"name\":\"x\"}"), "m.json:1:1: field 'schema' is "
                                           "missing (\"gil-audit-model/1\")");
  EXPECT_EQ(readError("[]"), "m.json:1:1: expected an object");
  EXPECT_THAT(readError("{\"schema\":1}"), HasSubstr("model schema: want"));
}

TEST(ModelReader, UnknownFieldsSuggestTheNearest) {
  EXPECT_EQ(functionError(R"("wait":true)"),
            "m.json:2:2: unknown field 'wait'; did you mean 'waits'?");
  EXPECT_EQ(functionError(R"("callbacks":[{"parm":0}])"),
            "m.json:2:16: unknown field 'parm'; did you mean 'param'?");
  EXPECT_EQ(functionError(R"("nothing-like-it":0)"),
            "m.json:2:2: unknown field 'nothing-like-it'");
  EXPECT_THAT(readError(R"({"schema":"gil-audit-model/1","nmae":"x"})"),
              HasSubstr("did you mean 'name'?"));
}

TEST(ModelReader, MissingFieldsAreNamed) {
  EXPECT_EQ(functionError(R"("callbacks":[{"kind":"k","when":"retained"}])"),
            "m.json:2:15: field 'param' is missing");
  EXPECT_THAT(functionError(R"("callbacks":[{"param":0,"kind":"k"}])"),
              HasSubstr("field 'when' is missing"));
  EXPECT_THAT(functionError(R"("locks":[{"while-calling":["k"]}])"),
              HasSubstr("field 'name' is missing"));
  EXPECT_THAT(functionError(R"("waits":{"since":20})"),
              HasSubstr("field 'value' is missing"));
  EXPECT_THAT(functionError(R"("if":{"param":1})"),
              HasSubstr("field 'is' is missing"));
}

TEST(ModelReader, UnknownKindsSuggestTheNearest) {
  std::string Text = R"({"schema":"gil-audit-model/1","name":"m",
"functions":{"f":{"invokes":[{"kind":"handlr"}]}},
"kinds":{"handler":{"summary":"s"}}})";
  EXPECT_EQ(readError(Text),
            "m.json:2:38: unknown kind 'handlr'; did you mean 'handler'?");
  EXPECT_THAT(functionError(R"("locks":[{"name":"l","while-calling":["q"]}])"),
              HasSubstr("unknown kind 'q'"));
  // All of them at once.
  EXPECT_THAT(
      functionError(R"("invokes":[{"kind":"q","after":"r"}])"),
      AllOf(HasSubstr("unknown kind 'q'"), HasSubstr("unknown kind 'r'")));
}

TEST(ModelReader, KindsOfOtherModelsAreKnown) {
  ModelSet Known;
  Known.add(readOk(R"({"schema":"gil-audit-model/1","name":"a",
                       "kinds":{"handler":{"summary":"s"}}})"));
  std::string Text = R"({"schema":"gil-audit-model/1","name":"m",
"functions":{"f":{"invokes":[{"kind":"handler"}]}}})";
  EXPECT_EQ(readOk(Text, &Known).Functions["f"].Invokes.size(), 1u);
  EXPECT_THAT(readError(Text), HasSubstr("unknown kind 'handler'"));
}

TEST(ModelReader, WrongTypesAreErrors) {
  const std::pair<const char *, const char *> Cases[] = {
      {R"("waits":1)", "expected true or false"},
      {R"("waits":"yes")", "expected true or false"},
      {R"("callbacks":{})", "expected a list"},
      {R"("callbacks":[0])", "expected an object"},
      {R"("callbacks":[{"param":"0"}])", "expected a whole number"},
      {R"("callbacks":[{"param":0.5}])", "expected a whole number"},
      {R"("callbacks":[{"param":-1}])", "the number -1 makes no sense here"},
      {R"("callbacks":[{"param":0,"kind":1}])", "expected a string"},
      {R"("callbacks":[{"param":0,"kind":""}])", "that is not empty"},
      {R"("callbacks":[{"when":"later"}])",
       "expected \"during-call\" or \"retained\""},
      {R"("invokes":[{"on":"worker"}])",
       "expected \"caller\" or \"any-thread\""},
      {R"("invokes":[{"of":"that"}])", "expected \"this\""},
      {R"("locks":[{"when":"always"}])", "expected \"on-error\""},
      {R"("if":{"param":0,"is":"maybe"})", "expected \"null\""},
      {R"("since":0)", "the number 0 makes no sense here"},
      {R"("since":999999999999)", "makes no sense here"},
      {R"("since":99999999999999999999)", "expected a whole number"},
      {R"("since":22,"until":21)", "'until' is before 'since'"},
      {R"("evidence":"a.cpp: f")", "expected a list"},
  };
  for (const auto &[Fields, Message] : Cases)
    EXPECT_THAT(functionError(Fields), HasSubstr(Message)) << Fields;
}

} // namespace
