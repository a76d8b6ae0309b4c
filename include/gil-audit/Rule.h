//===- Rule.h - From a solved program to findings ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is one .cpp in lib/Rules without a header; it registers itself.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_RULE_H
#define GIL_AUDIT_RULE_H

#include "gil-audit/Finding.h"
#include "gil-audit/Program.h"
#include "gil-audit/RuleInfo.h"
#include "gil-audit/Solution.h"
#include <memory>
#include <vector>

namespace gilaudit {

/// A finding before places, names and fingerprints are filled in.
struct RawFinding {
  Finding Result; ///< Message, Api, Kind, Group, Assumed, Witness; Severity
                  ///< only where it differs from the rule's.
  Loc Where;
  int Function = -1;   ///< Index in the program, or -1 (a binding).
  std::string Subject; ///< Function < 0: what stands for it in the fingerprint.
  std::string Sink;    ///< What is called or done there; for the fingerprint.
};

/// Takes the findings of a rule. Of several at one place the first stays.
class Sink {
public:
  virtual ~Sink() = default;
  virtual void report(RawFinding Finding) = 0;
  /// Something that could not be decided and has to be counted.
  virtual void unresolved(Loc Where, std::string What) = 0;
};

class Rule {
public:
  virtual ~Rule() = default;
  virtual const RuleInfo &info() const = 0;
  /// Stateless; reports in any order.
  virtual void run(const Solution &S, Sink &Out) const = 0;
};

/// All rules, sorted by name.
std::vector<const Rule *> allRules();

/// Registers a rule: `static RegisterRule<MyRule> X;` at namespace scope.
void registerRule(std::unique_ptr<Rule> R);
template <typename T> struct RegisterRule {
  RegisterRule() { registerRule(std::make_unique<T>()); }
};

/// Links \p Facts, solves, runs the rules that are enabled and makes the
/// inventory. The driver adds Coverage.Missing. Same facts in any order, same
/// report.
Report analyze(std::vector<TUFacts> Facts, const ModelSet &Models,
               const AnalysisOptions &Options);

/// Likewise, of what is linked; \p Options are those that it was linked with.
Report analyze(const Program &P, const AnalysisOptions &Options);

/// A report and what it was made from, for those who plan fixes on it. Never
/// null; on the heap, since Solved refers to Linked (and Linked to the models, which
/// must outlive it).
struct Analysis {
  std::unique_ptr<Program> Linked;
  std::unique_ptr<Solution> Solved;
  std::unique_ptr<Report> Result;
};

/// Likewise, but keeps everything.
Analysis analyzeWhole(std::vector<TUFacts> Facts, const ModelSet &Models,
                      const AnalysisOptions &Options);

} // namespace gilaudit

#endif
