//===- SuppressionSyntaxTest.cpp - Words in comments ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SuppressionSyntax.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gilaudit;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// "KIND rules reason", or "KIND ! problem".
std::vector<std::string> words(llvm::StringRef Comment) {
  std::vector<std::string> All;
  for (const SuppressionWords &W : suppressionsIn(Comment)) {
    EXPECT_TRUE(mayBeSuppression(Comment));
    All.push_back(W.Kind + (W.Problem.empty() ? " " + llvm::join(W.Rules, ",") +
                                                    " " + W.Reason
                                              : " ! " + W.Problem));
  }
  return All;
}

TEST(SuppressionSyntax, Allow) {
  EXPECT_THAT(words("// gil-audit: allow(a) -- because"),
              ElementsAre("allow a because"));
  EXPECT_THAT(words("//gil-audit:allow (a, gil-audit-b)--  x -- y "),
              ElementsAre("allow a,b x -- y"));
  EXPECT_THAT(words("/* gil-audit: allow(a-*) -- because */"),
              ElementsAre("allow a-* because"));
  EXPECT_THAT(words("/* prose\n * gil-audit: allow(a) -- one\n"
                    " * gil-audit: allow(b) -- two\n */"),
              ElementsAre("allow a one", "allow b two"));
  EXPECT_THAT(words("// why: gil-audit: allow(a)"), ElementsAre("allow a "));
}

TEST(SuppressionSyntax, AllowThatIsWrong) {
  const char *Want = "allow ! want 'gil-audit: allow(RULE) -- reason'";
  for (const char *Text :
       {"// gil-audit: allow", "// gil-audit: allow()", "// gil-audit: alow(a)",
        "// gil-audit: allow(a -- because", "// gil-audit: ignore"})
    EXPECT_THAT(words(Text), ElementsAre(Want)) << Text;
  EXPECT_THAT(words("// gil-audit: allow(a) because"),
              ElementsAre("allow ! want '-- reason' behind 'allow(...)'"));
}

TEST(SuppressionSyntax, Prose) {
  for (const char *Text :
       {"// as gil-audit: says", "// gil-audit is a tool", "// NOLINT",
        "// NOLINT(bugprone-x)", "// NOLINTX(gil-audit-a)",
        "// XNOLINT(gil-audit-a)"})
    EXPECT_THAT(words(Text), IsEmpty()) << Text;
}

TEST(SuppressionSyntax, Lint) {
  EXPECT_THAT(words("// NOLINT(x-y, gil-audit-a,gil-audit-b): because"),
              ElementsAre("NOLINT a,b because"));
  EXPECT_THAT(words("// NOLINTNEXTLINE(gil-audit-*)"),
              ElementsAre("NOLINTNEXTLINE * "));
  EXPECT_THAT(words("/* NOLINTBEGIN(gil-audit-a) */"),
              ElementsAre("NOLINTBEGIN a "));
  EXPECT_THAT(words("// NOLINTEND(gil-audit-a)"), ElementsAre("NOLINTEND a "));
}

} // namespace
