//===- FixSites.cpp - What a fix will need to know ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixSites.h"
#include "Evaluation.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

int FixSites::record(const FunctionDecl *F, const Expr *E) {
  auto [It, New] =
      Known.try_emplace(E, static_cast<int>(Tu.Facts.FixSites.size()));
  if (!New)
    return It->second;
  FixSite Site;
  Site.Call = Tu.range(E->getSourceRange());
  Site.CallBegin = Tu.loc(E->getBeginLoc());
  Site.CallEnd = Tu.endOf(Site.Call, E->getBeginLoc());
  Site.IsReference = E->isGLValue();
  Site.InMacro = E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID();
  Site.InTemplate = F->getTemplateInstantiationPattern() != nullptr;
  const Stmt *Body = F->getBody();
  if (const auto *Try = dyn_cast_or_null<CXXTryStmt>(Body))
    Body = Try->getTryBlock(); // That of the whole function.
  if (Body)
    Site.FunctionBody = Tu.range(Body->getSourceRange());
  describeShape(F, E, Site);
  describeArguments(E, Site);
  Tu.Facts.FixSites.push_back(std::move(Site));
  return It->second;
}

const ParentMap &FixSites::parents(const FunctionDecl *F) {
  std::unique_ptr<ParentMap> &Map = Parents[F];
  if (!Map)
    Map = std::make_unique<ParentMap>(F->getBody());
  return *Map;
}

/// The condition of a control statement, or null.
static const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

/// An if or switch whose condition begins what it does.
static bool isEvaluatedOnce(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && !If->isConstexpr();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return !Switch->getInit() && !Switch->getConditionVariable();
  return false;
}

/// The right side of an assignment, built in or overloaded; null otherwise.
static const Expr *assigned(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Assign)
    return B->getRHS();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->getOperator() == OO_Equal && O->getNumArgs() == 2)
    return O->getArg(1);
  return nullptr;
}

/// True for an assignment to a variable or to a member of one.
static bool assignsName(const Expr *E) {
  const Expr *Left = isa<BinaryOperator>(E)
                         ? cast<BinaryOperator>(E)->getLHS()
                         : cast<CXXOperatorCallExpr>(E)->getArg(0);
  Left = strip(Left)->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(Left)) {
    Left = strip(M->getBase())->IgnoreParenImpCasts();
    if (M->isArrow() && !isa<CXXThisExpr>(Left) && !isa<DeclRefExpr>(Left))
      return false;
  }
  return isa<DeclRefExpr>(Left) || isa<CXXThisExpr>(Left);
}

/// What a library type (std::optional) is implicitly made from here.
const Expr *FixSites::withoutWrapping(const Expr *E) {
  E = strip(E);
  while (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() != 1 || C->isListInitialization() ||
        Tu.isProject(C->getConstructor()) ||
        Tu.isBindingLibrary(C->getConstructor()))
      break;
    E = strip(C->getArg(0));
  }
  return E;
}

void FixSites::describeShape(const FunctionDecl *F, const Expr *E,
                             FixSite &Site) {
  const ParentMap &Up = parents(F);
  const Stmt *Child = E;
  const Stmt *Parent = Up.getParent(E);
  while (Parent && isa<Expr>(Parent)) {
    Child = Parent;
    Parent = Up.getParent(Parent);
  }
  if (!Parent)
    return describeMembers(F, E, Site);
  const Stmt *Whole = Child;
  if (const auto *Return = dyn_cast<ReturnStmt>(Parent)) {
    Site.Shape = SiteShape::Return;
    Site.IsWhole = strip(Return->getRetValue()) == strip(E);
    Whole = Parent;
  } else if (const auto *D = dyn_cast<DeclStmt>(Parent)) {
    Site.Shape = SiteShape::DeclInit;
    describeDeclaration(D, E, Site);
    Whole = Parent;
  } else if (const Expr *Condition = conditionOf(Parent);
             Condition && Condition == Child) {
    Site.Shape = SiteShape::Condition;
    Whole = Parent;
    if (!Site.InTemplate && isEvaluatedOnce(Parent) &&
        comesFirst(E, Condition, Up, Tu.Ctx))
      Site.HoistType = hoistType(E);
  } else {
    const Expr *Top = strip(cast<Expr>(Child));
    const Expr *Right = assigned(Top);
    bool Whole = Top == strip(E);
    Site.Shape = Whole                      ? SiteShape::Expression
                 : Right                    ? SiteShape::Assignment
                 : changesLocalsOnly(Child) ? SiteShape::Part
                                            : SiteShape::Argument;
    Site.IsWhole = Whole || (Right && withoutWrapping(Right) == strip(E) &&
                             assignsName(Top));
    // In the head of a for there is no room for a block.
    if (const auto *For = dyn_cast<ForStmt>(Parent);
        For && For->getBody() != Child)
      Site.Shape = SiteShape::Argument;
  }
  describeStatement(Whole, Site);
  while (Parent && !isa<CompoundStmt>(Parent))
    Parent = Up.getParent(Parent);
  if (Parent)
    Site.Scope = Tu.range(Parent->getSourceRange());
}

