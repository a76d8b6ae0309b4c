//===- LowerLibrary.cpp - Calls of the C++ library as actions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Lowering.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

void Lowering::lowerLibraryCall(const CallExpr *Call, const FunctionDecl *F) {
  const Expr *Object = objectOf(Call);
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  // std::function and its like.
  if (O && O->getOperator() == OO_Call && Object &&
      Flows.carriesCallable(Object->getType()))
    return lowerIndirectCall(Call, Object);
  if (Object && lowerMutexCall(Call, F, Object))
    return;
  if (lowerExchange(Call, F, Object))
    return;
  if (Object && lowerHolderCall(Call, F, Object))
    return;
  if (Object)
    lowerContainerCall(Call, F, Object);
  StringRef Name = identifier(F);
  if (Name == "make_pair" || Name == "make_tuple")
    copiesArguments(argumentsOf(Call), placeOf(Call));
  if ((Name == "make_unique" || Name == "make_shared" ||
       Name == "make_optional"))
    if (const CXXRecordDecl *R = recordOf(Call->getType())) {
      std::string Key = K.destination(Call);
      setNotNull(Key, placeOf(Call));
      constructInside(typeArgument(R, 0), Key.empty() ? "" : Key + ".*",
                      argumentsOf(Call), placeOf(Call));
    }
  forgetArguments(F, argumentsOf(Call), Call->getBeginLoc());
  if (O || keepsCallable(Name))
    return;
  std::vector<std::string> Called;
  for (const Expr *Arg : Call->arguments())
    if (Arg != Object && Flows.carriesCallable(Arg->getType()))
      for (std::string &Node : Flows.sources(Arg))
        Called.push_back(std::move(Node));
  if (Called.empty())
    return;
  Action &A = add(Action::Call, placeOf(Call));
  A.What = Tu.qualifiedName(F).str();
  A.Via = CallVia::Assumed;
  A.Callees = std::move(Called);
}

bool Lowering::lowerMutexCall(const CallExpr *Call, const FunctionDecl *F,
                              const Expr *Object) {
  const CXXRecordDecl *R = recordOf(Object->getType());
  if (!R || !isMutexClass(Tu.qualifiedName(R)))
    return false;
  StringRef Name = identifier(F);
  std::string Id = Flows.nodeOf(Object);
  if (Name == "lock" || Name == "lock_shared") {
    lock(Id, Object, placeOf(Call), /*Raii=*/false);
  } else if (Name == "unlock" || Name == "unlock_shared") {
    add(Action::Unlock, placeOf(Call)).Key = Id;
  }
  return true;
}

void Lowering::lock(const std::string &Key, const Expr *Mutex,
                    SourceLocation Where, bool Raii) {
  const Expr *E = strip(Mutex);
  const NamedDecl *Named = nullptr;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    Named = M->getMemberDecl();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Named = Ref->getDecl();
  Action &A = add(Action::Lock, Where);
  A.Key = Key;
  A.From = Flows.nodeOf(Mutex);
  A.What = Named ? Tu.qualifiedName(Named).str() : "a mutex";
  A.Raii = Raii;
}

/// std::exchange(x, y), std::swap(x, y), x.swap(y).
bool Lowering::lowerExchange(const CallExpr *Call, const FunctionDecl *F,
                             const Expr *Object) {
  StringRef Name = identifier(F);
  SourceLocation Where = placeOf(Call);
  if (Name == "exchange" && Call->getNumArgs() == 2) {
    moveFrom(Call->getArg(0), K.destination(Call), Where);
    if (!Call->getArg(1)->isLValue())
      moveFrom(Call->getArg(1), K.of(Call->getArg(0)), Where);
    else if (Types.copyCounts(Call->getArg(1)->getType()))
      pyOp(Where, "copies '" + Tu.typeName(Call->getArg(1)->getType()) + "'",
           K.of(Call->getArg(1)));
    return true;
  }
  if (Name != "swap" || Call->getNumArgs() != (Object ? 1u : 2u))
    return false;
  std::string A = K.of(Object ? Object : Call->getArg(0));
  std::string B = K.of(Call->getArg(Object ? 0 : 1));
  std::string Between = "t" + std::to_string(Tu.number(Call));
  const std::pair<std::string, std::string> Moves[] = {
      {A, Between}, {B, A}, {Between, B}};
  for (const auto &[From, To] : Moves) {
    if (A.empty() || B.empty())
      break;
    Action &Move = add(Action::Move, Where);
    Move.From = From;
    Move.Key = To;
  }
  setNotNull(A.empty() ? B : B.empty() ? A : "", Where);
  return true;
}

