//===- ArgumentSites.cpp - Arguments that may have to move ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "FixSites.h"

using namespace clang;
using namespace gilaudit;

/// The type in front of a local's name; "auto" where it is not just in front,
/// as in pointers to functions, or has no name.
std::string FixSites::spelled(QualType T) {
  std::string Name =
      T.getUnqualifiedType().getAsString(Tu.Ctx.getPrintingPolicy());
  return Name.find_first_of("([") == std::string::npos ? Name : "auto";
}

/// The value of \p E may be, or hold, a pointer to what it was made from.
static bool mayRefer(const Expr *E) {
  QualType T = E->getType();
  return E->isGLValue() ||
         (!T->isVoidType() && !T->isArithmeticType() && !T->isEnumeralType());
}

void FixSites::describeArguments(const Expr *E, FixSite &Site) {
  llvm::ArrayRef<const Expr *> Args;
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    Args = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
    Callee = Call->getDirectCallee();
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    Args = llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs());
    Callee = Construct->getConstructor();
  }
  // The object of an overloaded operator is no parameter.
  size_t Shift =
      isa<CXXOperatorCallExpr>(E) && isa_and_nonnull<CXXMethodDecl>(Callee);
  bool Refers = mayRefer(E);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    Site.MayDangle =
        Refers && materializes(Member->getImplicitObjectArgument());
  for (auto [Index, Arg] : llvm::enumerate(Args)) {
    if (isa<CXXDefaultArgExpr>(Arg)) {
      Site.MayDangle |= Refers && materializes(Arg);
      continue;
    }
    ArgSite Where;
    Where.Range = Tu.range(Arg->getSourceRange());
    Where.Begin = Tu.loc(Arg->getBeginLoc());
    Where.End = Tu.endOf(Where.Range, Arg->getBeginLoc());
    QualType Type = Arg->getType();
    if (Callee && Index >= Shift && Index - Shift < Callee->getNumParams()) {
      const ParmVarDecl *P = Callee->getParamDecl(Index - Shift);
      Type = P->getType();
      Where.Name = P->getNameAsString();
    }
    Where.Temporary = Type->isReferenceType() || makesTemporary(Arg);
    Where.KeptAlive = Refers && materializes(Arg);
    Where.Type = spelled(Type);
    Site.Args.push_back(std::move(Where));
  }
}