void FixSites::describeStatement(const Stmt *S, FixSite &Site) {
  // The statement of a condition is all of the if; its end brace needs no
  // semicolon behind it.
  Site.Statement = Tu.range(S->getSourceRange(), conditionOf(S) == nullptr);
  Site.StatementBegin = Tu.loc(S->getBeginLoc());
  Site.StatementEnd = Tu.endOf(Site.Statement, S->getBeginLoc());
  Site.InMacro |= S->getBeginLoc().isMacroID() || S->getEndLoc().isMacroID();
}

bool gilaudit::isDefaultConstructible(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  if (!R)
    return T->isScalarType();
  if (!R->hasDefinition() || !R->hasDefaultConstructor())
    return false;
  for (const CXXConstructorDecl *C : R->ctors())
    if (C->isDefaultConstructor())
      return !C->isDeleted() && C->getAccess() == AS_public;
  return true; // Implicit, and not declared yet.
}

bool gilaudit::isAssignable(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return !R || !R->hasDefinition() || R->hasSimpleCopyAssignment() ||
         R->hasSimpleMoveAssignment() || R->hasUserDeclaredCopyAssignment() ||
         R->hasUserDeclaredMoveAssignment();
}

/// The type of a local that takes the result of \p E and outlives it; empty if
/// that is not the same as a temporary.
std::string FixSites::hoistType(const Expr *E) {
  QualType T = E->getType();
  bool IsPlain = !E->isGLValue() && !T->isVoidType() &&
                 T.isTrivialType(Tu.Ctx) && !T->isArrayType() &&
                 isDefaultConstructible(T);
  // What points to a temporary of an argument must not outlive it.
  if (!IsPlain ||
      (!T->isArithmeticType() && !T->isEnumeralType() && makesTemporary(E)))
    return "";
  std::string Name = spelled(T);
  return Name == "auto" ? "" : Name;
}

void FixSites::describeDeclaration(const DeclStmt *S, const Expr *E,
                                   FixSite &Site) {
  if (!S->isSingleDecl())
    return;
  const auto *V = dyn_cast<VarDecl>(S->getSingleDecl());
  if (!V)
    return;
  Site.DeclName = V->getNameAsString();
  Site.DeclIsStatic = V->isStaticLocal();
  Site.IsWhole = V->getInit() && strip(V->getInit()) == strip(E);
  QualType T = V->getType();
  if (const TypeSourceInfo *Info = V->getTypeSourceInfo()) {
    Site.DeclType =
        Lexer::getSourceText(
            CharSourceRange::getTokenRange(Info->getTypeLoc().getSourceRange()),
            Tu.Ctx.getSourceManager(), Tu.Ctx.getLangOpts())
            .str();
    bool Auto = Info->getType()->getContainedDeducedType() != nullptr;
    Site.DeclAssignable = !Auto && !T.isConstQualified() &&
                          !T->isReferenceType() && isDefaultConstructible(T) &&
                          isAssignable(T) && !V->isStaticLocal();
  }
}
