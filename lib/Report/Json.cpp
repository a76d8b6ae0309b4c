//===- Json.cpp - Reports for programs ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include <nlohmann/json.hpp>

using namespace gilaudit;
// Keys stay in the order in which they are written here.
using Json = nlohmann::ordered_json;

namespace {

/// A list of what \p Convert makes of each element; [] where there is none.
template <class T, class F>
Json listOf(const std::vector<T> &Items, F Convert) {
  Json List = Json::array();
  for (const T &Item : Items)
    List.push_back(Convert(Item));
  return List;
}

Json stepJson(const WitnessStep &S) {
  Json J = {{"role", S.Role},
            {"file", S.Where.File},
            {"line", S.Where.Line},
            {"column", S.Where.Column},
            {"message", S.Message}};
  if (S.OtherThread)
    J["other_thread"] = true;
  return J;
}

Json editJson(const FixEdit &E) {
  return Json{{"file", E.File},
              {"offset", E.Offset},
              {"length", E.Length},
              {"text", E.Text}};
}

Json fixesJson(const Finding &F) {
  return Json{{"closure", F.Closure},
              {"edits", listOf(F.Fixes, editJson)},
              {"diff", F.FixDiff}};
}

Json closureJson(const FixClosure &C) {
  Json J = {{"id", C.Id},
            {"findings", C.Fingerprints},
            {"releases", C.Releases},
            {"acquires", C.Acquires},
            {"call_guards", C.CallGuards},
            {"moved", C.Moved}};
  if (C.Refused.empty())
    J["diff"] = C.Diff;
  else
    J["refused"] = C.Refused;
  return J;
}

Json suppressionJson(const Suppression &S) {
  return Json{{"kind", S.Kind},
              {"reason", S.Justification},
              {"file", S.Where.File},
              {"line", S.Where.Line}};
}

Json entryJson(const BaselineEntry &E) {
  return Json{{"rule", E.Rule},
              {"file", E.File},
              {"function", E.Function},
              {"message", E.Message},
              {"fingerprint", E.Fingerprint}};
}

Json baselineJson(const BaselineComparison &B) {
  return Json{{"file", B.File},
              {"in_other_files", B.Moved},
              {"fixed", listOf(B.Fixed, entryJson)},
              {"not_looked_for", listOf(B.NotLooked, entryJson)}};
}

Json changeJson(const Report &R) {
  const ChangeNote &C = *R.Change;
  Json J;
  J[C.Since.empty() ? "diff" : "since"] = C.Since.empty() ? C.Diff : C.Since;
  J["files"] = C.Files;
  J["translation_units"] = C.TranslationUnits;
  J["not_found"] = C.NotFound;
  return J;
}

Json findingJson(const Finding &F, bool OfChange) {
  Json J;
  J["rule"] = F.Rule;
  J["severity"] = F.Severity;
  J["file"] = F.Where.File;
  J["line"] = F.Where.Line;
  J["column"] = F.Where.Column;
  J["function"] = F.Function;
  J["message"] = F.Message;
  if (!F.Api.empty())
    J["api"] = F.Api;
  if (!F.Kind.empty())
    J["kind"] = F.Kind;
  J["fingerprint"] = F.Fingerprint;
  J["group"] = F.Group;
  J["basis"] = F.Assumed ? "assumed" : "registered";
  if (F.BaselineState != BaselineState::None)
    J["baseline"] = F.BaselineState == BaselineState::New ? "new" : "unchanged";
  if (OfChange)
    J["in_change"] = !F.OutsideChange;
  if (F.Suppression)
    J["suppressed"] = suppressionJson(*F.Suppression);
  J["witness"] = listOf(F.Witness, stepJson);
  if (!F.Closure.empty())
    J["fixes"] = fixesJson(F);
  else if (!F.NoFixReason.empty())
    J["no_fix_reason"] = F.NoFixReason;
  return J;
}

Json groupJson(const Group &G) {
  return Json{{"id", G.Id}, {"story", G.Story}};
}

Json callbackJson(const CallbackRow &R) {
  return Json{{"file", R.Where.File},   {"line", R.Where.Line},
              {"kind", R.Kind},         {"api", R.Api},
              {"acquires", R.Acquires}, {"verdict", R.Verdict}};
}

Json bindingJson(const BindingRow &R) {
  return Json{{"file", R.Where.File}, {"line", R.Where.Line},
              {"name", R.Name},       {"form", R.Form},
              {"reaches", R.Reaches}, {"verdict", R.Verdict}};
}

Json callJson(const CallRow &R) {
  return Json{{"file", R.Where.File},
              {"line", R.Where.Line},
              {"api", R.Api},
              {"state", R.State},
              {"verdict", R.Verdict}};
}

Json cellJson(const MatrixCell &C) {
  return Json{{"kind", C.Kind},       {"state", C.State},
              {"why", C.Why},         {"file", C.Where.File},
              {"line", C.Where.Line}, {"findings", C.Findings}};
}

Json matrixJson(const MatrixRow &R) {
  return Json{{"file", R.Where.File},
              {"line", R.Where.Line},
              {"name", R.Name},
              {"form", R.Form},
              {"cells", listOf(R.Cells, cellJson)}};
}

Json inventoryJson(const Inventory &I) {
  Json J;
  J["callbacks"] = listOf(I.Callbacks, callbackJson);
  J["bindings"] = listOf(I.Bindings, bindingJson);
  J["calls"] = listOf(I.Calls, callJson);
  J["matrix"] = listOf(I.Matrix, matrixJson);
  return J;
}

Json coverageJson(const Coverage &C) {
  Json J;
  J["translation_units"] = C.TranslationUnits;
  J["not_audited"] = listOf(C.Missing, [](const NotAudited &N) {
    return Json{{"file", N.File}, {"error", N.Error}};
  });
  J["unresolved"] = listOf(C.Unresolved, [](const UnresolvedRow &U) {
    return Json{
        {"file", U.Where.File}, {"line", U.Where.Line}, {"what", U.What}};
  });
  return J;
}

} // namespace

void gilaudit::printJson(const Report &R, llvm::raw_ostream &OS) {
  Json J;
  J["schema"] = "gil-audit/1";
  J["findings"] = listOf(R.Findings, [&](const Finding &F) {
    return findingJson(F, R.Change.has_value());
  });
  J["groups"] = listOf(R.Groups, groupJson);
  if (R.Baseline)
    J["baseline"] = baselineJson(*R.Baseline);
  if (R.Change)
    J["change"] = changeJson(R);
  if (R.FixesPlanned)
    J["closures"] = listOf(R.Closures, closureJson);
  J["inventory"] = inventoryJson(R.Inventory);
  J["coverage"] = coverageJson(R.Coverage);
  // Names in the source need not be UTF-8; JSON has to be.
  OS << J.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}
