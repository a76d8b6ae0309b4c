//===- Driver.h - The command -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_DRIVER_H
#define GIL_AUDIT_DRIVER_H

#include "llvm/ADT/ArrayRef.h"

namespace gilaudit {

/// What the process returns.
enum ExitStatus : int {
  NothingFound = 0,
  FoundSomething = 1, ///< Errors or warnings; notes do not count.
  WrongCall = 2,      ///< Options, files, database, no translation unit at all.
  NotAllAudited = 3,  ///< Whatever was found is printed all the same.
};

/// Runs the command line \p Args (argv[0] included) and returns the exit status.
int runDriver(llvm::ArrayRef<const char *> Args);

} // namespace gilaudit

#endif
