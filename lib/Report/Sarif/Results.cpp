//===- Results.cpp - Findings in a SARIF log ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Log.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

namespace {

/// More links than these make a message that nobody reads; the code flow has
/// all steps.
constexpr size_t MaxLinks = 8;

/// What to call a step that the message links to; empty: it does not.
StringRef linkText(StringRef Role) {
  return llvm::StringSwitch<StringRef>(Role)
      .Case("entry", "the entry")
      .Case("registration", "the registration")
      .Case("operation", "the operation")
      .Case("guard", "the guard")
      .Case("lock", "the lock")
      .Case("exit", "the exit")
      .Default("");
}

/// In front of links, brackets that are none have to be escaped.
std::string withoutLinks(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '[' || C == ']' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out;
}

bool samePlace(const Place &A, const Place &B) {
  return A.File == B.File && A.Line == B.Line && A.Column == B.Column;
}

StringRef baselineState(BaselineState S) {
  switch (S) {
  case BaselineState::None:
    return "";
  case BaselineState::New:
    return "new";
  case BaselineState::Unchanged:
    return "unchanged";
  }
  return "";
}

Json suppression(const Suppression &S, Places &Where) {
  Json J = {{"kind", "inSource"}};
  if (!S.Justification.empty())
    J["justification"] = S.Justification;
  if (!S.Where.File.empty())
    J["location"] = {{"physicalLocation", Where.physical(S.Where)}};
  Json All = Json::array();
  All.push_back(J);
  return All;
}

} // namespace

Results::Results(const Report &R, Places &Where, const Json &Rules)
    : Where(Where), Offered(R) {
  for (const Json &Rule : Rules)
    RuleIndex.emplace(*Rule["id"].get_ptr<const std::string *>(),
                      RuleIndex.size());
}

void Results::tell(const Finding &F, Json &J) {
  Json Related = Json::array();
  std::vector<const WitnessStep *> Linked;
  std::vector<std::string> Links;
  for (const WitnessStep &S : F.Witness) {
    StringRef Text = linkText(S.Role);
    if (Text.empty() || S.Where.File.empty() || samePlace(S.Where, F.Where) ||
        Linked.size() == MaxLinks ||
        llvm::any_of(Linked, [&](const WitnessStep *Other) {
          return samePlace(Other->Where, S.Where);
        }))
      continue;
    Linked.push_back(&S);
    Links.push_back(
        ("[" + Text + "](" + llvm::Twine(Linked.size()) + ")").str());
    Related.push_back(Json{{"id", Linked.size()},
                           {"physicalLocation", Where.physical(S.Where)},
                           {"message", message(S.Message)}});
  }
  std::string Text = withoutLinks(F.Message);
  if (!StringRef(Text).ends_with("."))
    Text += ".";
  if (!Links.empty())
    Text += " See " + llvm::join(Links, ", ") + ".";
  J["message"] = message(Text);
  if (!Related.empty())
    J["relatedLocations"] = std::move(Related);
}

Json Results::properties(const Finding &F) const {
  Json J = {{"basis", F.Assumed ? "assumed" : "registered"}};
  if (!F.Group.empty())
    J["group"] = F.Group;
  if (!F.Api.empty())
    J["api"] = F.Api;
  if (!F.Kind.empty())
    J["kind"] = F.Kind;
  Json Notes = Json::array();
  for (const WitnessStep &S : F.Witness)
    if (S.Where.File.empty() && linkText(S.Role).empty() && S.Role != "model")
      Notes.push_back(S.Message);
  if (!Notes.empty())
    J["notes"] = std::move(Notes);
  if (!F.Closure.empty())
    J["closure"] = F.Closure;
  std::string Obstacle = Offered.obstacle(F);
  if (!F.NoFixReason.empty())
    J["noFixReason"] = F.NoFixReason;
  else if (!Obstacle.empty())
    J["noFixReason"] = Obstacle;
  return J;
}

Json Results::result(const Finding &F) {
  Json J = {{"ruleId", F.Rule}};
  if (auto It = RuleIndex.find(F.Rule); It != RuleIndex.end())
    J["ruleIndex"] = It->second;
  J["level"] = F.Severity;
  tell(F, J);
  Json Location = {{"physicalLocation", Where.physicalWithText(F.Where)}};
  if (!F.Function.empty()) {
    Location["logicalLocations"] = Json::array();
    Location["logicalLocations"].push_back(
        Json{{"fullyQualifiedName", F.Function}, {"kind", "function"}});
  }
  J["locations"] = Json::array();
  J["locations"].push_back(Location);
  if (Json Flows = codeFlows(F, Where); !Flows.is_null())
    J["codeFlows"] = std::move(Flows);
  if (!F.Fingerprint.empty())
    J["partialFingerprints"] = {{"gilAudit/v1", F.Fingerprint}};
  if (StringRef State = baselineState(F.BaselineState); !State.empty())
    J["baselineState"] = State.str();
  if (F.Suppression)
    J["suppressions"] = suppression(*F.Suppression, Where);
  if (Json Fix = Offered.offer(F, Where); !Fix.is_null())
    J["fixes"] = std::move(Fix);
  J["properties"] = properties(F);
  return J;
}
