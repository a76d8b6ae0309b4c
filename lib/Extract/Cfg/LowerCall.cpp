//===- LowerCall.cpp - Calls as actions -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Lowering.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

static const Expr *objectOf(const CallExpr *Call) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    return M->getImplicitObjectArgument();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call))
    if (const auto *F = O->getDirectCallee(); F && isa<CXXMethodDecl>(F))
      return O->getArg(0);
  return nullptr;
}

/// The arguments that go with the parameters of the callee.
static llvm::SmallVector<const Expr *, 8> argumentsOf(const CallExpr *Call) {
  llvm::SmallVector<const Expr *, 8> Args(Call->arguments());
  if (isa<CXXOperatorCallExpr>(Call) && objectOf(Call))
    Args.erase(Args.begin());
  return Args;
}

static StringRef identifier(const FunctionDecl *F) {
  return F->getDeclName().isIdentifier() ? F->getName() : StringRef();
}

/// Where a maintainer looks for a call: at the name of the member, or at the
/// beginning.
static SourceLocation placeOf(const Expr *E) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    return M->getExprLoc();
  if (const auto *C = dyn_cast<CallExpr>(E); C && !isa<CXXOperatorCallExpr>(E))
    return C->getCallee()->getExprLoc();
  return E->getBeginLoc();
}

std::vector<std::string>
Lowering::changedBy(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Args) {
  std::vector<std::string> Keys;
  for (unsigned I = 0; I < Args.size() && I < F->getNumParams(); ++I) {
    QualType T = F->getParamDecl(I)->getType();
    bool Writable = T->isLValueReferenceType()
                        ? !T->getPointeeType().isConstQualified()
                        : T->isPointerType() && !T->getPointeeType().isConstQualified();
    if (std::string Key = K.ofArgument(Args[I], T); Writable && !Key.empty())
      Keys.push_back(std::move(Key));
  }
  return Keys;
}

void Lowering::forgetArguments(const FunctionDecl *F,
                               llvm::ArrayRef<const Expr *> Args,
                               SourceLocation Where) {
  for (const std::string &Key : changedBy(F, Args))
    setNotNull(Key, Where);
  // Library code may keep a token, so that its object undoes it.
  for (const Expr *Arg : Args)
    if (std::string Key = isToken(Arg->getType()) ? K.of(Arg) : ""; !Key.empty())
      add(Action::Escape, Where).Key = Key;
}

bool gilaudit::cannotThrow(const FunctionDecl *F) {
  const auto *Type = F->getType()->getAs<FunctionProtoType>();
  return Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()) &&
         Type->isNothrow();
}

void Lowering::lowerCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return lowerIndirectCall(Call, Call->getCallee());
  if (Callee->getBuiltinID() != 0)
    return;
  const Expr *Object = objectOf(Call);
  if (std::string Name = Tu.apiName(Callee, Object); !Name.empty())
    return lowerApiCall(Call, Name, Callee, Object, argumentsOf(Call));
  if (Tu.isCPython(Callee)) {
    if (lowerGilFunction(Call, Callee))
      return;
    if (!isSafeCPython(Callee->getName()))
      pyOp(placeOf(Call), "calls '" + Callee->getName().str() + "'");
    return;
  }
  if (Tu.isBindingLibrary(Callee))
    return lowerBindingCall(Call, Callee);
  if (Tu.isProjectFunction(Callee))
    return lowerProjectCall(Call, Callee);
  lowerLibraryCall(Call, Callee);
}

bool Lowering::lowerGilFunction(const CallExpr *Call, const FunctionDecl *F) {
  SourceLocation Where = placeOf(Call);
  std::optional<GilFunction> Known = gilFunction(F->getName());
  if (F->getName() == "PyThreadState_Swap" && Call->getNumArgs() == 1) {
    bool Null = Call->getArg(0)->isNullPointerConstant(
        Tu.Ctx, Expr::NPC_ValueDependentIsNotNull);
    Known = GilFunction{Null ? GilFunction::Begin : GilFunction::End,
                        GilEffect::Release};
  }
  if (!Known)
    return false;
  Action::KindTy Kind = Known->Kind == GilFunction::Begin ? Action::Enter
                        : Known->Kind == GilFunction::End ? Action::Exit
                                                          : Action::Set;
  std::string Key;
  if (Kind == Action::Enter) {
    Key = K.destination(Call);
    if (Key.empty())
      Key = "t" + std::to_string(Tu.number(Call));
  } else if (Kind == Action::Exit && Call->getNumArgs() > 0) {
    Key = K.of(Call->getArg(0));
  }
  Action &A = add(Kind, Where);
  A.What = F->getName().str();
  A.Effect = Known->Effect;
  A.Key = Key;
  A.Site = siteOf(Call);
  return true;
}

