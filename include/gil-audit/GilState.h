//===- GilState.h - The lattice of GIL states -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known about the GIL at a point of a function, relative to how the
// function was entered.
//
// Laws (tested in test/unit/GilStateTest.cpp):
//   join is commutative, associative and idempotent; Mixed absorbs.
//   compose(E, Inherited) == E;  compose(E, S) == S for every other S.
//   compose is associative: compose(compose(A, B), C) == compose(A, compose(B, C)).
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_GILSTATE_H
#define GIL_AUDIT_GILSTATE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace gilaudit {

enum class GilState : uint8_t {
  Inherited, ///< As the function was entered.
  Held,      ///< This thread holds the GIL (is attached).
  Released,  ///< This thread does not hold the GIL.
  Mixed      ///< Paths disagree. Never a proof of anything.
};

/// The state where two paths meet.
inline GilState join(GilState A, GilState B) {
  return A == B ? A : GilState::Mixed;
}

/// The absolute state of a point whose relative state is \p Relative in a
/// function entered with \p Entry.
inline GilState compose(GilState Entry, GilState Relative) {
  return Relative == GilState::Inherited ? Entry : Relative;
}

/// "inherited", "held", "released" or "mixed".
llvm::StringRef toString(GilState State);

/// The inverse of toString; nullopt for any other text.
std::optional<GilState> parseGilState(llvm::StringRef Text);

} // namespace gilaudit

#endif
