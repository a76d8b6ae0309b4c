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
//   {"schema":"gil-audit-facts/4","strings":[...],"data":[...]}
//
// A string is its index in the table, a list is its length and its elements,
// a struct is its fields in the order below. That is an eighth of the size of
// named fields and reads an order of magnitude faster; facts are read by
// programs in bulk and by people never.
//
// An archive A has
//   A.number(N), A.flag(B), A.enumeration(E, Last), A.text(S), A.list(V, F)
//                        S is a std::string or an InternedString
//   A.file(N)            an index into TUFacts::Files
//   A.index(I, Size)     an index below Size, or -1
//   A.facts()            the TUFacts that is being written or read
//
// Every function names all fields of its struct first, so that it does not
// compile when one was added. Whoever adds one bumps FactsVersion.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FACTS_FACTSFIELDS_H
#define GIL_AUDIT_LIB_FACTS_FACTSFIELDS_H

#include "gil-audit/Facts.h"

namespace gilaudit {

template <class Archive> void fields(Archive &A, Loc &L) {
  auto &[File, Line, Column] = L;
  A.file(File);
  A.number(Line);
  A.number(Column);
}

template <class Archive> void fields(Archive &A, ByteRange &R) {
  auto &[File, Begin, End] = R;
  A.file(File);
  A.number(Begin);
  A.number(End);
}

template <class Archive, class String>
void texts(Archive &A, std::vector<String> &V) {
  A.list(V, [&](String &S) { A.text(S); });
}

template <class Archive> void fields(Archive &A, ArgSite &S) {
  auto &[Range, Begin, End, Type, Name, Temporary, KeptAlive] = S;
  fields(A, Range);
  fields(A, Begin);
  fields(A, End);
  A.text(Type);
  A.text(Name);
  A.flag(Temporary);
  A.flag(KeptAlive);
}

template <class Archive> void fields(Archive &A, FixSite &S) {
  auto &[Shape, Statement, Call, Scope, FunctionBody, InMacro, InTemplate,
         IsWhole, IsReference, CallBegin, CallEnd, StatementBegin, StatementEnd,
         DeclName, DeclType, DeclAssignable, DeclIsStatic, HoistType,
         MayDangle, Args, Member, MemberAssignable, MemberReadLater,
         Initializer, LaterMembers] = S;
  A.enumeration(Shape, SiteShape::Argument);
  fields(A, Statement);
  fields(A, Call);
  fields(A, Scope);
  fields(A, FunctionBody);
  A.flag(InMacro);
  A.flag(InTemplate);
  A.flag(IsWhole);
  A.flag(IsReference);
  fields(A, CallBegin);
  fields(A, CallEnd);
  fields(A, StatementBegin);
  fields(A, StatementEnd);
  A.text(DeclName);
  A.text(DeclType);
  A.flag(DeclAssignable);
  A.flag(DeclIsStatic);
  A.text(HoistType);
  A.flag(MayDangle);
  A.list(Args, [&](ArgSite &G) { fields(A, G); });
  A.text(Member);
  A.flag(MemberAssignable);
  A.flag(MemberReadLater);
  fields(A, Initializer);
  texts(A, LaterMembers);
}

/// \p Earlier: how many statements stand before it.
template <class Archive>
void fields(Archive &A, StatementFact &S, size_t Earlier) {
  auto &[Range, Begin, End, Block, Index, Parent, BlockDeclarations, IsBlock,
         DeclaresNames, IsLabelled, InMacro, IsLoop, Before, Variable] = S;
  fields(A, Range);
  fields(A, Begin);
  fields(A, End);
  fields(A, Block);
  A.number(Index);
  A.index(Parent, Earlier);
  A.number(BlockDeclarations);
  A.flag(IsBlock);
  A.flag(DeclaresNames);
  A.flag(IsLabelled);
  A.flag(InMacro);
  A.flag(IsLoop);
  A.number(Before);
  A.text(Variable);
}

template <class Archive> void fields(Archive &A, ArgFact &G) {
  auto &[Param, Sources, Constant, FunctionPointerType] = G;
  A.number(Param);
  texts(A, Sources);
  A.text(Constant);
  A.flag(FunctionPointerType);
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
  auto &[Kind, State, Via, AtExit, Where, Region, Acquire, Site, Index, Locks,
         What, Callees, Args] = E;
  A.enumeration(Kind, EventKind::Lock);
  fields(A, Where);
  A.enumeration(State, GilState::Mixed);
  A.index(Region, F.Regions.size());
  A.index(Acquire, F.Acquires.size());
  A.index(Site, A.facts().FixSites.size());
  A.list(Locks, [&](int &Lock) { A.index(Lock, F.Locks.size()); });
  A.text(What);
  A.enumeration(Via, CallVia::Assumed);
  texts(A, Callees);
  A.list(Args, [&](ArgFact &G) { fields(A, G); });
  A.index(Index, ownListSize(Kind, F));
  A.flag(AtExit);
}

template <class Archive> void fields(Archive &A, Region &R) {
  auto &[Where, Guard] = R;
  fields(A, Where);
  A.text(Guard);
}

template <class Archive> void fields(Archive &A, AcquireScope &S) {
  auto &[Where, Guard] = S;
  fields(A, Where);
  A.text(Guard);
}

template <class Archive> void fields(Archive &A, LockFact &L) {
  auto &[Where, Id, Name] = L;
  fields(A, Where);
  A.text(Id);
  A.text(Name);
}

template <class Archive> void fields(Archive &A, Unbalanced &U) {
  auto &[Where, What, Exit, ByThrow] = U;
  fields(A, Where);
  A.text(What);
  fields(A, Exit);
  A.flag(ByThrow);
}

template <class Archive> void fields(Archive &A, NameFact &N) {
  auto &[Name, Range] = N;
  A.text(Name);
  fields(A, Range);
}

template <class Archive> void fields(Archive &A, FunctionFacts &F) {
  auto &[Id, Name, Where, IsLambda, IsInstance, IsDestructor, NeverReturns,
         Overrides, Events, Regions, Acquires, Locks, Leaks, Statements, Body,
         ReturnsVoid, IsConstexpr, GuardNamespace, Names, ClosureDestructor] = F;
  A.text(Id);
  A.text(Name);
  fields(A, Where);
  A.flag(IsLambda);
  A.flag(IsInstance);
  A.flag(IsDestructor);
  A.flag(NeverReturns);
  texts(A, Overrides);
  // Before the events, which point into them.
  A.list(Regions, [&](Region &R) { fields(A, R); });
  A.list(Acquires, [&](AcquireScope &S) { fields(A, S); });
  A.list(Locks, [&](LockFact &L) { fields(A, L); });
  A.list(Events, [&](Event &E) { fields(A, E, F); });
  A.list(Leaks, [&](Unbalanced &U) { fields(A, U); });
  size_t Statement = 0;
  A.list(Statements, [&](StatementFact &S) { fields(A, S, Statement++); });
  fields(A, Body);
  A.flag(ReturnsVoid);
  A.flag(IsConstexpr);
  A.text(GuardNamespace);
  A.list(Names, [&](NameFact &N) { fields(A, N); });
  A.text(ClosureDestructor);
}

template <class Archive> void fields(Archive &A, BindingFact &B) {
  auto &[Name, Form, Where, Targets, Api, Entry, GuardWhere, Call,
         GuardNamespace] = B;
  A.text(Name);
  A.text(Form);
  fields(A, Where);
  texts(A, Targets);
  A.text(Api);
  A.enumeration(Entry, GilState::Mixed);
  fields(A, GuardWhere);
  fields(A, Call);
  A.text(GuardNamespace);
}

template <class Archive> void fields(Archive &A, FileFact &F) {
  auto &[File, IsGenerated, SeesGuards, GuardInclude, FinalizationTest] = F;
  A.file(File);
  A.flag(IsGenerated);
  A.flag(SeesGuards);
  A.text(GuardInclude);
  A.text(FinalizationTest);
}

template <class Archive> void fields(Archive &A, FlowEdge &E) {
  auto &[To, From] = E;
  A.text(To);
  texts(A, From);
}

template <class Archive> void fields(Archive &A, UnresolvedFact &U) {
  auto &[Where, What] = U;
  fields(A, Where);
  A.text(What);
}

template <class Archive> void fields(Archive &A, LineRange &R) {
  auto &[File, First, Last] = R;
  A.file(File);
  A.number(First);
  A.number(Last);
}

template <class Archive> void fields(Archive &A, SuppressionFact &S) {
  auto &[Where, Kind, Rules, Reason, Problem, Covers] = S;
  fields(A, Where);
  A.text(Kind);
  texts(A, Rules);
  A.text(Reason);
  A.text(Problem);
  A.list(Covers, [&](LineRange &R) { fields(A, R); });
}

template <class Archive> void fields(Archive &A, TUFacts &T) {
  auto &[MainFile, Files, Functions, Bindings, Flows, FixSites, FileFacts,
         Unresolved, Suppressions, DeclaredApi, OnApiPythonBindings] = T;
  A.text(MainFile);
  // Before everything that points into them.
  texts(A, Files);
  A.list(FixSites, [&](FixSite &S) { fields(A, S); });
  A.list(FileFacts, [&](FileFact &F) { fields(A, F); });
  A.list(Functions, [&](FunctionFacts &F) { fields(A, F); });
  A.list(Bindings, [&](BindingFact &B) { fields(A, B); });
  A.list(Flows, [&](FlowEdge &E) { fields(A, E); });
  A.list(Unresolved, [&](UnresolvedFact &U) { fields(A, U); });
  A.list(Suppressions, [&](SuppressionFact &S) { fields(A, S); });
  texts(A, DeclaredApi);
  A.flag(OnApiPythonBindings);
}

} // namespace gilaudit

#endif
