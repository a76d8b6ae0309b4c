//===- Suppress.cpp - Comments that take responsibility -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "Story.h"
#include "gil-audit/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// What comments are reported for is found here, not by run().
class CommentRule : public Rule {
public:
  explicit CommentRule(const RuleInfo &Info) : Info(Info) {}
  const RuleInfo &info() const override { return Info; }
  void run(const Solution &, Sink &) const override {}

private:
  const RuleInfo &Info;
};

const RuleInfo WrongInfo = {
    "wrong-suppression",
    "warning",
    "a comment for gil-audit that has no effect: an unknown rule, no reason, a "
    "range that is not closed",
    "Somebody meant to take responsibility for a finding, and nobody has. A "
    "reason is asked for because the next reader has to judge it again.",
    "// gil-audit: allow(gil-lock-oder)\n",
    "// gil-audit: allow(gil-lock-order) -- the context is never shared\n"};

const RuleInfo StaleInfo = {
    "stale-suppression",
    "warning",
    "a comment that suppresses nothing: there is no finding of its rules where "
    "it stands",
    "What was found there was mended, or has moved away from its comment. Left "
    "alone, the comment would hide the next fault at this place. It is not "
    "reported where rules or files are left out of the audit.",
    "// gil-audit: allow(gil-lock-order) -- the context is never shared\n"
    "int harmless();\n",
    "int harmless();\n"};

bool registerCommentRules() {
  registerRule(std::make_unique<CommentRule>(WrongInfo));
  registerRule(std::make_unique<CommentRule>(StaleInfo));
  return true;
}
const bool Registered = registerCommentRules();

/// Rules that a comment can be about.
std::vector<StringRef> suppressibleRules() {
  std::vector<StringRef> Names;
  for (const Rule *R : allRules())
    if (&R->info() != &WrongInfo && &R->info() != &StaleInfo)
      Names.push_back(R->info().Name);
  return Names;
}

std::vector<StringRef> matching(StringRef Glob,
                                const std::vector<StringRef> &Names) {
  std::vector<StringRef> Matches;
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (!Pattern) {
    llvm::consumeError(Pattern.takeError());
    return Matches;
  }
  llvm::copy_if(Names, std::back_inserter(Matches),
                [&](StringRef Name) { return Pattern->match(Name); });
  return Matches;
}

/// "NOLINT(a, b)"
std::string wordsOf(const SuppressionFact &S) {
  return S.Kind + "(" + llvm::join(S.Rules, ", ") + ")";
}

class Suppressor {
public:
  Suppressor(const Program &P, const SuppressionInput &In,
             std::vector<RawFinding> &Raw)
      : P(P), In(In), Raw(Raw), Names(suppressibleRules()) {}

  void take(const SuppressionFact &S) {
    std::string Problem = S.Problem;
    std::vector<StringRef> Rules;
    for (StringRef Glob : S.Rules) {
      std::vector<StringRef> Matches = matching(Glob, Names);
      if (Matches.empty() && Problem.empty())
        Problem = unknownRule(Glob);
      Rules.insert(Rules.end(), Matches.begin(), Matches.end());
    }
    bool NoReason = S.Problem.empty() && S.Kind == "allow" && S.Reason.empty();
    if (NoReason && !In.AllowWithoutReason)
      Problem = "no reason is given: want 'gil-audit: allow(RULE) -- reason'";
    else if (S.Problem.empty() && !Rules.empty())
      apply(S, Rules);
    if (!Problem.empty())
      report(WrongInfo, S, wordsOf(S) + " has no effect: " + Problem);
  }

  std::vector<CommentFinding> Reported;

private:
  std::string unknownRule(StringRef Name) const {
    std::string Best = nearestName(Name, Names);
    return "unknown rule " + quoted(Name) +
           (Best.empty() ? "" : "; did you mean " + quoted(Best) + "?");
  }

  static bool covers(const SuppressionFact &S, const Loc &Where) {
    return llvm::any_of(S.Covers, [&](const LineRange &R) {
      return R.File == Where.File && R.First <= Where.Line &&
             Where.Line <= R.Last;
    });
  }

  void apply(const SuppressionFact &S, llvm::ArrayRef<StringRef> Rules) {
    std::vector<StringRef> Used;
    for (RawFinding &F : Raw) {
      if (!llvm::is_contained(Rules, F.Result.Rule) || !covers(S, F.Where))
        continue;
      Used.push_back(F.Result.Rule);
      if (!F.Result.Suppression)
        F.Result.Suppression =
            Suppression{S.Kind, S.Reason, placeOf(P, S.Where)};
    }
    // Of a glob one rule has to be there.
    std::vector<std::string> Stale;
    for (StringRef Glob : S.Rules) {
      std::vector<StringRef> Meant = matching(Glob, Names);
      bool Ran = llvm::any_of(Meant, In.RuleRuns);
      bool Found = llvm::any_of(
          Meant, [&](StringRef R) { return llvm::is_contained(Used, R); });
      if (Ran && !Found)
        Stale.push_back(quoted(Glob));
    }
    if (!Stale.empty() && !In.Partial)
      report(StaleInfo, S,
             "there is no finding of " + llvm::join(Stale, ", ") +
                 " here for " + wordsOf(S) + " to suppress");
  }

  void report(const RuleInfo &Info, const SuppressionFact &S,
              std::string Message) {
    RawFinding F;
    F.Where = S.Where;
    F.Subject = F.Sink = wordsOf(S);
    F.Result.Message = std::move(Message);
    F.Result.Group = Info.Name.str();
    Reported.push_back({&Info, std::move(F)});
  }

  const Program &P;
  const SuppressionInput &In;
  std::vector<RawFinding> &Raw;
  std::vector<StringRef> Names;
};

} // namespace

std::vector<CommentFinding> gilaudit::suppress(const Program &P,
                                               const SuppressionInput &In,
                                               std::vector<RawFinding> &Raw) {
  Suppressor S(P, In, Raw);
  for (const SuppressionFact &Comment : P.Suppressions)
    S.take(Comment);
  return std::move(S.Reported);
}
