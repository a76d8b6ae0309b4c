//===- FunctionHeads.cpp - Where functions begin and end ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionHeads.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace gilaudit;

namespace {

class HeadFinder : public RecursiveASTVisitor<HeadFinder> {
public:
  explicit HeadFinder(TuContext &Tu) : Tu(Tu) {}

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->isImplicit() || !Tu.isProject(F->getLocation()))
      return true;
    FunctionHead H = headOf(F);
    const FunctionDecl *Definition = nullptr;
    if (F->isDefined(Definition) && Tu.isProject(Definition->getLocation())) {
      Loc Begin = Tu.loc(beginOf(Definition));
      H.Covers.push_back(
          {Begin.File, Begin.Line, Tu.loc(Definition->getEndLoc()).Line});
    }
    Heads.push_back(std::move(H));
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *L) {
    if (!Tu.isProject(L->getBeginLoc()))
      return true;
    Loc Begin = Tu.loc(L->getBeginLoc()), End = Tu.loc(L->getEndLoc());
    FunctionHead H;
    H.File = Begin.File;
    H.FirstLine = Begin.Line;
    H.LastLine = Tu.loc(L->getBody()->getBeginLoc()).Line;
    H.Covers.push_back({Begin.File, Begin.Line, End.Line});
    Heads.push_back(std::move(H));
    return true;
  }

  std::vector<FunctionHead> Heads;

private:
  static SourceLocation beginOf(const FunctionDecl *F) {
    if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
      return T->getBeginLoc();
    return F->getBeginLoc();
  }

  FunctionHead headOf(const FunctionDecl *F) {
    FunctionHead H;
    Loc Begin = Tu.loc(beginOf(F));
    H.File = Begin.File;
    H.FirstLine = Begin.Line;
    // A body that is not parsed has no brace to be found.
    const Stmt *Body =
        F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr;
    H.LastLine = Tu.loc(Body ? Body->getBeginLoc() : F->getEndLoc()).Line;
    return H;
  }

  TuContext &Tu;
};

} // namespace

std::vector<FunctionHead> gilaudit::functionHeads(TuContext &Tu) {
  HeadFinder Finder(Tu);
  for (Decl *D : Tu.Ctx.getTranslationUnitDecl()->decls())
    if (Tu.isProject(D->getLocation()))
      Finder.TraverseDecl(D);
  return std::move(Finder.Heads);
}
