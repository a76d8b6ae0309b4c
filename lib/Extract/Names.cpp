//===- Names.cpp - Names that a body uses ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <set>
#include <tuple>

using namespace clang;
using namespace gilaudit;

namespace {

/// The names that a new local could hide or collide with, and where.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  NameCollector(TuContext &Tu, const ByteRange &Body) : Tu(Tu), Body(Body) {}

  bool TraverseCompoundStmt(CompoundStmt *S) {
    return inScope(
        S, [&] { return RecursiveASTVisitor::TraverseCompoundStmt(S); });
  }
  bool TraverseForStmt(ForStmt *S) {
    return inScope(S, [&] { return RecursiveASTVisitor::TraverseForStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return inScope(
        S, [&] { return RecursiveASTVisitor::TraverseCXXForRangeStmt(S); });
  }
  bool TraverseIfStmt(IfStmt *S) {
    return inScope(S, [&] { return RecursiveASTVisitor::TraverseIfStmt(S); });
  }
  bool TraverseWhileStmt(WhileStmt *S) {
    return inScope(S,
                   [&] { return RecursiveASTVisitor::TraverseWhileStmt(S); });
  }
  bool TraverseSwitchStmt(SwitchStmt *S) {
    return inScope(S,
                   [&] { return RecursiveASTVisitor::TraverseSwitchStmt(S); });
  }
  bool TraverseCXXCatchStmt(CXXCatchStmt *S) {
    return inScope(
        S, [&] { return RecursiveASTVisitor::TraverseCXXCatchStmt(S); });
  }
  bool TraverseLambdaExpr(LambdaExpr *S) {
    return inScope(S,
                   [&] { return RecursiveASTVisitor::TraverseLambdaExpr(S); });
  }

  bool VisitVarDecl(VarDecl *V) { return declare(V); }
  bool VisitBindingDecl(BindingDecl *B) { return declare(B); }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    // A declaration of the body stands before its uses.
    if (!E->hasQualifier() && !Declared.count(E->getDecl()))
      add(E->getDecl(), Body);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (E->isImplicitAccess())
      add(E->getMemberDecl(), Body);
    return true;
  }

  void add(const NamedDecl *D, const ByteRange &Where) {
    if (D->getDeclName().isIdentifier() && !D->getName().empty())
      Names.emplace(D->getNameAsString(), Where.File, Where.Begin, Where.End);
  }

  std::set<std::tuple<std::string, unsigned, unsigned, unsigned>> Names;

private:
  template <typename Fn> bool inScope(const Stmt *S, Fn Visit) {
    ByteRange R = Tu.range(S->getSourceRange());
    Scopes.push_back(R.isValid() && R.File == Body.File ? R : Body);
    bool Result = Visit();
    Scopes.pop_back();
    return Result;
  }

  bool declare(const NamedDecl *D) {
    Declared.insert(D);
    add(D, Scopes.empty() ? Body : Scopes.back());
    return true;
  }

  TuContext &Tu;
  ByteRange Body;
  std::vector<ByteRange> Scopes; ///< Those that are open, the innermost last.
  std::set<const NamedDecl *> Declared;
};

} // namespace

void gilaudit::collectNames(TuContext &Tu, const FunctionDecl *F,
                            FunctionFacts &Facts) {
  NameCollector Names(Tu, Facts.Body);
  Names.TraverseStmt(F->getBody());
  for (const ParmVarDecl *P : F->parameters())
    Names.add(P, Facts.Body);
  for (const auto &[Name, File, Begin, End] : Names.Names)
    Facts.Names.push_back({Name, {File, Begin, End}});
}
