//===- HeldCall.h - A call that blocks with the GIL held --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_RULES_HELDCALL_H
#define GIL_AUDIT_LIB_RULES_HELDCALL_H

#include "gil-audit/Rule.h"

namespace gilaudit {

/// Reports \p Call, which is entered with the GIL held from \p Entry and must
/// not be because of \p H. \p F has what the rule says of it: message, kind,
/// group, severity; the place, the target and the witness are filled in.
void reportHeldCall(const Solution &S, const ApiCall &Call, const Hazard &H,
                    Context Entry, RawFinding F, Sink &Out);

/// Likewise of an API function that is bound itself, as \p B.
void reportHeldBinding(const Solution &S, const Binding &B, const Hazard &H,
                       RawFinding F, Sink &Out);

} // namespace gilaudit

#endif
