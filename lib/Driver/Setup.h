//===- Setup.h - Options checked against models and rules -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_SETUP_H
#define GIL_AUDIT_LIB_DRIVER_SETUP_H

#include "Options.h"
#include "gil-audit/Model.h"
#include "gil-audit/Program.h"

namespace gilaudit {

/// The built-in models and those of --model, in order.
llvm::Expected<ModelSet> loadModels(const DriverOptions &Options);

/// What the options say about the analysis. Names of rules, kinds and APIs that
/// do not exist are errors that suggest the nearest. Root is left empty.
llvm::Expected<AnalysisOptions> analysisOptions(const DriverOptions &Options,
                                                const ModelSet &Models);

} // namespace gilaudit

#endif
