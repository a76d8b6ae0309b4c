//===- ModelReader.cpp - Model files --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what docs/models.md describes. Strict: what a reader overlooks in a
// model is an API function that is taken as harmless.
//
//===----------------------------------------------------------------------===//
#include "gil-audit/JsonReader.h"
#include "gil-audit/Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr llvm::StringLiteral Schema = "gil-audit-model/1";

/// Fills an ApiModel. After the first problem everything else is ignored.
class Reader : JsonReader {
public:
  Reader(StringRef Text, StringRef FileName, const ModelSet *Known)
      : JsonReader(Text, FileName), Known(Known) {}

  llvm::Expected<ApiModel> read(const JsonNode &Root) {
    readTop(Root);
    if (llvm::Error E = problem())
      return std::move(E);
    if (llvm::Error E = checkKinds())
      return std::move(E);
    return std::move(Model);
  }

private:
  //===--------------------------------------------------------------------===//
  // The format
  //===--------------------------------------------------------------------===//

  void readTop(const JsonNode &N) {
    if (!expect(N, JsonNode::Object, "an object") || !checkSchema(N))
      return;
    object(N,
           {{"schema", [](const JsonNode &) {}},
            {"name", [&](const JsonNode &V) { Model.Name = text(V); }},
            {"prefix", [&](const JsonNode &V) { Model.Prefixes = texts(V); }},
            {"python-bindings", [&](const JsonNode &V) { readBindings(V); }},
            {"kinds", [&](const JsonNode &V) { readKinds(V); }},
            {"functions", [&](const JsonNode &V) { readFunctions(V); }}},
           {"name"});
  }

  /// First of all: another version may have other fields.
  bool checkSchema(const JsonNode &N) {
    for (auto [Key, Value] : llvm::zip(N.Keys, N.Elements)) {
      if (Key.first != "schema")
        continue;
      if (Value.Type != JsonNode::String || Value.Text != Schema)
        fail(Value.Offset, "model schema: want \"" + Schema + "\", got \"" +
                               Value.Text + "\"");
      return !failed();
    }
    fail(N.Offset, "field 'schema' is missing (\"" + Schema + "\")");
    return false;
  }

  void readBindings(const JsonNode &N) {
    object(N, {{"headers",
                [&](const JsonNode &V) { Model.BindingHeaders = texts(V); }}});
  }

  void readKinds(const JsonNode &N) {
    eachMember(N, [&](StringRef Name, const JsonNode &V) {
      KindModel K;
      K.Name = Name.str();
      object(V,
             {{"summary", [&](const JsonNode &S) { K.Summary = text(S); }},
              {"registered-by-mlir-python",
               [&](const JsonNode &B) { K.RegisteredByApiBindings = flag(B); }},
              {"teardown", [&](const JsonNode &B) { K.Teardown = flag(B); }},
              since(K.RegisteredIn),
              until(K.RegisteredIn)},
             {"summary"});
      Model.Kinds[K.Name] = std::move(K);
    });
  }

  void readFunctions(const JsonNode &N) {
    eachMember(N, [&](StringRef Name, const JsonNode &V) {
      Model.Functions[Name.str()] = readFunction(Name, V);
    });
  }

  FunctionModel readFunction(StringRef Name, const JsonNode &N) {
    FunctionModel F;
    F.Name = Name.str();
    auto Callbacks = [&](const JsonNode &V) {
      each(V, [&](const JsonNode &E) { F.Callbacks.push_back(callback(E)); });
    };
    auto Invokes = [&](const JsonNode &V) {
      each(V, [&](const JsonNode &E) { F.Invokes.push_back(invoke(E)); });
    };
    auto Locks = [&](const JsonNode &V) {
      each(V, [&](const JsonNode &E) { F.Locks.push_back(lock(E)); });
    };
    object(N, {{"callbacks", Callbacks},
               {"invokes", Invokes},
               {"waits", [&](const JsonNode &V) { readWaits(V, F); }},
               {"locks", Locks},
               condition(F.If),
               {"evidence", [&](const JsonNode &V) { F.Evidence = texts(V); }},
               since(F.In),
               until(F.In)});
    return F;
  }

  CallbackClaim callback(const JsonNode &N) {
    CallbackClaim C;
    object(N,
           {{"param", [&](const JsonNode &V) { C.Param = number(V, 0); }},
            {"field", [&](const JsonNode &V) { C.Field = text(V); }},
            kind(C.Kind),
            {"when",
             [&](const JsonNode &V) {
               C.Retained = choice(V, "during-call", "retained");
             }},
            on(C.OnAnyThread),
            since(C.In),
            until(C.In),
            condition(C.If)},
           {"param", "kind", "when"});
    return C;
  }

