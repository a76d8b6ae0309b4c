//===- Relocation.h - File numbers, rewritten -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROGRAM_RELOCATION_H
#define GIL_AUDIT_LIB_PROGRAM_RELOCATION_H

#include "gil-audit/Facts.h"

namespace gilaudit {

/// Rewrites file numbers by a table, wherever facts have them.
class Relocation {
public:
  /// Number I becomes \p Table[I], a number that is not in it \p Otherwise.
  Relocation(std::vector<unsigned> Table, unsigned Otherwise)
      : Table(std::move(Table)), Otherwise(Otherwise) {}

  void operator()(Loc &L) const { L.File = map(L.File); }
  void operator()(ByteRange &R) const { R.File = map(R.File); }
  void operator()(FixSite &S) const {
    for (ByteRange *R :
         {&S.Statement, &S.Call, &S.Scope, &S.FunctionBody, &S.Initializer})
      (*this)(*R);
    (*this)(S.CallBegin);
    (*this)(S.CallEnd);
    (*this)(S.StatementBegin);
    (*this)(S.StatementEnd);
    for (ArgSite &A : S.Args) {
      (*this)(A.Range);
      (*this)(A.Begin);
      (*this)(A.End);
    }
  }
  void operator()(StatementFact &S) const {
    (*this)(S.Range);
    (*this)(S.Begin);
    (*this)(S.End);
    (*this)(S.Block);
  }
  void operator()(FunctionFacts &F) const {
    (*this)(F.Where);
    (*this)(F.Body);
    for (StatementFact &S : F.Statements)
      (*this)(S);
    for (NameFact &N : F.Names)
      (*this)(N.Range);
    for (Event &E : F.Events)
      (*this)(E.Where);
    for (Region &R : F.Regions)
      (*this)(R.Where);
    for (AcquireScope &A : F.Acquires)
      (*this)(A.Where);
    for (LockFact &L : F.Locks)
      (*this)(L.Where);
    for (Unbalanced &U : F.Leaks) {
      (*this)(U.Where);
      (*this)(U.Exit);
    }
  }
  void operator()(BindingFact &B) const {
    (*this)(B.Where);
    (*this)(B.GuardWhere);
    (*this)(B.Call);
  }
  void operator()(SuppressionFact &S) const {
    (*this)(S.Where);
    for (LineRange &R : S.Covers)
      R.File = map(R.File);
  }
  void operator()(UnresolvedFact &U) const { (*this)(U.Where); }
  void operator()(FileFact &F) const { F.File = map(F.File); }

private:
  unsigned map(unsigned File) const {
    return File < Table.size() ? Table[File] : Otherwise;
  }
  std::vector<unsigned> Table;
  unsigned Otherwise;
};

} // namespace gilaudit

#endif