/// reset, emplace, assignment, release of optional, unique_ptr, shared_ptr.
bool Lowering::lowerHolderCall(const CallExpr *Call, const FunctionDecl *F,
                               const Expr *Object) {
  const CXXRecordDecl *R = recordOf(Object->getType());
  StringRef Class = templateName(R);
  if (!isHolderName(Class) && !isLockGuardClass(R ? Tu.qualifiedName(R) : ""))
    return false;
  std::string Key = K.of(Object);
  SourceLocation Where = placeOf(Call);
  StringRef Name = identifier(F);
  llvm::SmallVector<const Expr *, 8> Args = argumentsOf(Call);
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  bool Assigns = O && O->getOperator() == OO_Equal;
  if (!isHolderName(Class)) {
    if (Name == "unlock")
      add(Action::Unlock, Where).Key = Key;
    else if (auto It = MutexOf.find(Key); Name == "lock" && It != MutexOf.end())
      lock(Key, It->second, Where, /*Raii=*/true);
    return Name == "lock" || Name == "unlock";
  }
  if (Name == "release") {
    std::string To = K.destination(Call);
    Action &A = add(To.empty() ? Action::Disarm : Action::Move, Where);
    A.Key = To.empty() ? Key : To;
    A.From = Key;
    setNull(Key, Where);
    return true;
  }
  if (Name != "reset" && Name != "emplace" && !Assigns)
    return false;
  // Optional's reset and its like act on what is inside, if anything is.
  if (Key.empty())
    Key = "t" + std::to_string(Tu.number(Call));
  std::string Held = Key + ".*";
  bool NewObject = !Args.empty() && isa<CXXNewExpr>(strip(Args[0]));
  // The object of reset(new T) was placed before: end the old one only where
  // nothing was put in its place.
  if (!NewObject)
    destroy(Object->getType(), Key, Where, false, false);
  if (Name == "emplace") {
    setNotNull(Key, Where);
    constructInside(typeArgument(R, 0), Held, Args, Where);
    return true;
  }
  bool Empty = Args.empty() || isa<CXXDefaultArgExpr>(Args[0]);
  if (Assigns) {
    const CXXRecordDecl *From = recordOf(Args[0]->getType());
    Empty = strip(Args[0])->getType()->isNullPtrType() ||
            (From && Tu.qualifiedName(From) == "std::nullopt_t");
    if (!Empty && (Args[0]->isXValue() || Args[0]->isPRValue() ||
                   isa<MaterializeTemporaryExpr>(Args[0]->IgnoreImpCasts()))) {
      moveFrom(Args[0], Key, Where);
      return true;
    }
    if (!Empty && Types.copyCounts(Args[0]->getType()))
      pyOp(Where, "copies '" + Tu.typeName(Args[0]->getType()) + "'",
           K.of(Args[0]));
  }
  Empty ? setNull(Key, Where) : setNotNull(Key, Where);
  return true;
}

void Lowering::lowerContainerCall(const CallExpr *Call, const FunctionDecl *F,
                                  const Expr *Object) {
  const CXXRecordDecl *R = recordOf(Object->getType());
  if (!R || templateName(R).empty())
    return;
  if (identifier(F) == "emplace_back" || identifier(F) == "emplace_front")
    constructInside(typeArgument(R, 0), "", argumentsOf(Call), placeOf(Call));
  static constexpr const char *Removes[] = {"clear",     "erase",  "pop_back",
                                            "pop_front", "resize", "assign"};
  static constexpr const char *Copies[] = {
      "push_back",    "push_front",  "insert",           "push",   "assign",
      "emplace_back", "try_emplace", "insert_or_assign", "emplace"};
  static constexpr const char *KeepsEmpty[] = {"begin",  "end",  "reserve",
                                               "rbegin", "rend", "data"};
  StringRef Name = identifier(F);
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  bool Assigns = O && O->getOperator() == OO_Equal;
  std::string Key = K.of(Object);
  if (Assigns || llvm::is_contained(Removes, Name))
    destroy(Object->getType(), Key, placeOf(Call), false, false);
  bool CopiesIn = Assigns || llvm::is_contained(Copies, Name);
  if (CopiesIn &&
      (!Name.contains("emplace") || Types.copyCounts(Object->getType())))
    copiesArguments(argumentsOf(Call), placeOf(Call));
  if (Assigns && !argumentsOf(Call).empty() &&
      !argumentsOf(Call)[0]->isLValue())
    moveFrom(argumentsOf(Call)[0], Key, placeOf(Call));
  else if (Assigns || CopiesIn)
    setNotNull(Key, placeOf(Call));
  else if (Name == "clear")
    setNull(Key, placeOf(Call));
  else if (const auto *M = dyn_cast<CXXMethodDecl>(F);
           M && !M->isConst() && !llvm::is_contained(KeepsEmpty, Name))
    setNotNull(Key, placeOf(Call));
}
