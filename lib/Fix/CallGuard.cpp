//===- CallGuard.cpp - Releases at the binding ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Placement.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

/// Some function of the program calls \p F, or it is a callback.
static bool isCalled(const Program &P, FunctionIndex F) {
  if (llvm::is_contained(P.CalleeTable, F))
    return true;
  for (const ApiCall &Call : P.ApiCalls)
    for (const CallbackArg &Arg : Call.Callbacks)
      if (llvm::is_contained(Arg.Functions, F))
        return true;
  return false;
}

int gilaudit::callGuardBinding(const PlacementContext &C, FunctionIndex F) {
  const Program &P = C.P;
  int Found = -1;
  for (auto [Index, B] : llvm::enumerate(P.Bindings)) {
    if (!llvm::is_contained(B.Targets, F))
      continue;
    if (Found >= 0 || B.Targets.size() != 1 || !B.Fact.Call.isValid() ||
        B.Fact.Entry != GilState::Held)
      return -1;
    Found = static_cast<int>(Index);
  }
  if (Found < 0 || !C.Options.Condition.empty() || C.Options.Comments)
    return -1;
  unsigned File = P.Bindings[Found].Fact.Call.File;
  bool Habit = llvm::any_of(P.Bindings, [&](const Binding &B) {
    return B.Fact.GuardWhere.isValid() && B.Fact.GuardWhere.File == File;
  });
  Body B(P, F);
  for (unsigned E = 0; E != P.function(F).Events.size(); ++E)
    if (B.needsGil(E))
      return -1;
  return Habit && !isCalled(P, F) ? Found : -1;
}

Placement gilaudit::placeCallGuard(const PlacementContext &C, unsigned B) {
  Placement Out;
  const BindingFact &Fact = C.P.Bindings[B].Fact;
  if (!Fact.Call.isValid())
    Out.Refused = "the binding is in a macro expansion, or no call";
  else if (!C.Options.Condition.empty())
    Out.Refused = "a call guard cannot ask for the condition";
  else if (Fact.GuardNamespace.empty())
    Out.Refused = "no guard class of a binding library is declared here";
  else
    Out.Refused = whyNoEdit(C.P, Fact.Call);
  if (!Out.Refused.empty())
    return Out;
  std::string NS = Fact.GuardNamespace.str();
  Out.Change.File = C.P.Files[Fact.Call.File];
  Out.Anchor = Fact.Call.End - 1;
  Out.Change.Edits.push_back(
      {Fact.Call.End - 1, 0,
       ", " + NS + "::call_guard<" + NS + "::gil_scoped_release>()"});
  Out.CallGuards = 1;
  return Out;
}
