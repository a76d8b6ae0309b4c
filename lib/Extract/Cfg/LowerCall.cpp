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

static std::vector<InternedString>
interned(const std::vector<std::string> &Texts) {
  return {Texts.begin(), Texts.end()};
}

const Expr *gilaudit::objectOf(const CallExpr *Call) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    return M->getImplicitObjectArgument();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call))
    if (const auto *F = O->getDirectCallee(); F && isa<CXXMethodDecl>(F))
      return O->getArg(0);
  return nullptr;
}

llvm::SmallVector<const Expr *, 8> gilaudit::argumentsOf(const CallExpr *Call) {
  llvm::SmallVector<const Expr *, 8> Args(Call->arguments());
  if (isa<CXXOperatorCallExpr>(Call) && objectOf(Call))
    Args.erase(Args.begin());
  return Args;
}

StringRef gilaudit::identifier(const FunctionDecl *F) {
  return F->getDeclName().isIdentifier() ? F->getName() : StringRef();
}

SourceLocation gilaudit::placeOf(const Expr *E) {
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
    bool Writable =
        T->isLValueReferenceType()
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
    if (std::string Key = isToken(Arg->getType()) ? K.of(Arg) : "";
        !Key.empty())
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
    A.Sources = interned(Flows.sources(Object));
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
      A.Sources = interned(Flows.argumentNodes(Args[I]));
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
      Arg.Sources = interned(Flows.argumentNodes(Args[I]));
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
      if (const auto *Callee =
              dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens());
          Callee && Callee->isArrow() && A.ObjectKey != "this" &&
          !A.ObjectKey.empty() && !StringRef(A.ObjectKey).ends_with(".*"))
        A.ObjectKey += ".*";
  }
  if (Method && Method->isVirtual()) {
    bool Qualified = false;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
      if (const auto *Callee =
              dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens()))
        Qualified = Callee->hasQualifier();
    if (!Qualified && !Method->hasAttr<FinalAttr>() &&
        !Method->getParent()->isEffectivelyFinal())
      A.Via = CallVia::Virtual;
  }
  for (unsigned I = 0; I < Args.size() && I < F->getNumParams(); ++I)
    A.ArgKeys.push_back(K.ofArgument(Args[I], F->getParamDecl(I)->getType()));
  if (Call->getType()->isRecordType())
    A.Constructs =
        true; // A returned guard ends with the variable it is put in.
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
