//===- Statements.cpp - Where in a body its events are --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements.h"
#include "Names.h"
#include "gil-audit/PythonApi.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <algorithm>
#include <set>
#include <tuple>

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace {

using Position = std::tuple<unsigned, unsigned, unsigned>;

Position position(const Loc &L) { return {L.File, L.Line, L.Column}; }

/// The statements of all compound statements in one body, lambdas in it left
/// out: they are functions of their own.
class StatementRecorder {
public:
  StatementRecorder(TuContext &Tu, FunctionFacts &Facts)
      : Tu(Tu), Facts(Facts) {
    for (const Event &E : Facts.Events)
      Events.push_back(position(E.Where));
    llvm::sort(Events);
  }

  void run(const Stmt *Body) { visit(Body, -1, /*InSwitch=*/false); }

private:
  bool hasEvent(const Loc &Begin, const Loc &End) const {
    auto It = std::lower_bound(Events.begin(), Events.end(), position(Begin));
    return It != Events.end() && *It < position(End);
  }

  /// A statement may begin with a macro, but not in the middle of one.
  bool beginsInMacro(const Stmt *S) const {
    SourceLocation Begin = S->getBeginLoc();
    return Begin.isMacroID() &&
           !Lexer::isAtStartOfMacroExpansion(Begin, Tu.Ctx.getSourceManager(),
                                             Tu.Ctx.getLangOpts());
  }

  void visit(const Stmt *S, int Parent, bool InSwitch) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      StatementFact Where;
      Where.Block = Tu.range(C->getSourceRange());
      Where.Parent = Parent;
      Where.IsLabelled = InSwitch;
      Where.InMacro = C->getLBracLoc().isMacroID();
      for (const Stmt *Child : C->body())
        Where.BlockDeclarations += isa<DeclStmt>(Child);
      if (Where.Block.isValid())
        Where.Before = Where.Block.Begin + 1;
      for (const Stmt *Child : C->body()) {
        visitStatement(Child, Where);
        ByteRange R = Tu.range(Child->getSourceRange(), /*WithSemicolon=*/true);
        bool InPlace = R.isValid() && R.File == Where.Block.File;
        Where.Before = InPlace ? R.End : 0;
        ++Where.Index;
      }
      return;
    }
    for (const Stmt *Child : S->children())
      visit(Child, Parent, isa<SwitchStmt>(S));
  }

  /// \p Fact says where it is.
  void visitStatement(const Stmt *S, StatementFact Fact) {
    Fact.Range = Tu.range(S->getSourceRange(), /*WithSemicolon=*/true);
    Fact.Begin = Tu.loc(S->getBeginLoc());
    Fact.End = Tu.endOf(Fact.Range, S->getBeginLoc());
    if (!Fact.Range.isValid() || !hasEvent(Fact.Begin, Fact.End))
      return;
    Fact.IsBlock = isa<CompoundStmt>(S);
    Fact.IsLoop = isa<ForStmt>(S) || isa<WhileStmt>(S) || isa<DoStmt>(S) ||
                  isa<CXXForRangeStmt>(S);
    Fact.IsLabelled |= isa<LabelStmt>(S) || isa<SwitchCase>(S);
    Fact.InMacro |= beginsInMacro(S);
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      Fact.DeclaresNames = true;
      if (D->isSingleDecl())
        if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl()))
          Fact.Variable = V->getNameAsString();
    }
    int Number = static_cast<int>(Facts.Statements.size());
    Facts.Statements.push_back(std::move(Fact));
    visit(S, Number, /*InSwitch=*/false);
  }

  TuContext &Tu;
  FunctionFacts &Facts;
  std::vector<Position> Events;
};

/// Finds what asks whether Python is still there.
class TestFinder : public RecursiveASTVisitor<TestFinder> {
public:
  explicit TestFinder(TuContext &Tu) : Tu(Tu) {}

  bool VisitIfStmt(IfStmt *If) {
    const Stmt *Then = If->getThen();
    if (const auto *C = dyn_cast<CompoundStmt>(Then); C && C->size() == 1)
      Then = C->body_front();
    const auto *Return = dyn_cast<ReturnStmt>(Then);
    if (!Return || Return->getRetValue() || If->getElse() ||
        !asks(If->getCond()))
      return true;
    SourceManager &SM = Tu.Ctx.getSourceManager();
    CharSourceRange Text =
        SM.getExpansionRange(If->getCond()->getSourceRange());
    Found = Lexer::getSourceText(Text, SM, Tu.Ctx.getLangOpts()).str();
    Where = Tu.loc(If->getBeginLoc());
    return false;
  }

  std::string Found;
  Loc Where;

private:
  bool asks(const Stmt *S) {
    if (!S)
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = Call->getDirectCallee();
          F && isLivenessTest(Tu.qualifiedName(F)))
        return true;
    return llvm::any_of(S->children(), [&](const Stmt *C) { return asks(C); });
  }

  TuContext &Tu;
};

} // namespace

void gilaudit::describeBody(TuContext &Tu, const FunctionDecl *F,
                            FunctionFacts &Facts) {
  Facts.ReturnsVoid = F->getReturnType()->isVoidType();
  // Lambdas are constexpr where they can be, without being asked.
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  Facts.IsConstexpr = F->isConsteval() || (F->isConstexprSpecified() &&
                                           !(M && M->getParent()->isLambda()));
  const Stmt *Body = F->getBody();
  if (!Body || F->isImplicit() || F->isDefaulted())
    return;
  Facts.Body = Tu.range(Body->getSourceRange());
  if (Facts.Events.empty())
    return;
  StatementRecorder(Tu, Facts).run(Body);
  collectNames(Tu, F, Facts);
}

std::pair<std::string, Loc> gilaudit::finalizationTest(TuContext &Tu,
                                                       const FunctionDecl *F) {
  if (!F->getReturnType()->isVoidType() || !F->getBody())
    return {};
  TestFinder Finder(Tu);
  Finder.TraverseStmt(F->getBody());
  return {std::move(Finder.Found), Finder.Where};
}
