//===- FixSummary.cpp - What the fixes come to ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// "gil-held-across-wait 3 of 4, ..."
std::string byRule(const Report &R) {
  std::map<StringRef, std::pair<unsigned, unsigned>> Rules;
  for (const Finding &F : R.Findings) {
    if (!F.counts())
      continue;
    auto &[Fixed, All] = Rules[F.Rule];
    Fixed += !F.Closure.empty();
    ++All;
  }
  std::vector<std::string> Parts;
  for (const auto &[Rule, N] : Rules)
    Parts.push_back(Rule.str() + " " + std::to_string(N.first) + " of " +
                    std::to_string(N.second));
  return llvm::join(Parts, ", ");
}

/// How often the new guards run, as the rules say in their last step:
/// "acquiring the GIL in 'f' costs once per operation".
std::string costs(const Report &R, StringRef Verb) {
  std::set<std::string> Costs;
  for (const Finding &F : R.Findings)
    if (!F.Closure.empty())
      for (const WitnessStep &S : F.Witness) {
        auto [What, Cost] = StringRef(S.Message).split(" costs ");
        if (S.Role == "cost" && What.starts_with(Verb))
          Costs.insert(Cost.split(" of ").first.str());
      }
  return Costs.empty() ? "" : " (" + llvm::join(Costs, ", ") + ")";
}

std::string guards(const Report &R) {
  unsigned Releases = 0, Acquires = 0, CallGuards = 0, Moved = 0;
  for (const FixClosure &C : R.Closures)
    if (C.Refused.empty()) {
      Releases += C.Releases;
      Acquires += C.Acquires;
      CallGuards += C.CallGuards;
      Moved += C.Moved;
    }
  std::vector<std::string> Parts;
  if (Releases)
    Parts.push_back(counted(Releases, "release") + costs(R, "releasing"));
  if (Acquires)
    Parts.push_back(counted(Acquires, "acquire") + costs(R, "acquiring"));
  if (CallGuards)
    Parts.push_back(counted(CallGuards, "call guard") + " (once per call)");
  if (Moved)
    Parts.push_back(counted(Moved, "guard") + " moved");
  return llvm::join(Parts, ", ");
}

} // namespace

std::string gilaudit::fixSummary(const Report &R) {
  size_t All =
      llvm::count_if(R.Findings, [](const Finding &F) { return F.counts(); });
  if (!R.FixesPlanned || !All)
    return "";
  size_t Fixed = llvm::count_if(R.Findings, [](const Finding &F) {
    return F.counts() && !F.Closure.empty();
  });
  size_t Closures = llvm::count_if(
      R.Closures, [](const FixClosure &C) { return C.Refused.empty(); });
  std::string Text = "fixes: " + std::to_string(Fixed) + " of " +
                     counted(All, "finding") + " in " +
                     counted(Closures, "closure") + ": " + byRule(R) + "\n";
  std::string Guards = guards(R);
  return Guards.empty() ? Text : Text + "fixes: " + Guards + "\n";
}
