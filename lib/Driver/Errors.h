//===- Errors.h - Messages as errors ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_ERRORS_H
#define GIL_AUDIT_LIB_DRIVER_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace gilaudit {

/// One message for the user; no code, since all that is done with it is to
/// print it.
inline llvm::Error error(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

} // namespace gilaudit

#endif
