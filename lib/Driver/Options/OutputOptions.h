//===- OutputOptions.h - What is written where ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_OUTPUTOPTIONS_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_OUTPUTOPTIONS_H

#include "Options.h"

namespace gilaudit {

/// --format=Value
llvm::Error takeFormat(DriverOptions &O, llvm::StringRef Value);

/// -o Value: FILE, the place of the report, or FORMAT:FILE, one more report. A
/// file whose name looks like the latter is given as ./NAME.
llvm::Error takeOutput(DriverOptions &O, llvm::StringRef Value);

/// Once all options are there: what goes to standard output in which format,
/// and whether it all fits together.
llvm::Error settleOutputs(DriverOptions &O);

} // namespace gilaudit

#endif
