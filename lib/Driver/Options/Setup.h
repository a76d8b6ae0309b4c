//===- Setup.h - Options checked against what there is ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_SETUP_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_SETUP_H

#include "Options.h"
#include "gil-audit/Fix.h"
#include "gil-audit/Model.h"
#include "gil-audit/Program.h"

namespace gilaudit {

/// The built-in models and those of --model, in order.
llvm::Expected<ModelSet> loadModels(const DriverOptions &Options);

/// The model in \p File, which may use the kinds of \p Known.
llvm::Expected<ApiModel> loadModel(const std::string &File,
                                   const ModelSet &Known);

/// What the options say about the analysis. Names of rules, kinds and APIs that
/// do not exist are errors that suggest the nearest. Root is left empty.
llvm::Expected<AnalysisOptions> analysisOptions(const DriverOptions &Options,
                                                const ModelSet &Models);

/// What the options say about fixes. Rules that are off and files that are not
/// named ask for none. Unknown rules and files are errors.
llvm::Expected<FixOptions> fixOptions(const DriverOptions &Options,
                                      const AnalysisOptions &Analysis);

/// Clang's resource folder: \p Given, or the one found at configure time. Fails
/// if it has no include/stddef.h.
llvm::Expected<std::string> findResourceDir(llvm::StringRef Given);

/// Workers at a time: \p Given; 0: one a core, fewer where memory is short.
unsigned jobsFor(unsigned Given);

} // namespace gilaudit

#endif
