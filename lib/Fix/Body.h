//===- Body.h - Where in a function's text its events are -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_BODY_H
#define GIL_AUDIT_LIB_FIX_BODY_H

#include "gil-audit/Solution.h"

namespace gilaudit {

inline bool isBefore(const Loc &A, const Loc &B) {
  return A.Line != B.Line ? A.Line < B.Line : A.Column < B.Column;
}
/// \p Where is in [\p Begin, \p End), in one file.
inline bool isIn(const Loc &Where, const Loc &Begin, const Loc &End) {
  return Where.File == Begin.File && !isBefore(Where, Begin) &&
         isBefore(Where, End);
}

/// One function's events on its statements.
class Body {
public:
  /// \p Region: a released region that is taken as if nothing released it;
  /// -1: none.
  Body(const Program &P, FunctionIndex F, int Region = -1)
      : P(P), F(F), Region(Region) {}

  const FunctionFacts &facts() const { return P.function(F); }
  const StatementFact &statement(int S) const { return facts().Statements[S]; }

  /// The innermost statement that has \p Where; -1: none.
  int statementAt(const Loc &Where) const;
  /// It and the statements around it, the outermost first.
  std::vector<int> chain(int Statement) const;

  /// Events that fault if the GIL is released around them: Python operations,
  /// release guards, calls of functions that do such a thing unguarded, or of
  /// nobody knows what.
  bool needsGil(unsigned Event) const;
  /// Events for which a callback has to acquire: likewise, without releases.
  bool wantsAcquire(unsigned Event) const;
  /// Events behind \p S in its block that need the GIL, or do more than call
  /// an API function which neither waits nor calls back.
  bool restIsBusy(int S) const;

private:
  /// The state in which the event runs is the function's entry.
  bool isBare(const Event &E) const {
    return E.State == GilState::Inherited ||
           (E.State == GilState::Released && Region >= 0 && E.Region == Region);
  }

  const Program &P;
  FunctionIndex F;
  int Region;
};

} // namespace gilaudit

#endif