void Lowering::lowerBindingCall(const CallExpr *Call, const FunctionDecl *F) {
  const Expr *Object = objectOf(Call);
  SourceLocation Where = placeOf(Call);
  StringRef Name = identifier(F);
  if (Object && Types.guard(Object->getType())) {
    if (Name == "disarm")
      add(Action::Disarm, Where).Key = K.of(Object);
    return;
  }
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  if (O && Object && O->getOperator() == OO_Equal &&
      Types.copyCounts(Object->getType()))
    return lowerOwnerAssign(O);
  if (Object && Name == "release" && Call->getNumArgs() == 0)
    return setNull(K.of(Object), Where);
  if (Object && Name == "reset" && Call->getNumArgs() == 0) {
    std::string Key = K.of(Object);
    pyOp(Where, "resets '" + Tu.typeName(Object->getType()) + "'", Key);
    return setNull(Key, Where);
  }
  forgetArguments(F, argumentsOf(Call), Where);
  StringRef Qualified = Tu.qualifiedName(F);
  if (isSafeBinding(Qualified) ||
      (Object && isSafeBinding((Tu.qualifiedName(recordOf(Object->getType())
                                                     ? cast<NamedDecl>(recordOf(
                                                           Object->getType()))
                                                     : cast<NamedDecl>(F)) +
                                "::" + F->getNameAsString())
                                   .str())))
    return;
  pyOp(Where, "calls '" + Qualified.str() + "'");
  Current->back().Site = siteOf(Call);
}

void Lowering::lowerOwnerAssign(const CXXOperatorCallExpr *Call) {
  std::string To = K.of(Call->getArg(0));
  const Expr *Value = Call->getArg(1);
  SourceLocation Where = Call->getBeginLoc();
  std::string Type = Tu.typeName(Call->getArg(0)->getType());
  bool Moves = Value->isXValue() || Value->isPRValue() ||
               isa<MaterializeTemporaryExpr>(Value->IgnoreImpCasts());
  if (!Moves)
    pyOp(Where, "copies '" + Type + "'");
  else
    pyOp(Where, "overwrites '" + Type + "'", To);
  if (Moves)
    moveFrom(Value, To, Where);
  else
    setNotNull(To, Where);
}

void Lowering::lowerApiCall(const Expr *Call, const std::string &Name,
                            const FunctionDecl *F, const Expr *Object,
                            llvm::ArrayRef<const Expr *> Args) {
  std::vector<ArgFact> Facts;
  if (Object)
    Object = Object->IgnoreParenBaseCasts();
  if (Object && Flows.carriesCallable(Object->getType())) {
    ArgFact A;
    A.Param = -1;
    A.Sources = Flows.sources(Object);
    Facts.push_back(std::move(A));
  }
  for (unsigned I = 0; I < Args.size(); ++I) {
    ArgFact A;
    A.Param = static_cast<int>(I);
    QualType Param = I < F->getNumParams() ? F->getParamDecl(I)->getType()
                                           : Args[I]->getType();
    A.FunctionPointerType = Flows.isCallbackParam(Param);
    bool Carries = A.FunctionPointerType || Flows.carriesCallable(Param) ||
                   Flows.carriesCallable(Args[I]->getType());
    if (Carries)
      A.Sources = Flows.argumentNodes(Args[I]);
    A.Constant = constantOf(Args[I], Tu.Ctx);
    if (Carries || !A.Constant.empty())
      Facts.push_back(std::move(A));
  }
  Action &A = add(Action::ApiCall, placeOf(Call));
  A.What = Name;
  A.Args = std::move(Facts);
  A.Site = siteOf(Call);
  forgetArguments(F, Args, Call->getBeginLoc());
}

