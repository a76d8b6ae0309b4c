//===- ModelSet.cpp - All models of one run -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

struct EmbeddedModel {
  const char *FileName;
  const char *Text;
};

/// models/*.json, in the order of their names. The last row is the end.
const EmbeddedModel Embedded[] = {
#include "BuiltinModels.inc"
    {nullptr, nullptr}};

/// True if \p M has functions of namespace (or class) \p Namespace.
bool describesNamespace(const ApiModel &M, StringRef Namespace) {
  std::string Start = (Namespace + "::").str();
  auto It = M.Functions.lower_bound(Start);
  return It != M.Functions.end() && StringRef(It->first).starts_with(Start);
}

bool hasPrefix(const ApiModel &M, StringRef Prefix, StringRef Name) {
  StringRef Rest = Name;
  if (!Rest.consume_front(Prefix))
    return false;
  if (StringRef(Prefix).contains("::") || !Rest.contains("::"))
    return true;
  return Rest.starts_with("::") && describesNamespace(M, Prefix);
}

bool hasPrefix(const ApiModel &M, StringRef Name) {
  return llvm::any_of(M.Prefixes, [&](const std::string &Prefix) {
    return hasPrefix(M, Prefix, Name);
  });
}

} // namespace

ModelSet ModelSet::builtin() {
  ModelSet Set;
  for (const EmbeddedModel &E : Embedded) {
    if (!E.Text)
      break;
    llvm::Expected<ApiModel> Model = parseModel(E.Text, E.FileName, &Set);
    if (!Model)
      llvm::report_fatal_error(Model.takeError());
    Set.add(std::move(*Model));
  }
  return Set;
}

void ModelSet::add(ApiModel Model) { Models.push_back(std::move(Model)); }

const FunctionModel *ModelSet::lookup(StringRef QualifiedName) const {
  std::string Name = QualifiedName.str();
  for (const ApiModel &M : llvm::reverse(Models))
    if (auto It = M.Functions.find(Name); It != M.Functions.end())
      return &It->second;
  return nullptr;
}

bool ModelSet::inPrefix(StringRef QualifiedName) const {
  return llvm::any_of(
      Models, [&](const ApiModel &M) { return hasPrefix(M, QualifiedName); });
}

StringRef ModelSet::modelOf(StringRef QualifiedName) const {
  std::string Name = QualifiedName.str();
  for (const ApiModel &M : llvm::reverse(Models))
    if (M.Functions.count(Name))
      return M.Name;
  for (const ApiModel &M : llvm::reverse(Models))
    if (hasPrefix(M, QualifiedName))
      return M.Name;
  return "";
}

const KindModel *ModelSet::kind(StringRef Name) const {
  for (const ApiModel &M : llvm::reverse(Models))
    if (auto It = M.Kinds.find(Name.str()); It != M.Kinds.end())
      return &It->second;
  return nullptr;
}
