//===- Reports.h - From a report to files -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_REPORTS_H
#define GIL_AUDIT_LIB_DRIVER_REPORTS_H

#include "Options/Options.h"
#include "gil-audit/Facts.h"

namespace gilaudit {

/// Whether the report that --format is about goes to standard output.
bool toStandardOutput(const DriverOptions &O);

/// Fails where writeReports() would, as far as can be told before the work, and
/// where one file is to take two reports, or is an input: one of O.Inputs or of
/// \p Read.
llvm::Error checkOutputs(const DriverOptions &O,
                         llvm::ArrayRef<TUFacts> Read = {});

/// Writes \p R in all formats that \p O asks for: all files or none. Whatever
/// is left out because of a limit, and the summary where no text on standard
/// output has it, goes to standard error. With --fix-preview the diff takes the
/// place of the text on standard output. \p Fixits: see TextOptions.
llvm::Error
writeReports(const Report &R, const DriverOptions &O,
             std::function<std::string(const Finding &)> Fixits = nullptr);

} // namespace gilaudit

#endif