void Lowering::lowerApiCallAt(SourceLocation Where, const std::string &Name,
                              llvm::ArrayRef<const Expr *> Args) {
  Action &A = add(Action::ApiCall, Where);
  A.What = Name;
  for (unsigned I = 0; I < Args.size(); ++I)
    if (Flows.carriesCallable(Args[I]->getType())) {
      ArgFact Arg;
      Arg.Param = static_cast<int>(I);
      Arg.Sources = Flows.argumentNodes(Args[I]);
      A.Args.push_back(std::move(Arg));
    }
}

void Lowering::lowerProjectCall(const CallExpr *Call, const FunctionDecl *F) {
  const Expr *Object = objectOf(Call);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  llvm::SmallVector<const Expr *, 8> Args = argumentsOf(Call);
  Action A;
  A.Kind = Action::Call;
  A.Where = place(placeOf(Call));
  A.What = Tu.printableName(F);
  A.Try = CurrentTry;
  A.Callees = {Tu.functionId(F)};
  A.ResultKey = K.destination(Call);
  if (Object) {
    A.ObjectKey = K.of(Object);
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
      if (const auto *Callee = dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens());
          Callee && Callee->isArrow() && A.ObjectKey != "this" &&
          !A.ObjectKey.empty() && !StringRef(A.ObjectKey).ends_with(".*"))
        A.ObjectKey += ".*";
  }
  if (Method && Method->isVirtual()) {
    bool Qualified = false;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
      if (const auto *Callee = dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens()))
        Qualified = Callee->hasQualifier();
    if (!Qualified && !Method->hasAttr<FinalAttr>() &&
        !Method->getParent()->isEffectivelyFinal())
      A.Via = CallVia::Virtual;
  }
  for (unsigned I = 0; I < Args.size() && I < F->getNumParams(); ++I)
    A.ArgKeys.push_back(K.ofArgument(Args[I], F->getParamDecl(I)->getType()));
  if (Call->getType()->isRecordType())
    A.Constructs = true; // A returned guard ends with the variable it is put in.
  A.Site = siteOf(Call);
  A.NoThrow = cannotThrow(F);
  A.Forgets = changedBy(F, Args);
  if (!A.ObjectKey.empty() && Method && !Method->isConst())
    A.Forgets.push_back(A.ObjectKey);
  if (!A.ResultKey.empty())
    A.Forgets.push_back(A.ResultKey);
  Current->push_back(std::move(A));
}

void Lowering::lowerIndirectCall(const CallExpr *Call, const Expr *Target) {
  std::vector<std::string> Nodes = Flows.sources(Target);
  if (Nodes.empty())
    return;
  Action &A = add(Action::Call, Call->getBeginLoc());
  A.What = "a callable";
  A.Via = CallVia::Indirect;
  A.Callees = std::move(Nodes);
  A.Site = siteOf(Call);
}

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
  if ((Name == "make_unique" || Name == "make_shared" || Name == "make_optional"))
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
      pyOp(Where, "copies '" + Tu.typeName(Args[0]->getType()) + "'", K.of(Args[0]));
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
  static constexpr const char *Removes[] = {"clear", "erase", "pop_back",
                                            "pop_front", "resize", "assign"};
  static constexpr const char *Copies[] = {
      "push_back", "push_front",   "insert",      "push",
      "assign",    "emplace_back", "try_emplace", "insert_or_assign",
      "emplace"};
  static constexpr const char *KeepsEmpty[] = {"begin", "end", "reserve",
                                               "rbegin", "rend", "data"};
  StringRef Name = identifier(F);
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  bool Assigns = O && O->getOperator() == OO_Equal;
  std::string Key = K.of(Object);
  if (Assigns || llvm::is_contained(Removes, Name))
    destroy(Object->getType(), Key, placeOf(Call), false, false);
  bool CopiesIn = Assigns || llvm::is_contained(Copies, Name);
  if (CopiesIn && (!Name.contains("emplace") || Types.copyCounts(Object->getType())))
    copiesArguments(argumentsOf(Call), placeOf(Call));
  if (Assigns && !argumentsOf(Call).empty() && !argumentsOf(Call)[0]->isLValue())
    moveFrom(argumentsOf(Call)[0], Key, placeOf(Call));
  else if (Assigns || CopiesIn)
    setNotNull(Key, placeOf(Call));
  else if (Name == "clear")
    setNull(Key, placeOf(Call));
  else if (const auto *M = dyn_cast<CXXMethodDecl>(F);
           M && !M->isConst() && !llvm::is_contained(KeepsEmpty, Name))
    setNotNull(Key, placeOf(Call));
}
