//===- Rules.cpp - What a SARIF log says about rules ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Log.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

namespace {

/// Longer ones GitHub does not take.
constexpr size_t MaxDescription = 1024;

/// "GilLockOrder" of "gil-lock-order".
std::string pascalCase(StringRef Name) {
  std::string Out;
  for (StringRef Word : llvm::split(Name, '-'))
    if (!Word.empty())
      Out += llvm::toUpper(Word.front()) + Word.drop_front().str();
  return Out;
}

/// A sentence of at most MaxDescription bytes.
std::string sentence(StringRef Text) {
  std::string Out = Text.str();
  if (!Out.empty())
    Out.front() = llvm::toUpper(Out.front());
  if (!StringRef(Out).ends_with("."))
    Out += ".";
  if (Out.size() > MaxDescription)
    Out = Out.substr(0, MaxDescription - 3) + "...";
  return Out;
}

std::string plainHelp(const RuleInfo &I) {
  return (I.Why + "\n\nReported:\n\n" + I.Bad.rtrim() + "\n\nRight:\n\n" +
          I.Good.rtrim() + "\n\nMore: gil-audit explain " + I.Name)
      .str();
}

std::string markdownHelp(const RuleInfo &I) {
  return (I.Why + "\n\nReported:\n\n```cpp\n" + I.Bad.rtrim() +
          "\n```\n\nRight:\n\n```cpp\n" + I.Good.rtrim() +
          "\n```\n\nMore: `gil-audit explain " + I.Name + "`\n")
      .str();
}

Json properties(StringRef Severity) {
  bool Error = Severity == "error", Warning = Severity == "warning";
  // No security-severity: a deadlock is not a vulnerability.
  return {{"tags", {"correctness", "concurrency", "python", "gil"}},
          {"precision", Error ? "high" : "medium"},
          {"problem.severity", Error     ? "error"
                               : Warning ? "warning"
                                         : "recommendation"}};
}

Json descriptor(const RuleInfo &I) {
  Json Default = {{"level", I.Severity.str()}};
  if (I.PedanticOnly)
    Default["enabled"] = false;
  return {{"id", I.Name.str()},
          {"name", pascalCase(I.Name)},
          {"shortDescription", message(sentence(I.Summary))},
          {"fullDescription", message(sentence(I.Why))},
          {"help", {{"text", plainHelp(I)}, {"markdown", markdownHelp(I)}}},
          {"defaultConfiguration", Default},
          {"properties", properties(I.Severity)}};
}

/// For a finding that no rule of lib/Rules made.
Json descriptorOf(const Finding &F) {
  std::string About = "Reported by gil-audit as " + F.Rule + ".";
  return {{"id", F.Rule},
          {"name", pascalCase(F.Rule)},
          {"shortDescription", message(About)},
          {"fullDescription", message(About)},
          {"help", {{"text", About}, {"markdown", About}}},
          {"defaultConfiguration", {{"level", F.Severity}}},
          {"properties", properties(F.Severity)}};
}

} // namespace

Json sarif::ruleDescriptors(const Report &R, const ReportContext &C) {
  Json All = Json::array();
  std::set<StringRef> Known;
  for (const RuleInfo &I : C.Rules) {
    All.push_back(descriptor(I));
    Known.insert(I.Name);
  }
  for (const Finding &F : R.Findings)
    if (Known.insert(F.Rule).second)
      All.push_back(descriptorOf(F));
  return All;
}
