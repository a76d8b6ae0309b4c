//===- Audit.h - From options to a report -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_AUDIT_H
#define GIL_AUDIT_LIB_DRIVER_AUDIT_H

#include "Units/CompileUnits.h"
#include "Units/Extraction.h"
#include "Gate.h"
#include "gil-audit/Finding.h"
#include "gil-audit/Model.h"
#include "gil-audit/Program.h"

namespace gilaudit {

/// What the options name: models, units, and how to extract them.
struct AuditInput {
  ModelSet Models;
  std::vector<CompileUnit> Units; ///< Never empty.
  ExtractionOptions Options;      ///< Options.Extract.Root is the project root.
};

llvm::Expected<AuditInput> prepareInput(const DriverOptions &O);

/// All that is needed to judge, and to judge again.
struct AuditFacts {
  AuditInput Input;
  AnalysisOptions Options;
  Gate TheGate;
  ExtractionResult Extracted;
};

/// Extracts the units that \p O names. Fails where the call is wrong, and after
/// an interrupt (wasInterrupted()).
llvm::Expected<AuditFacts> extractInput(const DriverOptions &O);

/// How many of the units read a file of the change, before their facts are
/// gone. Says on standard error where the facts came from. 0: no change was
/// asked about.
unsigned readersOfChange(const AuditFacts &All, const DriverOptions &O);
void noteReaders(Report &R, unsigned Readers);

/// Puts the units that were not audited into \p R.
void addMissing(Report &R, llvm::ArrayRef<NotAudited> Missing);

/// Extracts and judges the units that \p O names, and their findings by Gate.
/// Units that cannot be extracted are in Coverage.Missing. Fails where the call
/// is wrong, and after an interrupt (wasInterrupted()).
llvm::Expected<Report> auditUnits(const DriverOptions &O);

/// Judges the facts files \p O.Inputs. One that cannot be read is an error: it
/// would take its callbacks out of the picture.
llvm::Expected<Report> auditFacts(const DriverOptions &O);

} // namespace gilaudit

#endif
