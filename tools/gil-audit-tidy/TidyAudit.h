//===- TidyAudit.h - The audit that all checks of a unit share --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TOOLS_TIDY_TIDYAUDIT_H
#define GIL_AUDIT_TOOLS_TIDY_TIDYAUDIT_H

#include "Fixes/FixCarriers.h"
#include "TidyOptions.h"
#include "UnitAudit.h"
#include "UnitFiles.h"
#include "gil-audit/Extract.h"
#include <memory>
#include <optional>

namespace gilaudit {

/// What is to be said about a unit.
struct UnitVerdict {
  Report Found;
  FixCarriers Fixes;
};

/// One for each unit. The checks are made, see the preprocessor and the AST one
/// after the other; the first to come does the work.
class TidyAudit {
public:
  /// The audit of the unit that \p Context is about to parse.
  static std::shared_ptr<TidyAudit> of(clang::tidy::ClangTidyContext &Context);

  explicit TidyAudit(TidyOptions Options) : Options(std::move(Options)) {}

  /// The check of this rule is on.
  void enable(llvm::StringRef Rule) { Rules.insert(Rule.str()); }
  void attach(clang::Preprocessor &PP);

  /// Null: the unit does not compile, or an option is wrong.
  const UnitVerdict *judge(clang::ASTContext &Ctx);
  /// What is wrong with the options; empty: nothing, or it was told before.
  std::string takeProblem() { return std::exchange(Problem, ""); }
  /// Once judged.
  const UnitFiles &files() const { return *Files; }

private:
  void judgeOnce(clang::ASTContext &Ctx);

  TidyOptions Options;
  std::set<std::string> Rules;
  std::optional<FactsCollector> Collector;
  std::optional<UnitFiles> Files;
  std::optional<UnitVerdict> Verdict;
  bool Judged = false;
  std::string Problem;
};

} // namespace gilaudit

#endif
