//===- CheckModel.h - gil-audit check-model ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHECKMODEL_H
#define GIL_AUDIT_LIB_DRIVER_CHECKMODEL_H

#include "Options/Options.h"

namespace gilaudit {

/// check-model FILE...: reads each as --model would, on top of the built-in
/// models, those of --model and the files before it, and prints what it
/// declares. All files are read, whatever is wrong with one. Returns the exit
/// status: 2 if one cannot be used.
int checkModels(const DriverOptions &O);

} // namespace gilaudit

#endif
