//===- Harness.h - Facts in, findings out -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_RULES_HARNESS_H
#define GIL_AUDIT_TEST_UNIT_RULES_HARNESS_H

#include "../Program/Build.h"
#include "gil-audit/Rule.h"
#include <set>

namespace gilaudit::test {

inline AnalysisOptions closedWorld() {
  AnalysisOptions Options;
  Options.ClosedWorld = true;
  Options.Root = "/src";
  return Options;
}

inline Report audit(std::initializer_list<Unit> Units,
                    AnalysisOptions Options = closedWorld(),
                    const char *Model = ToyModel) {
  static const ModelSet Toy = models();
  if (Model != ToyModel)
    return analyze(take(Units), models(Model), Options);
  return analyze(take(Units), Toy, Options);
}

/// "rule file:line" of every finding, in the order of the report.
inline std::vector<std::string> places(const Report &R) {
  std::vector<std::string> Out;
  for (const Finding &F : R.Findings)
    Out.push_back(F.Rule + " " + F.Where.File + ":" +
                  std::to_string(F.Where.Line));
  return Out;
}

inline std::vector<std::string>
findings(std::initializer_list<Unit> Units,
         AnalysisOptions Options = closedWorld()) {
  return places(audit(Units, std::move(Options)));
}

/// "role:line" of each step; line 0: no place.
inline std::vector<std::string> steps(const Finding &F) {
  std::vector<std::string> Out;
  for (const WitnessStep &S : F.Witness)
    Out.push_back(S.Role + ":" + std::to_string(S.Where.Line));
  return Out;
}

inline std::set<std::string> roles(const Finding &F) {
  std::set<std::string> Out;
  for (const WitnessStep &S : F.Witness)
    Out.insert(S.Role);
  return Out;
}

/// Adds a rule callback that acquires in time, registered in line 103.
inline void addGoodRule(Unit &U) {
  U.fn("goodRule", 100).acquire(101).op(102).end();
  U.fn("addGood", 103).api("toyAddRule", 104, {fnArg(0, "goodRule")});
  U.def("addGood", 105);
}

/// Likewise a handler that acquires in time.
inline void addGoodHandler(Unit &U) {
  U.fn("goodHandler", 110).acquire(111).op(112).end();
  U.fn("attachGood", 113)
      .release(114)
      .api("toyAttach", 115, {fnArg(0, "goodHandler")})
      .end();
  U.def("attachGood", 116);
}

} // namespace gilaudit::test

#endif
