//===- ApiRelease.cpp - Which release of an API this is -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The release is given, or read off the functions that the headers in use
// declare: a declared function is there since its release and until its last.
// That a function is not declared proves nothing by itself, its header may not
// be included; that it is missing beside its sibling does.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace gilaudit;
using llvm::StringRef;

namespace {

bool names(StringRef Key, const ApiModel &M) {
  StringRef Name = M.Name;
  if (Key == Name || (Name.consume_front(Key) && Name.starts_with("-")))
    return true;
  return std::find(M.Prefixes.begin(), M.Prefixes.end(), Key) !=
         M.Prefixes.end();
}

struct Evidence {
  const FunctionModel *Newest = nullptr; ///< Declared, with the latest Since.
  const FunctionModel *Removed =
      nullptr; ///< Declared, with the earliest Until.
  /// Not declared though its sibling is, with the earliest Since.
  const FunctionModel *Missing = nullptr;
  std::string Sibling;
};

using Names = std::vector<std::string>; ///< Sorted.

bool contains(const Names &Declared, const std::string &Name) {
  return std::binary_search(Declared.begin(), Declared.end(), Name);
}

/// A declared function whose name \p Name continues ("mlirModuleCreateParse",
/// "mlirModuleCreateParseFromFile"): C APIs keep such functions in one header.
std::string siblingOf(const std::string &Name, const Names &Declared) {
  for (size_t Length = Name.size() - 1; Length > 8; --Length)
    if (llvm::isUpper(Name[Length]))
      if (std::string Start = Name.substr(0, Length); contains(Declared, Start))
        return Start;
  return "";
}

Evidence collect(const ApiModel &M, const Names &Declared) {
  Evidence E;
  for (const auto &[Name, F] : M.Functions) {
    if (!contains(Declared, Name)) {
      std::string Sibling = F.In.Since ? siblingOf(Name, Declared) : "";
      if (!Sibling.empty() &&
          (!E.Missing || F.In.Since < E.Missing->In.Since)) {
        E.Missing = &F;
        E.Sibling = Sibling;
      }
      continue;
    }
    if (F.In.Since && (!E.Newest || F.In.Since > E.Newest->In.Since))
      E.Newest = &F;
    if (F.In.Until && (!E.Removed || F.In.Until < E.Removed->In.Until))
      E.Removed = &F;
  }
  return E;
}

/// The newest release that the declared functions allow; without an upper bound
/// the oldest, for nothing says that more is there.
ApiRelease infer(const ApiModel &M, const Evidence &E) {
  unsigned AtLeast = E.Newest ? E.Newest->In.Since : 0;
  unsigned Until = E.Removed ? E.Removed->In.Until : 0;
  unsigned Before = E.Missing ? E.Missing->In.Since : 0;
  if (Until && Until >= AtLeast && (!Before || Until < Before))
    return {M.Name, Until,
            "inferred: the headers declare '" + E.Removed->Name +
                "', which later releases lack"};
  if (Before && Before > AtLeast)
    return {M.Name, Before - 1,
            "inferred: the headers declare '" + E.Sibling + "', but not '" +
                E.Missing->Name + "' of release " + std::to_string(Before)};
  if (AtLeast)
    return {M.Name, AtLeast,
            "inferred: the headers declare '" + E.Newest->Name + "'"};
  return {M.Name, 0, "nothing tells; taken as the newest"};
}

bool bounded(const Releases &R) { return R.Since || R.Until; }

bool dependsOnRelease(const ApiModel &M) {
  auto Bounded = [](const auto &Claim) { return bounded(Claim.In); };
  for (const auto &[Name, K] : M.Kinds)
    if (bounded(K.RegisteredIn))
      return true;
  for (const auto &[Name, F] : M.Functions)
    if (bounded(F.In) || bounded(F.WaitsIn) ||
        llvm::any_of(F.Callbacks, Bounded) ||
        llvm::any_of(F.Invokes, Bounded) || llvm::any_of(F.Locks, Bounded))
      return true;
  return false;
}

} // namespace

void gilaudit::inferReleases(Program &P, const LinkState &State) {
  for (const ApiModel &M : State.Models.models()) {
    ApiRelease R = infer(M, collect(M, State.DeclaredApi));
    for (const auto &[Key, Release] : State.Options.ApiVersions)
      if (names(Key, M))
        R = {M.Name, Release, "given"};
    R.Matters = dependsOnRelease(M);
    P.Releases.push_back(std::move(R));
  }
}

unsigned LinkState::releaseOf(const Program &P, StringRef Function) const {
  StringRef Model = Models.modelOf(Function);
  for (const ApiRelease &R : P.Releases)
    if (R.Model == Model)
      return R.Release;
  return 0;
}
