//===- Gate.h - What of a report counts -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_GATE_H
#define GIL_AUDIT_LIB_DRIVER_GATE_H

#include "Options.h"
#include "gil-audit/Baseline.h"
#include "gil-audit/Program.h"
#include "llvm/Support/GlobPattern.h"

namespace gilaudit {

/// The options that say which findings count: severities, path filters and the
/// baseline, which is read once.
class Gate {
public:
  /// \p Analysis has its Root. Fails where a glob or the baseline is wrong.
  static llvm::Expected<Gate> load(const DriverOptions &O,
                                   const AnalysisOptions &Analysis);

  /// Whether the path filters let findings in \p File pass.
  bool shows(llvm::StringRef File) const;

  /// Compares \p R with the baseline; all findings stay.
  void compare(Report &R) const;

  /// Takes out what the path filters do not show, sets severities, compares.
  /// \p R has its Coverage.Missing.
  void judge(Report &R) const;

private:
  llvm::Error loadBaseline(const DriverOptions &O);
  bool lookedFor(const BaselineEntry &E, bool AllAudited) const;

  AnalysisOptions Analysis;
  std::map<std::string, std::string> Severities;
  std::vector<llvm::GlobPattern> Include, Exclude;
  std::vector<std::string> Scope; ///< What is audited; empty: everything.
  std::string BaselineFile;       ///< Empty: none.
  Baseline Known;
};

/// --write-baseline and --prune-baseline. Afterwards what was written is known.
llvm::Error writeBaselines(Report &R, const DriverOptions &O);

} // namespace gilaudit

#endif
