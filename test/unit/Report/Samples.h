//===- Samples.h - Reports to print ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_REPORT_SAMPLES_H
#define GIL_AUDIT_TEST_UNIT_REPORT_SAMPLES_H

#include "gil-audit/Report.h"

namespace gilaudit {

/// A deadlock in a.cpp: f waits, g needs the GIL.
inline Finding deadlock(std::string File = "a.cpp", unsigned Line = 2) {
  Finding F;
  F.Rule = "gil-held-across-wait";
  F.Severity = "error";
  F.Where = {File, Line, 3};
  F.Function = "f";
  F.Message = "'run' waits with the GIL held";
  F.Api = "run";
  F.Kind = "task";
  F.Fingerprint = "1:" + File + std::to_string(Line);
  F.Group = "kind:task";
  F.Witness = {{"entry", {File, 9, 1}, "Python calls 'f'"},
               {"call", {File, Line, 3}, "'f' calls 'run'"},
               {"model", {}, "'run' waits (model: run.c: run)"},
               {"registration", {File, 8, 1}, "'g' is registered", true},
               {"operation", {"b.h", 4, 5}, "'g' needs the GIL", true},
               {"cost", {}, "once per call"}};
  return F;
}

inline Report reportOf(std::vector<Finding> Findings) {
  Report R;
  R.Root = "/repo/sub";
  R.Findings = std::move(Findings);
  R.Groups = {{"kind:task", "a worker runs tasks"}};
  R.Coverage.TranslationUnits = 2;
  return R;
}

inline ReportContext contextWith(std::string Source = "") {
  ReportContext C;
  C.Version = "1.2.3";
  C.Rules = {{"gil-held-across-wait", "error", "a wait", "It hangs.",
              "bad();\n", "good();\n", false},
             {"redundant-guard", "note", "a guard", "It costs.", "x;\n", "y;\n",
              true}};
  C.Repository = "/repo";
  if (!Source.empty())
    C.Source = [Source](llvm::StringRef) { return Source; };
  return C;
}

} // namespace gilaudit

#endif
