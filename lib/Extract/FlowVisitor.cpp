//===- FlowVisitor.cpp - Finds assignments of callables -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callbacks.h"
#include "gil-audit/PythonApi.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gilaudit {

/// Visits one function body, without the bodies of lambdas in it (they are
/// functions of their own).
class FlowVisitor : public RecursiveASTVisitor<FlowVisitor> {
public:
  FlowVisitor(Callbacks &C, const FunctionDecl *F) : C(C), F(F) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseLambdaExpr(LambdaExpr *L) {
    for (unsigned I = 0; I < L->capture_size(); ++I) {
      const LambdaCapture *Capture = L->capture_begin() + I;
      if (Capture->capturesVariable() && L->isInitCapture(Capture))
        if (const auto *V = dyn_cast<VarDecl>(Capture->getCapturedVar()))
          C.visitVariable(V);
      if (Expr *Init = L->capture_init_begin()[I])
        TraverseStmt(Init);
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    C.visitVariable(V);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign &&
        C.carriesCallable(B->getLHS()->getType()))
      C.assign(C.nodeOf(B->getLHS()), B->getRHS());
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *R) {
    if (R->getRetValue() && C.carriesCallable(F->getReturnType()))
      C.assign("ret:" + C.Tu.functionId(F), R->getRetValue());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (O->getOperator() == OO_Equal && O->getNumArgs() == 2 &&
          C.carriesCallable(O->getArg(0)->getType()))
        C.assign(C.nodeOf(O->getArg(0)), O->getArg(1));
      // A method's object is argument 0 of the call, no parameter.
      if (isa<CXXMethodDecl>(Callee))
        arguments(Callee, Call->getArgs() + 1, Call->getNumArgs() - 1);
      return true;
    }
    arguments(Callee, Call->getArgs(), Call->getNumArgs());
    stored(Call, Callee);
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    arguments(Construct->getConstructor(), Construct->getArgs(),
              Construct->getNumArgs());
    return true;
  }

  bool VisitInitListExpr(InitListExpr *List) {
    // Fields of aggregates that are no variable of their own.
    const CXXRecordDecl *R = recordOf(List->getType());
    if (!R || !List->isSemanticForm() || !C.Tu.isProject(R))
      return true;
    unsigned I = 0;
    for (const FieldDecl *Field : R->fields())
      if (I < List->getNumInits()) {
        if (C.carriesCallable(Field->getType()))
          C.assign(C.Tu.fieldNode(Field), List->getInit(I));
        ++I;
      }
    return true;
  }

private:
  void arguments(const FunctionDecl *Callee, const Expr *const *Args,
                 unsigned Count) {
    if (!C.Tu.isProjectFunction(Callee))
      return;
    for (unsigned I = 0; I < Count && I < Callee->getNumParams(); ++I)
      if (C.carriesCallable(Callee->getParamDecl(I)->getType()))
        C.assign("param:" + C.Tu.functionId(Callee) + "#" + std::to_string(I),
                 Args[I]);
  }

  /// container.push_back(f), holder.reset(f), map.emplace(key, f), ...
  void stored(const CallExpr *Call, const FunctionDecl *Callee) {
    const auto *M = dyn_cast<CXXMemberCallExpr>(Call);
    if (!M || C.Tu.isProjectFunction(Callee) ||
        !Callee->getDeclName().isIdentifier() ||
        !keepsCallable(Callee->getName()))
      return;
    for (const Expr *Arg : Call->arguments())
      if (C.carriesCallable(Arg->getType()))
        C.assign(C.nodeOf(M->getImplicitObjectArgument()), Arg);
  }

  Callbacks &C;
  const FunctionDecl *F;
};

} // namespace gilaudit

using namespace gilaudit;

void Callbacks::visitVariable(const VarDecl *V) {
  if (isa<ParmVarDecl>(V) || !V->getAnyInitializer())
    return;
  if (carriesCallable(V->getType()))
    assign(Tu.varNode(V), V->getAnyInitializer());
}

void Callbacks::visitFunction(const FunctionDecl *F) {
  FlowVisitor Visitor(*this, F);
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : Ctor->inits()) {
      if (Init->isAnyMemberInitializer() &&
          carriesCallable(Init->getAnyMember()->getType()))
        assign(Tu.fieldNode(Init->getAnyMember()), Init->getInit());
      Visitor.TraverseStmt(Init->getInit());
    }
  Visitor.TraverseStmt(F->getBody());
}
