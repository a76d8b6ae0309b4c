//===- Gate.h - What of a report counts -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_GATE_H
#define GIL_AUDIT_LIB_DRIVER_GATE_H

#include "Change/Change.h"
#include "gil-audit/Baseline.h"
#include "gil-audit/Program.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>

namespace gilaudit {

/// Patterns, and the text that they refer to.
struct PathGlobs {
  std::shared_ptr<const std::vector<std::string>> Text;
  std::vector<llvm::GlobPattern> Patterns;
};

/// The options that say which findings count: severities, path filters, the
/// baseline and the change; the last two are read once.
class Gate {
public:
  /// \p Analysis has its Root. Fails where a glob, the baseline or the change
  /// is wrong.
  static llvm::Expected<Gate> load(const DriverOptions &O,
                                   const AnalysisOptions &Analysis);

  /// Whether the path filters let findings in \p File pass.
  bool shows(llvm::StringRef File) const;

  /// Compares \p R, of \p P, with the baseline and the change; all findings
  /// stay.
  void compare(Report &R, const Program &P) const;

  /// Likewise of \p R, which was made from what \p Before is about with fixes
  /// in place.
  void compareAgain(Report &R, const Report &Before) const;

  /// Takes out what the path filters do not show, sets severities, compares.
  /// \p R has its Coverage.Missing.
  void judge(Report &R, const Program &P) const;

  /// Likewise for what is left once the fixes of \p Found are in place.
  void judgeLeft(Report &R, const Report &Found) const;

  /// The change that is asked about; null: none.
  const Change *change() const { return Changed ? &*Changed : nullptr; }

private:
  void filter(Report &R) const;
  void compareWithKnown(Report &R) const;
  llvm::Error loadBaseline(const DriverOptions &O);
  bool lookedFor(const BaselineEntry &E, bool AllAudited) const;

  AnalysisOptions Analysis;
  std::map<std::string, std::string> Severities;
  PathGlobs Include, Exclude;
  std::vector<std::string> Scope; ///< What is audited; empty: everything.
  std::string BaselineFile;       ///< Empty: none.
  Baseline Known;
  std::optional<Change> Changed;
};

/// --write-baseline and --prune-baseline. Afterwards what was written is known.
llvm::Error writeBaselines(Report &R, const DriverOptions &O);

} // namespace gilaudit

#endif
