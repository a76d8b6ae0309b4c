//===- FactsFields.h - The stored form of each facts type -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of every facts type, used by the writer and by the reader,
// so that the two cannot drift apart.
//
// The stored form is a string table and one flat list of integers:
//
//   {"schema":"gil-audit-facts/2","strings":[...],"data":[...]}
//
// A string is its index in the table, a list is its length and its elements,
// a struct is its fields in the order below. That is an eighth of the size of
// named fields and reads an order of magnitude faster; facts are read by
// programs in bulk and by people never.
//
// An archive A has
//   A.number(N), A.flag(B), A.enumeration(E, Last), A.text(S), A.list(V, F)
//   A.file(N)            an index into TUFacts::Files
//   A.index(I, Size)     an index below Size, or -1
//   A.facts()            the TUFacts that is being written or read
//
// Whoever changes a field here bumps FactsVersion.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FACTS_FACTSFIELDS_H
#define GIL_AUDIT_LIB_FACTS_FACTSFIELDS_H

#include "gil-audit/Facts.h"

namespace gilaudit {

template <class Archive> void fields(Archive &A, Loc &L) {
  A.file(L.File);
  A.number(L.Line);
  A.number(L.Column);
}

template <class Archive> void fields(Archive &A, ByteRange &R) {
  A.file(R.File);
  A.number(R.Begin);
  A.number(R.End);
}

template <class Archive> void texts(Archive &A, std::vector<std::string> &V) {
  A.list(V, [&](std::string &S) { A.text(S); });
}

template <class Archive> void fields(Archive &A, HoistableArg &H) {
  fields(A, H.Range);
  A.text(H.Type);
}

template <class Archive> void fields(Archive &A, FixSite &S) {
  A.enumeration(S.Shape, SiteShape::Argument);
  fields(A, S.Statement);
  fields(A, S.Call);
  fields(A, S.Scope);
  fields(A, S.FunctionBody);
  A.flag(S.InMacro);
  A.flag(S.InTemplate);
  A.text(S.DeclName);
  A.text(S.DeclType);
  A.flag(S.DeclAssignable);
  A.text(S.GuardNamespace);
  A.list(S.Hoistable, [&](HoistableArg &H) { fields(A, H); });
  texts(A, S.LaterMembers);
}

template <class Archive> void fields(Archive &A, ArgFact &G) {
  A.number(G.Param);
  texts(A, G.Sources);
  A.text(G.Constant);
  A.flag(G.FunctionPointerType);
}

/// How many entries Event::Index may point into.
inline size_t ownListSize(EventKind Kind, const FunctionFacts &F) {
  switch (Kind) {
  case EventKind::Release:
    return F.Regions.size();
  case EventKind::Acquire:
    return F.Acquires.size();
  case EventKind::Lock:
    return F.Locks.size();
  default:
    return 0;
  }
}

/// \p F is the function that \p E belongs to; its lists are complete.
template <class Archive>
void fields(Archive &A, Event &E, const FunctionFacts &F) {
  A.enumeration(E.Kind, EventKind::Lock);
  fields(A, E.Where);
  A.enumeration(E.State, GilState::Mixed);
  A.index(E.Region, F.Regions.size());
  A.index(E.Acquire, F.Acquires.size());
  A.index(E.Site, A.facts().FixSites.size());
  A.list(E.Locks, [&](int &Lock) { A.index(Lock, F.Locks.size()); });
  A.text(E.What);
  A.enumeration(E.Via, CallVia::Assumed);
  texts(A, E.Callees);
  A.list(E.Args, [&](ArgFact &G) { fields(A, G); });
  A.index(E.Index, ownListSize(E.Kind, F));
  A.flag(E.AtExit);
}

template <class Archive> void fields(Archive &A, Region &R) {
  fields(A, R.Where);
  A.text(R.Guard);
}

template <class Archive> void fields(Archive &A, AcquireScope &S) {
  fields(A, S.Where);
  A.text(S.Guard);
}

template <class Archive> void fields(Archive &A, LockFact &L) {
  fields(A, L.Where);
  A.text(L.Id);
  A.text(L.Name);
}

template <class Archive> void fields(Archive &A, Unbalanced &U) {
  fields(A, U.Where);
  A.text(U.What);
  fields(A, U.Exit);
  A.flag(U.ByThrow);
}

template <class Archive> void fields(Archive &A, FunctionFacts &F) {
  A.text(F.Id);
  A.text(F.Name);
  fields(A, F.Where);
  A.flag(F.IsLambda);
  A.flag(F.IsInstance);
  A.flag(F.IsDestructor);
  A.flag(F.NeverReturns);
  texts(A, F.Overrides);
  // Before the events, which point into them.
  A.list(F.Regions, [&](Region &R) { fields(A, R); });
  A.list(F.Acquires, [&](AcquireScope &S) { fields(A, S); });
  A.list(F.Locks, [&](LockFact &L) { fields(A, L); });
  A.list(F.Events, [&](Event &E) { fields(A, E, F); });
  A.list(F.Leaks, [&](Unbalanced &U) { fields(A, U); });
  A.text(F.ClosureDestructor);
}

template <class Archive> void fields(Archive &A, BindingFact &B) {
  A.text(B.Name);
  A.text(B.Form);
  fields(A, B.Where);
  texts(A, B.Targets);
  A.text(B.Api);
  A.enumeration(B.Entry, GilState::Mixed);
  fields(A, B.GuardWhere);
}

template <class Archive> void fields(Archive &A, FlowEdge &E) {
  A.text(E.To);
  texts(A, E.From);
}

template <class Archive> void fields(Archive &A, UnresolvedFact &U) {
  fields(A, U.Where);
  A.text(U.What);
}

template <class Archive> void fields(Archive &A, TUFacts &T) {
  A.text(T.MainFile);
  // Before everything that points into them.
  texts(A, T.Files);
  A.list(T.FixSites, [&](FixSite &S) { fields(A, S); });
  A.list(T.Functions, [&](FunctionFacts &F) { fields(A, F); });
  A.list(T.Bindings, [&](BindingFact &B) { fields(A, B); });
  A.list(T.Flows, [&](FlowEdge &E) { fields(A, E); });
  A.list(T.Unresolved, [&](UnresolvedFact &U) { fields(A, U); });
  texts(A, T.DeclaredApi);
  A.flag(T.OnApiPythonBindings);
}

} // namespace gilaudit

#endif
