//===- ApiRelease.cpp - Which release of an API this is -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The release is given, or read off the functions that the headers in use
// declare: a declared function is there since its release and until its last.
// That a function is not declared proves nothing by itself, its header may not
// be included.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
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
  const FunctionModel *Newest = nullptr;  ///< Declared, with the latest Since.
  const FunctionModel *Removed = nullptr; ///< Declared, with the earliest Until.
  unsigned Oldest = 0; ///< The earliest Since of the model's functions; 0: none.
  unsigned Timeless = 0, TimelessDeclared = 0; ///< Functions of every release.
};

Evidence collect(const ApiModel &M, const std::vector<std::string> &Declared) {
  Evidence E;
  for (const auto &[Name, F] : M.Functions) {
    bool Here = std::binary_search(Declared.begin(), Declared.end(), Name);
    if (!F.In.Since && !F.In.Until) {
      ++E.Timeless;
      E.TimelessDeclared += Here;
    }
    if (F.In.Since && (!E.Oldest || F.In.Since < E.Oldest))
      E.Oldest = F.In.Since;
    if (!Here)
      continue;
    if (F.In.Since && (!E.Newest || F.In.Since > E.Newest->In.Since))
      E.Newest = &F;
    if (F.In.Until && (!E.Removed || F.In.Until < E.Removed->In.Until))
      E.Removed = &F;
  }
  return E;
}

ApiRelease infer(const ApiModel &M, const Evidence &E) {
  if (E.Removed)
    return {M.Name, E.Removed->In.Until,
            "inferred: the headers declare '" + E.Removed->Name +
                "', which is gone in later releases"};
  if (E.Newest)
    return {M.Name, E.Newest->In.Since,
            "inferred: the headers declare '" + E.Newest->Name + "'"};
  // Most of the API is declared and nothing of what later releases added.
  if (E.Oldest > 1 && E.TimelessDeclared * 2 >= E.Timeless &&
      E.TimelessDeclared)
    return {M.Name, E.Oldest - 1,
            "inferred: the headers declare nothing that release " +
                std::to_string(E.Oldest) + " added"};
  return {M.Name, 0, "nothing tells; taken as the newest"};
}

} // namespace

void gilaudit::inferReleases(Program &P, const LinkState &State) {
  for (const ApiModel &M : State.Models.models()) {
    const unsigned *Given = nullptr;
    for (const auto &[Key, Release] : State.Options.ApiVersions)
      if (names(Key, M))
        Given = &Release;
    if (Given)
      P.Releases.push_back({M.Name, *Given, "given"});
    else
      P.Releases.push_back(infer(M, collect(M, State.DeclaredApi)));
  }
}

unsigned LinkState::releaseOf(const Program &P, StringRef Function) const {
  StringRef Model = Models.modelOf(Function);
  for (const ApiRelease &R : P.Releases)
    if (R.Model == Model)
      return R.Release;
  return 0;
}
