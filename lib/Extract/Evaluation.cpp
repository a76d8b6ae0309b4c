//===- Evaluation.cpp - What else a statement does ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

using namespace clang;
using namespace gilaudit;

bool gilaudit::comesFirst(const Expr *Call, const Expr *Root,
                          const ParentMap &Up, const ASTContext &Ctx) {
  const Stmt *Child = Call;
  while (Child != Root) {
    const Stmt *Parent = Up.getParent(Child);
    if (!Parent || !isa<Expr>(Parent) || isa<LambdaExpr>(Parent) ||
        isa<StmtExpr>(Parent) || isa<BinaryConditionalOperator>(Parent))
      return false;
    const auto *Logical = dyn_cast<BinaryOperator>(Parent);
    const auto *Choice = dyn_cast<ConditionalOperator>(Parent);
    if (Logical && (Logical->isLogicalOp() || Logical->isCommaOp())) {
      if (Child != Logical->getLHS())
        return false;
    } else if (Choice) {
      if (Child != Choice->getCond())
        return false;
    } else {
      for (const Stmt *Other : Parent->children()) {
        const auto *E = dyn_cast_or_null<Expr>(Other);
        if (E && E != Child && E->HasSideEffects(Ctx))
          return false;
      }
    }
    Child = Parent;
  }
  return true;
}

/// A variable of the function whose address nobody needs to have.
static bool isLocal(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         !Ref->refersToEnclosingVariableOrCapture();
}

bool gilaudit::changesLocalsOnly(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || isa<CXXMethodDecl>(F) || F->isOverloadedOperator())
      return false;
  } else if (const auto *B = dyn_cast<BinaryOperator>(S);
             B && B->isAssignmentOp()) {
    if (!isLocal(B->getLHS()))
      return false;
  } else if (const auto *U = dyn_cast<UnaryOperator>(S);
             U && U->isIncrementDecrementOp()) {
    if (!isLocal(U->getSubExpr()))
      return false;
  } else if (isa<CXXConstructExpr>(S)) {
    if (!cast<CXXConstructExpr>(S)->getConstructor()->isTrivial())
      return false;
  } else if (isa<LambdaExpr>(S) || isa<StmtExpr>(S) || isa<CXXThrowExpr>(S) ||
             isa<CXXNewExpr>(S) || isa<CXXDeleteExpr>(S)) {
    return false;
  }
  return llvm::all_of(S->children(), changesLocalsOnly);
}

bool gilaudit::materializes(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return materializes(Default->getExpr());
  return isa<MaterializeTemporaryExpr>(S) ||
         llvm::any_of(S->children(), materializes);
}

bool gilaudit::makesTemporary(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(S);
      T && T->getType().isDestructedType() != QualType::DK_none)
    return true;
  return llvm::any_of(S->children(), makesTemporary);
}
