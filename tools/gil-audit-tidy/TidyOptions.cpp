//===- TidyOptions.cpp - The options of the checks ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TidyOptions.h"

using namespace gilaudit;
using clang::tidy::ClangTidyContext;
using llvm::StringRef;
using OptionsView = clang::tidy::ClangTidyCheck::OptionsView;

namespace {

/// A string, handed on as Option; List: several, with ";" between them.
struct TextOption {
  StringRef Name, Option;
  bool List;
};
const TextOption Texts[] = {
    {"Config", "--config=", false},
    {"Root", "--root=", false},
    {"Models", "--model=", true},
    {"AssumeRegistered", "--assume-registered=", true},
    {"ApiVersions", "--api-version=", true},
};

/// true or false, handed on as one of two options; not given: the configuration
/// of gil-audit has its say.
struct Switch {
  StringRef Name, On, Off;
};
const Switch Switches[] = {
    {"NoConfig", "--no-config", ""},
    {"Pedantic", "--pedantic", "--no-pedantic"},
    {"ClosedWorld", "--closed-world", "--open-world"},
    {"AssumeThreading", "--assume-threading=on", "--assume-threading=off"},
};

OptionsView viewOf(ClangTidyContext &Context) {
  return OptionsView("GilAudit", Context.getOptions().CheckOptions, &Context);
}

} // namespace

TidyOptions TidyOptions::read(ClangTidyContext &Context) {
  OptionsView View = viewOf(Context);
  TidyOptions Result;
  Result.FactsDir = View.get("FactsDir", "").str();
  for (const TextOption &O : Texts) {
    StringRef Value = View.get(O.Name, "");
    llvm::SmallVector<StringRef, 4> Items = {Value};
    if (O.List) {
      Items.clear();
      Value.split(Items, ';');
    }
    for (StringRef Item : Items)
      if (!Item.trim().empty())
        Result.Args.push_back((O.Option + Item.trim()).str());
  }
  for (const Switch &S : Switches) {
    if (View.get(S.Name, "").empty())
      continue;
    StringRef Option = View.get(S.Name, false) ? S.On : S.Off;
    if (!Option.empty())
      Result.Args.push_back(Option.str());
  }
  return Result;
}

void TidyOptions::store(ClangTidyContext &Context,
                        clang::tidy::ClangTidyOptions::OptionMap &Out) {
  OptionsView View = viewOf(Context);
  View.store(Out, "FactsDir", View.get("FactsDir", ""));
  for (const TextOption &O : Texts)
    View.store(Out, O.Name, View.get(O.Name, ""));
  for (const Switch &S : Switches)
    View.store(Out, S.Name, View.get(S.Name, ""));
}
