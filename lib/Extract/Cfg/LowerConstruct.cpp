//===- LowerConstruct.cpp - Constructions as actions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Lowering.h"
#include "Compat.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

void Lowering::lowerConstruct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  const CXXRecordDecl *R = C->getParent();
  SourceLocation Where = E->getBeginLoc();
  if (E->isElidable())
    return;
  std::string Key = K.destination(E);
  if (auto Effect = Types.guard(compat::recordType(Tu.Ctx, R))) {
    if (C->isCopyOrMoveConstructor())
      return moveFrom(E->getArg(0), Key, Where);
    Action &A = add(Action::Enter, Where);
    A.Key = Key.empty() ? "t" + std::to_string(Tu.number(E)) : Key;
    A.Effect = *Effect;
    A.Raii = true;
    A.What = Tu.qualifiedName(R).str();
    A.Site = siteOf(E);
    return;
  }
  if (isLockGuardClass(Tu.qualifiedName(R))) {
    if (C->isCopyOrMoveConstructor())
      return;
    return lowerLockConstruct(E, Key);
  }
  if (R->isLambda()) {
    if (C->isCopyConstructor() && Types.copyCounts(E->getType()))
      pyOp(Where, "copies a closure that owns Python objects");
    else if (C->isMoveConstructor())
      moveFrom(E->getArg(0), Key, Where);
    return;
  }
  if (Tu.isBindingLibrary(R))
    return lowerBindingConstruct(E, R);
  if (Tu.isProject(R))
    return lowerProjectConstruct(E, R);
  lowerLibraryConstruct(E, R);
}

void Lowering::lowerLockConstruct(const CXXConstructExpr *E,
                                  const std::string &Key) {
  llvm::SmallVector<const Expr *, 4> Mutexes;
  bool Deferred = false, Adopted = false;
  for (const Expr *Arg : E->arguments()) {
    std::string Type = Tu.typeName(Arg->getType());
    Deferred |= Type == "std::defer_lock_t";
    Adopted |= Type == "std::adopt_lock_t";
    if (Arg->isLValue() && isMutexClass(Type))
      Mutexes.push_back(Arg);
  }
  for (const Expr *Mutex : Mutexes) {
    MutexOf[Key] = Mutex;
    if (Adopted)
      add(Action::Unlock, E->getBeginLoc()).Key = Flows.nodeOf(Mutex);
    if (!Deferred)
      lock(Key, Mutex, E->getBeginLoc(), /*Raii=*/true);
  }
}

static bool derivesFromStdException(const CXXRecordDecl *R) {
  if (R->getName() == "exception" && R->isInStdNamespace())
    return true;
  return llvm::any_of(R->bases(), [](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = recordOf(B.getType());
    return Base && Base->hasDefinition() &&
           Base->getDeclName().isIdentifier() && derivesFromStdException(Base);
  });
}

void Lowering::lowerBindingConstruct(const CXXConstructExpr *E,
                                     const CXXRecordDecl *R) {
  const CXXConstructorDecl *C = E->getConstructor();
  SourceLocation Where = E->getBeginLoc();
  std::string Key = K.destination(E);
  StringRef Name = Tu.qualifiedName(R);
  bool Owner = Types.copyCounts(E->getType());
  if (C->isMoveConstructor())
    return moveFrom(E->getArg(0), Key, Where);
  if (C->isCopyConstructor()) {
    if (Owner) {
      pyOp(Where, "copies '" + Name.str() + "'", K.of(E->getArg(0)));
      setNotNull(Key, Where);
    }
    return;
  }
  if (C->isDefaultConstructor() && !C->isUserProvided())
    return setNull(Key, Where);
  if (isPythonErrorClass(Name))
    return pyOp(Where,
                "constructs '" + Name.str() + "' from the current error");
  if (isSafeBindingClass(Name) || derivesFromStdException(R))
    return;
  // Taking a reference over counts nothing.
  for (const Expr *Arg : E->arguments())
    if (const CXXRecordDecl *Tag = recordOf(Arg->getType()))
      if (StringRef T = Tag->getName(); T == "steal_t" || T == "stolen_t")
        return setNotNull(Key, Where);
  // object(object&&) of another class: the reference moves along.
  if (Owner && E->getNumArgs() == 1 && E->getArg(0)->isXValue() &&
      Types.copyCounts(E->getArg(0)->getType()) &&
      Tu.typeName(E->getType()) == Tu.typeName(E->getArg(0)->getType()))
    return moveFrom(E->getArg(0), Key, Where);
  pyOp(Where, "constructs '" + Name.str() + "'");
  Current->back().Site = siteOf(E);
  setNotNull(Key, Where);
}

void Lowering::lowerProjectConstruct(const CXXConstructExpr *E,
                                     const CXXRecordDecl *R) {
  const CXXConstructorDecl *C = E->getConstructor();
  SourceLocation Where = E->getBeginLoc();
  std::string Key = K.destination(E);
  bool Written = C->isUserProvided();
  if (!Written && C->isCopyConstructor()) {
    if (Types.copyCounts(E->getType()))
      pyOp(Where, "copies '" + Tu.typeName(E->getType()) + "'",
           K.of(E->getArg(0)));
    return setNotNull(Key, Where);
  }
  if (!Written && C->isMoveConstructor())
    return moveFrom(E->getArg(0), Key, Where);
  if (!Written && C->isTrivial())
    return;
  Action A;
  A.Kind = Action::Call;
  A.Where = place(Where);
  A.What = Tu.printableName(C);
  A.Try = CurrentTry;
  A.Callees = {Tu.functionId(C)};
  A.ObjectKey = Key;
  A.Constructs = !R->hasTrivialDestructor();
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  for (unsigned I = 0; I < Args.size() && I < C->getNumParams(); ++I)
    A.ArgKeys.push_back(K.ofArgument(Args[I], C->getParamDecl(I)->getType()));
  A.Site = siteOf(E);
  A.NoThrow = cannotThrow(C);
  A.Forgets = changedBy(C, Args);
  if (!Key.empty())
    A.Forgets.push_back(Key);
  Current->push_back(std::move(A));
  if (!Written && C->isDefaultConstructor())
    setNullMembers(R, Key, Where);
}

