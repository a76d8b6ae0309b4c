//===- Depfile.h - What a unit read, for a build tool -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_DEPFILE_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_DEPFILE_H

#include "gil-audit/Inputs.h"
#include "llvm/ADT/ArrayRef.h"

namespace gilaudit {

/// "TARGET: FILE FILE ..." as compilers write it for -MF, which Make and Ninja
/// read: the files among \p Inputs, in their order, then \p More.
std::string depfileText(llvm::StringRef Target, const ParseInputs &Inputs,
                        llvm::ArrayRef<std::string> More);

} // namespace gilaudit

#endif
