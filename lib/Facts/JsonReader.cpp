//===- JsonReader.cpp - Strict readers of JSON that people write ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/JsonReader.h"
#include "gil-audit/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;

void JsonReader::fail(size_t Offset, const Twine &Message) {
  if (failed())
    return;
  Problem = Message.str();
  ProblemOffset = Offset;
}

llvm::Error JsonReader::problem() const {
  if (failed())
    return errorAt(FileName, Text, ProblemOffset, Problem);
  return llvm::Error::success();
}

bool JsonReader::expect(const JsonNode &N, JsonNode::Kind Type,
                        StringRef What) {
  if (N.Type != Type)
    fail(N.Offset, "expected " + What);
  return N.Type == Type;
}

std::string JsonReader::text(const JsonNode &N) {
  if (expect(N, JsonNode::String, "a string") && N.Text.empty())
    fail(N.Offset, "expected a string that is not empty");
  return N.Text;
}

bool JsonReader::flag(const JsonNode &N) {
  return expect(N, JsonNode::Bool, "true or false") && N.Flag;
}

int64_t JsonReader::number(const JsonNode &N, int64_t Least) {
  if (expect(N, JsonNode::Integer, "a whole number") &&
      (N.Number < Least || N.Number > 100000))
    fail(N.Offset, "the number " + Twine(N.Number) + " makes no sense here");
  return N.Number;
}

bool JsonReader::choice(const JsonNode &N, StringRef No, StringRef Yes) {
  if (N.Type != JsonNode::String || (N.Text != No && N.Text != Yes))
    fail(N.Offset, "expected \"" + No + "\" or \"" + Yes + "\"");
  return N.Text == Yes;
}

void JsonReader::each(const JsonNode &N,
                      llvm::function_ref<void(const JsonNode &)> F) {
  if (expect(N, JsonNode::Array, "a list"))
    for (const JsonNode &Element : N.Elements)
      F(Element);
}

std::vector<std::string> JsonReader::texts(const JsonNode &N) {
  std::vector<std::string> All;
  each(N, [&](const JsonNode &E) { All.push_back(text(E)); });
  return All;
}

void JsonReader::eachMember(
    const JsonNode &N,
    llvm::function_ref<void(StringRef, const JsonNode &)> F) {
  if (expect(N, JsonNode::Object, "an object"))
    for (auto [Key, Value] : llvm::zip(N.Keys, N.Elements))
      F(Key.first, Value);
}

void JsonReader::object(const JsonNode &N, llvm::ArrayRef<Field> Fields,
                        llvm::ArrayRef<StringRef> Required) {
  if (!expect(N, JsonNode::Object, "an object"))
    return;
  std::set<StringRef> Seen;
  for (auto [Key, Value] : llvm::zip(N.Keys, N.Elements)) {
    StringRef Name = Key.first;
    const auto *Known =
        llvm::find_if(Fields, [&](const Field &F) { return F.Name == Name; });
    if (Known == Fields.end()) {
      std::vector<std::string> Names;
      for (const Field &F : Fields)
        Names.push_back(F.Name.str());
      return fail(Key.second,
                  "unknown field '" + Name + "'" + suggestion(Name, Names));
    }
    Seen.insert(Name);
    Known->Read(Value);
  }
  for (StringRef Name : Required)
    if (!Seen.count(Name))
      return fail(N.Offset, "field '" + Name + "' is missing");
}

std::string JsonReader::suggestion(StringRef Name,
                                   const std::vector<std::string> &Candidates) {
  std::string Best = nearestName(Name, Candidates);
  return Best.empty() ? "" : "; did you mean '" + Best + "'?";
}
