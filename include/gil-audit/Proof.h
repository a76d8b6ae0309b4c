//===- Proof.h - Fixes tried before they are shown --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FixPlan ──applyChanges──► EditedFiles ──reparse──► TUFacts ──► Analysis
//      ▲                                                              │
//      └────── the closures that are to blame are refused ◄───────────┘
//
// A plan is text that ought to be right. Here it is tried, in memory: the units
// that read an edited file are parsed again, everything is audited again. A
// closure holds if
//   - all units still compile,
//   - its findings are gone, and there is none that was not there before,
//   - a second round of fixes would not touch it again.
// A closure that does not is refused, with the reason, and the others are
// planned and tried anew without it.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_PROOF_H
#define GIL_AUDIT_PROOF_H

#include "gil-audit/Edit.h"
#include "gil-audit/Extract.h"
#include "gil-audit/Fix.h"
#include "gil-audit/Rule.h"
#include <functional>

namespace gilaudit {

struct CompileError {
  std::string File;  ///< Absolute real path; empty: the error has no place.
  unsigned Line = 0; ///< In the edited text.
  std::string Text;  ///< As the user is to read it, with the place.
};

/// What became of one unit that was parsed again.
struct Reparsed {
  TUFacts Facts;                    ///< Empty if there are errors.
  std::vector<CompileError> Errors; ///< None: it compiles.
};

/// Parses the units of these indices into ProofInput::Facts, all bodies
/// included, as if the files had \p Texts. One result for each unit, in order.
/// Fails only where the whole undertaking has to end (no disk, Ctrl-C).
using Reparser = std::function<llvm::Expected<std::vector<Reparsed>>(
    llvm::ArrayRef<unsigned> Units, const FileTexts &Texts)>;

/// planFixes(), but in tests.
using Planner = std::function<FixPlan(const Solution &, const Report &,
                                      const FixOptions &, const FileReader &)>;

struct ProofInput {
  const Analysis &Before;
  /// Of all units as audited. TUFacts::Files names each project file that the
  /// unit read: units that read no edited file are not parsed again.
  const std::vector<TUFacts> &Facts;
  const ModelSet &Models;
  const AnalysisOptions &Options;
  Planner Plan;
  Reparser Reparse;
  /// Sets in \p After, which was made with the changes of \p Plan in place,
  /// what decides on seeds (FixOptions::Seed), as it is set in Before. Empty:
  /// nothing does.
  std::function<void(Report &After, const FixPlan &Plan)> Mark = nullptr;
};

/// Applies all changes of \p Plan. Closures that cannot be applied together are
/// for the planner to part; whichever comes second gives way: it is in
/// \p Conflicts, with the reason, and nothing is returned.
std::vector<EditedFile> applyPlan(const FixPlan &Plan, FileReader Read,
                                  std::map<unsigned, std::string> &Conflicts);

struct ProvedFixes {
  /// The closures that hold have changes; all others are refused.
  FixPlan Plan;
  std::vector<EditedFile> Files; ///< All changes applied. Empty: no fix.
  Analysis After; ///< With Files in place; null if there are none.
};

/// Plans the fixes of In.Before as \p Options say and tries them. Reads the
/// files with \p Read. Fails only where In.Reparse does.
llvm::Expected<ProvedFixes> proveFixes(const ProofInput &In, FixOptions Options,
                                       FileReader Read);

} // namespace gilaudit

#endif
