//===- Keys.cpp - Object keys of expressions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Keys.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

StringRef gilaudit::templateName(const CXXRecordDecl *R) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  return S && S->getDeclName().isIdentifier() ? S->getName() : StringRef();
}

QualType gilaudit::typeArgument(const CXXRecordDecl *R, unsigned I) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  if (!S)
    return {};
  for (const TemplateArgument &A : S->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> Each = A;
    if (A.getKind() == TemplateArgument::Pack)
      Each = A.pack_elements();
    for (const TemplateArgument &Sub : Each) {
      if (Sub.getKind() != TemplateArgument::Type)
        continue;
      if (I-- == 0)
        return Sub.getAsType();
    }
  }
  return {};
}

bool gilaudit::isToken(QualType T) {
  std::string Name = T.getUnqualifiedType().getAsString();
  return StringRef(Name).contains("PyThreadState") ||
         StringRef(Name).contains("PyGILState_STATE") ||
         StringRef(Name).contains("struct _ts");
}

/// True for a token itself, not a pointer to one.
static bool isTokenValue(QualType T) {
  return isToken(T) &&
         (!T->isPointerType() || !T->getPointeeType()->isPointerType()) &&
         !(T->isPointerType() && T->getPointeeType()->isEnumeralType());
}

bool gilaudit::isHolderName(StringRef Name) {
  return Name == "optional" || Name == "unique_ptr" || Name == "shared_ptr";
}

bool Keys::isOwn(const VarDecl *V) const {
  const auto *Owner = dyn_cast<FunctionDecl>(V->getDeclContext());
  return Owner && Owner->getCanonicalDecl() == F->getCanonicalDecl();
}

std::string Keys::ofVar(const VarDecl *V) const {
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    if (isOwn(P))
      return P->getType()->isReferenceType()
                 ? "p" + std::to_string(Tu.number(P))
                 : "v" + std::to_string(Tu.number(P));
  V = V->getCanonicalDecl();
  std::string Number = std::to_string(Tu.number(V));
  if (V->hasGlobalStorage())
    return "g" + Number;
  if (!isOwn(V))
    return "c" + Number; // Captured: lives in the closure or outside.
  if (V->getType()->isReferenceType() && V->getInit())
    if (std::string Alias = of(V->getInit()); !Alias.empty())
      return Alias;
  return "v" + Number;
}

std::string Keys::ofParam(const ParmVarDecl *P) const {
  std::string Key = ofVar(P);
  return P->getType()->isPointerType() && !isTokenValue(P->getType())
             ? Key + ".*"
             : Key;
}

/// The operand of `std::move(x)` and `std::forward<T>(x)`, or null.
static const Expr *moved(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || Call->getNumArgs() != 1 || !F->isInStdNamespace() ||
      !F->getDeclName().isIdentifier())
    return nullptr;
  return F->getName() == "move" || F->getName() == "forward" ? Call->getArg(0)
                                                             : nullptr;
}

std::string Keys::of(const Expr *E) const {
  if (!E)
    return "";
  if (std::string Made = destination(E); !Made.empty())
    return Made;
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return temporary(B);
  const Expr *Inner = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(Inner))
    return of(C->getSubExpr());
  if (const auto *C = dyn_cast<ExprWithCleanups>(Inner))
    return of(C->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Inner))
    return of(M->getSubExpr());
  if (isa<CXXThisExpr>(Inner))
    return "this";
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? ofVar(V) : "";
  }
  if (const auto *M = dyn_cast<MemberExpr>(Inner)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      return ofVar(V);
    if (!isa<FieldDecl>(M->getMemberDecl()))
      return "";
    std::string Base = of(M->getBase());
    if (Base.empty())
      return "";
    if (M->isArrow() && Base != "this" &&
        !isa<CXXOperatorCallExpr>(strip(M->getBase())))
      Base += ".*";
    return Base + "." + M->getMemberDecl()->getNameAsString();
  }
  if (const auto *U = dyn_cast<UnaryOperator>(Inner)) {
    if (U->getOpcode() != UO_Deref)
      return "";
    std::string Base = of(U->getSubExpr());
    return Base.empty() || Base == "this" ? Base : Base + ".*";
  }
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Inner)) {
    if (O->getOperator() != OO_Arrow && O->getOperator() != OO_Star)
      return "";
    std::string Base = of(O->getArg(0));
    return Base.empty() ? "" : Base + ".*";
  }
  if (const auto *Call = dyn_cast<CallExpr>(Inner))
    if (const Expr *Operand = moved(Call))
      return of(Operand);
  return "";
}

std::string Keys::ofArgument(const Expr *Arg, QualType Param) const {
  const Expr *E = Arg->IgnoreParenImpCasts();
  if (Param->isPointerType() && !isTokenValue(Param)) {
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf)
      return of(U->getSubExpr());
    if (isa<CXXThisExpr>(E))
      return "this";
    std::string Key = of(Arg);
    return Key.empty() ? "" : Key + ".*";
  }
  return of(Arg);
}

void Keys::place(const Expr *E, const std::string &Key) {
  if (!E || Key.empty())
    return;
  const Expr *Inner = E->IgnoreParens();
  Destinations[Inner] = Key;
  if (const auto *C = dyn_cast<ExprWithCleanups>(Inner))
    return place(C->getSubExpr(), Key);
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Inner))
    return place(B->getSubExpr(), Key);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Inner))
    return place(M->getSubExpr(), Key);
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Inner))
    return place(D->getExpr(), Key);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(Inner)) {
    place(C->getTrueExpr(), Key);
    return place(C->getFalseExpr(), Key);
  }
  if (const auto *C = dyn_cast<CastExpr>(Inner)) {
    // A cast to another class makes the object itself (a converting
    // constructor below it); a load or a conversion of the same object not.
    if (C->getCastKind() != CK_LValueToRValue)
      place(C->getSubExpr(), Key);
    else
      Destinations.erase(Inner);
    return;
  }
  if (const auto *List = dyn_cast<InitListExpr>(Inner)) {
    const CXXRecordDecl *R = recordOf(List->getType());
    if (!R) {
      if (List->getNumInits() == 1)
        place(List->getInit(0), Key);
      return;
    }
    unsigned I = R->getNumBases();
    for (const FieldDecl *Field : R->fields())
      if (I < List->getNumInits())
        place(List->getInit(I++), Key + "." + Field->getNameAsString());
    return;
  }
  if (const auto *New = dyn_cast<CXXNewExpr>(Inner))
    return place(New->getInitializer(), Key + ".*");
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner)) {
    const CXXRecordDecl *R = Construct->getConstructor()->getParent();
    if (isHolderName(templateName(R)) && Construct->getNumArgs() > 0 &&
        Construct->getArg(0)->getType()->isPointerType())
      place(Construct->getArg(0), Key);
    return;
  }
  if (isa<DeclRefExpr>(Inner) || isa<MemberExpr>(Inner) ||
      isa<CXXThisExpr>(Inner))
    Destinations.erase(Inner); // Denotes another object.
}

std::string Keys::destination(const Expr *E) const {
  auto It = Destinations.find(E->IgnoreParens());
  return It == Destinations.end() ? "" : It->second;
}

std::string Keys::temporary(const CXXBindTemporaryExpr *E) const {
  if (std::string Key = destination(E); !Key.empty())
    return Key;
  return "t" + std::to_string(Tu.number(E));
}
