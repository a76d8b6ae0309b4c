//===- RulePages.cpp - The rules as a page of documentation ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RulePages.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

std::string code(StringRef Title, StringRef Text) {
  if (Text.empty())
    return "";
  return "\n" + Title.str() + ":\n\n```cpp\n" + Text.trim('\n').str() +
         "\n```\n";
}

std::string page(const RuleInfo &I) {
  std::string Summary = I.Summary.str();
  Summary.front() = llvm::toUpper(Summary.front());
  std::string Text = "\n## " + I.Name.str() + "\n\n" + Summary +
                     ". Severity: " + I.Severity.str() + "; " +
                     (I.PedanticOnly ? "only with `--pedantic`" : "on") +
                     ".\n\n" + I.Why.str() + "\n";
  Text += code("Reported", I.Bad) + code("Right", I.Good);
  if (I.Name.ends_with("-suppression"))
    return Text; // A comment about a comment does not help.
  return Text + "\nTo accept one place: `// gil-audit: allow(" + I.Name.str() +
         ") -- reason` on its line or the line before "
         "([suppressions.md](suppressions.md)).\n";
}

} // namespace

std::string gilaudit::rulesPage() {
  std::string Text =
      "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
      "<!-- Made by gil-audit --generate=rules; do not edit. -->\n"
      "# Rules\n\n"
      "`gil-audit explain RULE` prints the same. Some findings of a rule have "
      "another severity than most: one that only a failing path\n"
      "leads to is a warning.\n\n";
  for (const Rule *R : allRules())
    Text += "- [" + R->info().Name.str() + "](#" + R->info().Name.str() +
            "): " + R->info().Summary.str() + "\n";
  for (const Rule *R : allRules())
    Text += page(R->info());
  return Text;
}
