//===- GitLab.cpp - A code quality report ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Paths.h"
#include "gil-audit/Report.h"
#include <nlohmann/json.hpp>
#include <set>

using namespace gilaudit;
using llvm::StringRef;
using Json = nlohmann::ordered_json;

namespace {

StringRef severityOf(StringRef Severity) {
  if (Severity == "error")
    return "critical";
  return Severity == "warning" ? "major" : "info";
}

class Issues {
public:
  Issues(const Report &R, const ReportContext &C)
      : R(R), Names(R.Root, C.Repository) {}

  Json all() {
    Json List = Json::array();
    for (const NotAudited &N : R.Coverage.Missing)
      List.push_back(issue("not audited: " + N.Error, "not-audited",
                           "not-audited:" + N.File, "blocker", {N.File, 1, 0}));
    for (const Finding &F : R.Findings)
      if (F.counts())
        List.push_back(issue(F.Message, "gil-audit-" + F.Rule, F.Fingerprint,
                             severityOf(F.Severity), F.Where));
    return List;
  }

private:
  Json issue(const std::string &Description, const std::string &Check,
             const std::string &Fingerprint, StringRef Severity,
             const Place &Where) {
    return Json{{"description", Description},
                {"check_name", Check},
                {"fingerprint", unique(Fingerprint)},
                {"severity", Severity.str()},
                {"location",
                 {{"path", Names.inRepository(Where.File)},
                  {"lines", {{"begin", std::max(Where.Line, 1u)}}}}}};
  }

  /// GitLab drops all but one of those that are equal.
  std::string unique(const std::string &Fingerprint) {
    std::string Name = Fingerprint;
    for (unsigned N = 2; !Used.insert(Name).second; ++N)
      Name = Fingerprint + "-" + std::to_string(N);
    return Name;
  }

  const Report &R;
  Paths Names;
  std::set<std::string> Used;
};

} // namespace

Notices gilaudit::printGitLab(const Report &R, const ReportContext &C,
                              llvm::raw_ostream &OS) {
  OS << Issues(R, C).all().dump(2, ' ', false, Json::error_handler_t::replace)
     << '\n';
  return {};
}
