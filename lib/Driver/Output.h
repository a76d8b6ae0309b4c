//===- Output.h - Where results go ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OUTPUT_H
#define GIL_AUDIT_LIB_DRIVER_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace gilaudit {

/// Writes to \p File; empty or "-": standard output. A file appears when it is
/// complete, or not at all.
llvm::Error writeOutput(llvm::StringRef File,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Fails where writeOutput() would, as far as can be told in advance.
llvm::Error checkOutput(llvm::StringRef File);

/// Whether writeOutput() to \p File reaches a person's eyes.
bool isTerminal(llvm::StringRef File);

} // namespace gilaudit

#endif
