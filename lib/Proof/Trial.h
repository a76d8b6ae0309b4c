//===- Trial.h - One attempt at a plan --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROOF_TRIAL_H
#define GIL_AUDIT_LIB_PROOF_TRIAL_H

#include "gil-audit/Proof.h"

namespace gilaudit {

/// A unit that the edits break.
struct BrokenUnit {
  unsigned Index; ///< Into ProofInput::Facts.
  std::vector<CompileError> Errors;
};

struct Trial {
  std::vector<BrokenUnit> Broken;
  Analysis After; ///< Null if a unit is broken: half a program proves nothing.
};

/// Audits everything with \p Files in place.
llvm::Expected<Trial> tryFiles(const ProofInput &In,
                               llvm::ArrayRef<EditedFile> Files);

} // namespace gilaudit

#endif
