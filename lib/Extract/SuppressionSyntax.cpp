//===- SuppressionSyntax.cpp - What comments say to gil-audit -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SuppressionSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral Address = "gil-audit:";
constexpr llvm::StringLiteral Prefix = "gil-audit-";

/// What is left of the line, without the end of a block comment.
StringRef restOfLine(StringRef Text) {
  StringRef Line = Text.take_front(Text.find('\n'));
  return Line.take_front(Line.find("*/")).trim();
}

/// Takes "(a, b)" off \p Text; false if there is none that is closed.
bool takeList(StringRef &Text, std::vector<StringRef> &Items) {
  Text = Text.ltrim(" \t");
  if (!Text.consume_front("("))
    return false;
  size_t End = Text.find(')');
  if (End == StringRef::npos)
    return false;
  for (StringRef Item : llvm::split(Text.take_front(End), ','))
    if (!Item.trim().empty())
      Items.push_back(Item.trim());
  Text = Text.drop_front(End + 1);
  return true;
}

/// Nothing but slashes, stars and spaces before it in its line: it is addressed
/// to us, not prose about us.
bool beginsLine(StringRef Before) {
  size_t LineStart = Before.rfind('\n') + 1; // npos + 1 == 0
  return Before.drop_front(LineStart).find_first_not_of("/*! \t") ==
         StringRef::npos;
}

SuppressionWords allowance(StringRef Rest) {
  SuppressionWords W;
  W.Kind = "allow";
  std::vector<StringRef> Rules;
  StringRef Word = Rest.ltrim(" \t");
  if (!Word.consume_front("allow") || !takeList(Word, Rules) || Rules.empty()) {
    W.Problem = "want 'gil-audit: allow(RULE) -- reason'";
    return W;
  }
  for (StringRef Rule : Rules) {
    Rule.consume_front(Prefix);
    W.Rules.push_back(Rule.str());
  }
  StringRef Reason = restOfLine(Word);
  if (Reason.consume_front("--"))
    W.Reason = Reason.trim().str();
  else if (!Reason.empty())
    W.Problem = "want '-- reason' behind 'allow(...)'";
  return W;
}

void findAllowances(StringRef Comment, std::vector<SuppressionWords> &Out) {
  for (size_t At = Comment.find(Address); At != StringRef::npos;
       At = Comment.find(Address, At + 1)) {
    StringRef Rest = Comment.drop_front(At + Address.size());
    if (!beginsLine(Comment.take_front(At)) &&
        !Rest.ltrim(" \t").starts_with("allow("))
      continue;
    Out.push_back(allowance(Rest));
    Out.back().Offset = At;
  }
}

/// The word at \p Text, which starts with "NOLINT"; empty: another word.
StringRef lintWord(StringRef Text) {
  StringRef Word = Text.take_while(llvm::isAlnum);
  return llvm::is_contained(
             {"NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN", "NOLINTEND"}, Word)
             ? Word
             : StringRef();
}

void findLintMarks(StringRef Comment, std::vector<SuppressionWords> &Out) {
  for (size_t At = Comment.find("NOLINT"); At != StringRef::npos;
       At = Comment.find("NOLINT", At + 1)) {
    StringRef Rest = Comment.drop_front(At);
    StringRef Kind = lintWord(Rest);
    if (Kind.empty() || (At && llvm::isAlnum(Comment[At - 1])))
      continue;
    Rest = Rest.drop_front(Kind.size());
    std::vector<StringRef> Checks;
    SuppressionWords W;
    if (!takeList(Rest, Checks))
      continue;
    for (StringRef Check : Checks)
      if (Check.consume_front(Prefix))
        W.Rules.push_back(Check.str());
    if (W.Rules.empty())
      continue;
    W.Kind = Kind.str();
    W.Reason = restOfLine(Rest).ltrim(":- \t").str();
    W.Offset = At;
    Out.push_back(std::move(W));
  }
}

} // namespace

bool gilaudit::mayBeSuppression(StringRef Comment) {
  return Comment.contains(Address) ||
         (Comment.contains("NOLINT") && Comment.contains(Prefix));
}

std::vector<SuppressionWords> gilaudit::suppressionsIn(StringRef Comment) {
  std::vector<SuppressionWords> All;
  findAllowances(Comment, All);
  findLintMarks(Comment, All);
  llvm::stable_sort(
      All, [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
  return All;
}
