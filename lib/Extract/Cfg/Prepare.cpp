//===- Prepare.cpp - What lowering has to know beforehand -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Lowering.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

const MaterializeTemporaryExpr *gilaudit::extendedTemporary(const VarDecl *V) {
  const Expr *E = V->getType()->isReferenceType() ? V->getInit() : nullptr;
  while (E) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
      if (M->getExtendingDecl() == V)
        return M;
      E = M->getSubExpr();
    } else if (const auto *C = dyn_cast<FullExpr>(E)) {
      E = C->getSubExpr();
    } else if (const auto *C = dyn_cast<CastExpr>(E)) {
      E = C->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

namespace gilaudit {

/// Finds out, before the CFG is walked, where objects will live and which try
/// block each expression is in.
class PrepareVisitor : public RecursiveASTVisitor<PrepareVisitor> {
public:
  explicit PrepareVisitor(Lowering &L) : L(L) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseLambdaExpr(LambdaExpr *Lambda) {
    note(Lambda);
    // What a lambda can change behind our back is not tracked.
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
          L.Untracked.insert(L.K.ofVar(V));
    for (Expr *Init : Lambda->capture_inits())
      if (Init)
        TraverseStmt(Init);
    return true;
  }
  bool TraverseDecl(Decl *D) {
    // Local classes are functions of their own.
    return D && isa<TagDecl>(D) ? true : RecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseCXXTryStmt(CXXTryStmt *Try) {
    int Index = static_cast<int>(L.Out->Tries.size());
    L.Out->Tries.push_back({Now});
    L.TryIndex[Try] = Index;
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
      L.CatchOf[Try->getHandler(I)] = Index;
    int Outer = Now;
    Now = Index;
    if (Try == L.F->getBody())
      traverseInitialisers();
    TraverseStmt(Try->getTryBlock());
    Now = Outer;
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
      TraverseStmt(Try->getHandler(I));
    return true;
  }

  /// Those of a constructor; a function-try-block covers them.
  void traverseInitialisers() {
    const auto *Ctor = dyn_cast<CXXConstructorDecl>(L.F);
    if (!Ctor)
      return;
    for (const CXXCtorInitializer *Init : Ctor->inits()) {
      L.K.place(Init->getInit(),
                Init->isAnyMemberInitializer()
                    ? "this." + Init->getAnyMember()->getNameAsString()
                    : "this");
      TraverseStmt(Init->getInit());
      if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init->getInit()))
        TraverseStmt(const_cast<Expr *>(D->getExpr()));
    }
  }

  bool VisitStmt(Stmt *S) {
    note(S);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    L.TryOfVar[V] = Now;
    if (V->getInit() && !V->getType()->isReferenceType())
      L.K.place(V->getInit(), L.K.ofVar(V));
    else if (const auto *M = extendedTemporary(V))
      L.K.place(M, "v" + std::to_string(L.Tu.number(V->getCanonicalDecl())));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign && !B->getType()->isRecordType())
      L.K.place(B->getRHS(), L.K.of(B->getLHS()));
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *R) {
    const Expr *Value = R->getRetValue();
    if (!Value)
      return true;
    if (const VarDecl *V = R->getNRVOCandidate(); V && V->isNRVOVariable()) {
      for (const Expr *E = Value->IgnoreImplicit(); E;) {
        L.Elided.insert(E);
        const auto *C = dyn_cast<CXXConstructExpr>(E);
        E = C && C->getNumArgs() ? C->getArg(0)->IgnoreImplicit() : nullptr;
      }
      return true;
    }
    L.K.place(Value, "ret");
    return true;
  }

  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *B) {
    if (L.K.destination(B).empty())
      L.K.place(B, L.K.temporary(B));
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (isToken(Call->getType()) && L.K.destination(Call).empty())
      L.K.place(Call, "t" + std::to_string(L.Tu.number(Call)));
    if (Callee && L.Tu.isProjectFunction(Callee))
      for (Expr *Arg : Call->arguments())
        calleeDestroys(Arg);
    // holder.reset(new T): the new object lives in the holder.
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call);
        M && Callee && Call->getNumArgs() > 0 &&
        isHolderName(templateName(recordOf(M->getObjectType()))))
      if (const auto *New = dyn_cast<CXXNewExpr>(strip(Call->getArg(0))))
        L.K.place(New->getInitializer(),
                  L.K.of(M->getImplicitObjectArgument()) + ".*");
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    if (L.Tu.isProjectFunction(E->getConstructor()))
      for (Expr *Arg : E->arguments())
        calleeDestroys(Arg);
    return true;
  }

private:
  void note(Stmt *S) {
    if (Now >= 0)
      L.TryOf[S] = Now;
  }
  void calleeDestroys(const Expr *Arg) {
    Arg = Arg->IgnoreParens();
    if (const auto *C = dyn_cast<ImplicitCastExpr>(Arg))
      Arg = C->getSubExpr();
    if (isa<CXXBindTemporaryExpr>(Arg))
      L.CalleeDestroys.insert(Arg);
  }

  Lowering &L;
  int Now = -1;
};

} // namespace gilaudit

void Lowering::prepare() {
  PrepareVisitor Visitor(*this);
  if (!isa<CXXTryStmt>(F->getBody()))
    Visitor.traverseInitialisers();
  Visitor.TraverseStmt(F->getBody());
}