/// Owners among the members start as null where nobody says otherwise.
void Lowering::setNullMembers(const CXXRecordDecl *R, const std::string &Key,
                              SourceLocation Where) {
  for (const FieldDecl *Field : R->fields()) {
    const CXXRecordDecl *Class = recordOf(Field->getType());
    if (Key.empty() || Field->hasInClassInitializer() || !Class ||
        !Class->hasDefinition())
      continue;
    bool Owner =
        Tu.isBindingLibrary(Class) && Types.copyCounts(Field->getType());
    for (const CXXConstructorDecl *C : Class->ctors())
      if (Owner && C->isDefaultConstructor() && !C->isUserProvided())
        setNull(Key + "." + Field->getNameAsString(), Where);
  }
}

void Lowering::lowerLibraryConstruct(const CXXConstructExpr *E,
                                     const CXXRecordDecl *R) {
  const CXXConstructorDecl *C = E->getConstructor();
  SourceLocation Where = E->getBeginLoc();
  std::string Key = K.destination(E);
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  if (std::string Name = Tu.qualifiedName(C).str(); Tu.Models.lookup(Name)) {
    if (!C->isCopyOrMoveConstructor() && !C->isDefaultConstructor())
      lowerApiCall(E, Name, C, nullptr, Args);
    return;
  }
  if (C->isCopyConstructor()) {
    if (Types.copyCounts(E->getType()))
      pyOp(Where, "copies '" + Tu.typeName(E->getType()) + "'",
           K.of(E->getArg(0)));
    return setNotNull(Key, Where);
  }
  if (C->isMoveConstructor())
    return moveFrom(E->getArg(0), Key, Where);
  bool InPlace =
      !Args.empty() && Tu.typeName(Args[0]->getType()) == "std::in_place_t";
  if (!InPlace && Types.copyCounts(E->getType()))
    copiesArguments(Args, Where);
  if (!isHolderName(templateName(R))) {
    Holder H = holderOf(templateName(R));
    bool Empty = C->isDefaultConstructor() && !templateName(R).empty() &&
                 (H == Holder::Value || H == Holder::Container);
    return Empty ? setNull(Key, Where) : forgetArguments(C, Args, Where);
  }
  const CXXRecordDecl *First =
      Args.empty() ? nullptr : recordOf(Args[0]->getType());
  bool Null = Args.empty() || isa<CXXDefaultArgExpr>(Args[0]) ||
              strip(Args[0])->getType()->isNullPtrType() ||
              (First && Tu.qualifiedName(First) == "std::nullopt_t");
  if (Null)
    return setNull(Key, Where);
  if (InPlace)
    constructInside(typeArgument(R, 0), Key.empty() ? "" : Key + ".*",
                    llvm::ArrayRef(Args).drop_front(), Where);
  setNotNull(Key, Where);
}

/// Library code makes a pair, a vector, ... of \p Args: lvalues are copied.
void Lowering::copiesArguments(llvm::ArrayRef<const Expr *> Args,
                               SourceLocation Where) {
  for (const Expr *Arg : Args)
    if (Arg->isLValue() && Types.copyCounts(Arg->getType()))
      return pyOp(Where, "copies '" + Tu.typeName(Arg->getType()) + "'",
                  K.of(Arg));
}

void Lowering::constructInside(QualType T, const std::string &Key,
                               llvm::ArrayRef<const Expr *> Args,
                               SourceLocation Where) {
  if (T.isNull())
    return;
  if (auto Effect = Types.guard(T)) {
    Action &A = add(Action::Enter, Where);
    A.Key = Key;
    A.Effect = *Effect;
    A.Raii = true;
    A.What = Tu.typeName(T);
    return;
  }
  // A copy out of an lvalue: library code counts up.
  if (Args.size() == 1 && Args[0]->isLValue() &&
      Types.copyCounts(Args[0]->getType()) &&
      recordOf(T) == recordOf(Args[0]->getType()))
    return pyOp(Where, "copies '" + Tu.typeName(T) + "'", K.of(Args[0]));
  const CXXRecordDecl *R = recordOf(T);
  if (!R || Tu.isBindingLibrary(R))
    return;
  // A modelled class of a library: std::thread in a vector or unique_ptr.
  for (const CXXConstructorDecl *C : R->ctors())
    if (!Args.empty() && !C->isCopyOrMoveConstructor() && !C->isDeleted())
      if (std::string Name = Tu.qualifiedName(C).str(); Tu.Models.lookup(Name))
        if (recordOf(Args[0]->getType()) != R)
          return lowerApiCallAt(Where, Name, Args);
  llvm::SmallVector<QualType, 8> ArgTypes;
  for (const Expr *Arg : Args)
    ArgTypes.push_back(Arg->getType());
  if (const CXXConstructorDecl *C = Types.constructorFor(R, ArgTypes)) {
    Action &A = add(Action::Call, Where);
    A.What = Tu.printableName(C);
    A.Callees = {Tu.functionId(C)};
    A.ObjectKey = Key;
    A.Constructs = true;
  }
}