  InvokeClaim invoke(const JsonNode &N) {
    InvokeClaim C;
    auto Of = [&](const JsonNode &V) {
      C.OfObject = V.Type == JsonNode::String && V.Text == "this";
      if (!C.OfObject)
        fail(V.Offset, "expected \"this\"");
    };
    object(N,
           {kind(C.Kind),
            on(C.OnAnyThread),
            {"of", Of},
            kind(C.After, "after"),
            since(C.In),
            until(C.In),
            condition(C.If)},
           {"kind"});
    return C;
  }

  LockClaim lock(const JsonNode &N) {
    LockClaim C;
    auto When = [&](const JsonNode &V) {
      C.OnError = V.Type == JsonNode::String && V.Text == "on-error";
      if (!C.OnError)
        fail(V.Offset, "expected \"on-error\"");
    };
    auto WhileCalling = [&](const JsonNode &V) {
      each(V, [&](const JsonNode &E) {
        C.WhileCalling.push_back(text(E));
        UsedKinds.emplace_back(E.Text, E.Offset);
      });
    };
    object(N,
           {{"name", [&](const JsonNode &V) { C.Name = text(V); }},
            {"while-calling", WhileCalling},
            {"when", When},
            since(C.In),
            until(C.In),
            condition(C.If)},
           {"name"});
    return C;
  }

  /// true, false, or {"value":true,"since":..,"until":..,"if":..}.
  void readWaits(const JsonNode &N, FunctionModel &F) {
    if (N.Type != JsonNode::Object) {
      F.Waits = flag(N);
      return;
    }
    object(N,
           {{"value", [&](const JsonNode &V) { F.Waits = flag(V); }},
            since(F.WaitsIn),
            until(F.WaitsIn),
            condition(F.WaitsIf)},
           {"value"});
  }

  //===--------------------------------------------------------------------===//
  // Fields that several objects have
  //===--------------------------------------------------------------------===//

  Field since(Releases &R) {
    return {"since", [&](const JsonNode &V) { R.Since = number(V, 1); }};
  }
  Field until(Releases &R) {
    return {"until", [&](const JsonNode &V) {
              R.Until = number(V, 1);
              if (R.Until < R.Since)
                fail(V.Offset, "'until' is before 'since'");
            }};
  }
  Field on(bool &OnAnyThread) {
    return {"on", [&](const JsonNode &V) {
              OnAnyThread = choice(V, "caller", "any-thread");
            }};
  }
  Field kind(std::string &Kind, StringRef Name = "kind") {
    return {Name, [&](const JsonNode &V) {
              Kind = text(V);
              UsedKinds.emplace_back(Kind, V.Offset);
            }};
  }
  Field condition(std::optional<ArgCondition> &If) {
    return {"if", [&](const JsonNode &V) {
              If.emplace();
              object(V,
                     {{"param",
                       [&](const JsonNode &P) { If->Param = number(P, -1); }},
                      {"is", [&](const JsonNode &I) { If->Is = constant(I); }}},
                     {"param", "is"});
            }};
  }

  std::string constant(const JsonNode &N) {
    int64_t Ignored;
    if (N.Type == JsonNode::Integer)
      return std::to_string(N.Number);
    if (N.Type == JsonNode::Bool)
      return N.Flag ? "true" : "false";
    if (N.Type == JsonNode::String &&
        (llvm::is_contained({"null", "nonnull", "true", "false"}, N.Text) ||
         !StringRef(N.Text).getAsInteger(10, Ignored)))
      return N.Text;
    fail(N.Offset, "expected \"null\", \"nonnull\", \"true\", \"false\" or a "
                   "whole number");
    return "";
  }

  /// Last of all: a kind may be defined behind its use. All that are unknown
  /// at once: they tend to be the same misspelling.
  llvm::Error checkKinds() {
    std::vector<std::string> Names;
    for (const auto &Kind : Model.Kinds)
      Names.push_back(Kind.first);
    if (Known)
      for (const ApiModel &M : Known->models())
        for (const auto &Kind : M.Kinds)
          Names.push_back(Kind.first);
    llvm::Error All = llvm::Error::success();
    for (const auto &[Kind, Offset] : UsedKinds)
      if (!llvm::is_contained(Names, Kind))
        All = llvm::joinErrors(
            std::move(All),
            errorAt(fileName(), source(), Offset,
                    "unknown kind '" + Kind + "'" + suggestion(Kind, Names)));
    return All;
  }

  const ModelSet *Known;
  ApiModel Model;
  std::vector<std::pair<std::string, size_t>> UsedKinds;
};

} // namespace

llvm::Expected<ApiModel> gilaudit::parseModel(StringRef Text,
                                              StringRef FileName,
                                              const ModelSet *Known) {
  llvm::Expected<JsonNode> Root = parseJson(Text, FileName);
  if (!Root)
    return Root.takeError();
  return Reader(Text, FileName, Known).read(*Root);
}
