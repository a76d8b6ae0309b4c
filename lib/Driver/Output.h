//===- Output.h - Where results go ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OUTPUT_H
#define GIL_AUDIT_LIB_DRIVER_OUTPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>

namespace gilaudit {

/// Writes to \p File; empty or "-": standard output. A file appears when it is
/// complete, or not at all.
llvm::Error writeOutput(llvm::StringRef File,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// One of several outputs; File as in writeOutput().
struct PendingOutput {
  std::string File;
  std::function<void(llvm::raw_ostream &)> Write;
};

/// Writes all or, where one of them cannot be written, none. Standard output
/// and devices come last, since they cannot be taken back.
llvm::Error writeOutputs(llvm::ArrayRef<PendingOutput> Outputs);

/// Whether \p File is a device or a pipe, which must not be replaced.
bool isWrittenInPlace(llvm::StringRef File);

/// Fails where writeOutput() would, as far as can be told in advance.
llvm::Error checkOutput(llvm::StringRef File);

/// Whether writeOutput() to \p File reaches a person's eyes.
bool isTerminal(llvm::StringRef File);

} // namespace gilaudit

#endif
