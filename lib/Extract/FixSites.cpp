//===- FixSites.cpp - What a fix will need to know ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixSites.h"
#include "clang/Lex/Lexer.h"
#include "gil-audit/PythonApi.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

int FixSites::record(const FunctionDecl *F, const Expr *E) {
  auto [It, New] =
      Known.try_emplace(E, static_cast<int>(Tu.Facts.FixSites.size()));
  if (!New)
    return It->second;
  FixSite Site;
  Site.Call = range(E->getSourceRange());
  Site.InMacro = E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID();
  Site.InTemplate = F->getTemplateInstantiationPattern() != nullptr;
  if (const Stmt *Body = F->getBody())
    Site.FunctionBody = range(Body->getSourceRange());
  describeShape(F, E, Site);
  describeArguments(E, Site);
  Site.GuardNamespace = guardNamespace(F);
  Tu.Facts.FixSites.push_back(std::move(Site));
  return It->second;
}

ByteRange FixSites::range(SourceRange Tokens, bool WithSemicolon) {
  const SourceManager &SM = Tu.Ctx.getSourceManager();
  const LangOptions &Lang = Tu.Ctx.getLangOpts();
  CharSourceRange Chars = Lexer::makeFileCharRange(
      SM.getExpansionRange(CharSourceRange::getTokenRange(Tokens)), SM, Lang);
  if (Chars.isInvalid())
    return {};
  SourceLocation End = Chars.getEnd();
  if (WithSemicolon) {
    SourceLocation Last = SM.getExpansionRange(Tokens).getEnd();
    SourceLocation Behind = Lexer::findLocationAfterToken(
        Last, tok::semi, SM, Lang, /*SkipTrailingWhitespaceAndNewLine=*/false);
    if (Behind.isValid())
      End = Behind;
  }
  ByteRange Result;
  Result.File = Tu.loc(Chars.getBegin()).File;
  Result.Begin = SM.getFileOffset(Chars.getBegin());
  Result.End = SM.getFileOffset(End);
  return Result;
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
  if (isa<ReturnStmt>(Parent)) {
    Site.Shape = SiteShape::Return;
    Whole = Parent;
  } else if (const auto *D = dyn_cast<DeclStmt>(Parent)) {
    Site.Shape = SiteShape::DeclInit;
    describeDeclaration(D, Site);
    Whole = Parent;
  } else if (const Expr *Condition = conditionOf(Parent);
             Condition && Condition == Child) {
    Site.Shape = SiteShape::Condition;
    Whole = Parent;
  } else {
    const Expr *Top = strip(cast<Expr>(Child));
    const Expr *Right = assigned(Top);
    Site.Shape = Top == strip(E) ? SiteShape::Expression
                 : Right         ? SiteShape::Assignment
                                 : SiteShape::Argument;
  }
  describeStatement(Whole, Site);
  while (Parent && !isa<CompoundStmt>(Parent))
    Parent = Up.getParent(Parent);
  if (Parent)
    Site.Scope = range(Parent->getSourceRange());
}

void FixSites::describeStatement(const Stmt *S, FixSite &Site) {
  // The statement of a condition is all of the if; its end brace needs no
  // semicolon behind it.
  Site.Statement = range(S->getSourceRange(), conditionOf(S) == nullptr);
  Site.InMacro |= S->getBeginLoc().isMacroID() || S->getEndLoc().isMacroID();
}

static bool isDefaultConstructible(QualType T) {
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

static bool isAssignable(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return !R || !R->hasDefinition() || R->hasSimpleCopyAssignment() ||
         R->hasSimpleMoveAssignment() || R->hasUserDeclaredCopyAssignment() ||
         R->hasUserDeclaredMoveAssignment();
}

void FixSites::describeDeclaration(const DeclStmt *S, FixSite &Site) {
  if (!S->isSingleDecl())
    return;
  const auto *V = dyn_cast<VarDecl>(S->getSingleDecl());
  if (!V)
    return;
  Site.DeclName = V->getNameAsString();
  QualType T = V->getType();
  if (const TypeSourceInfo *Info = V->getTypeSourceInfo()) {
    Site.DeclType = Lexer::getSourceText(
                        CharSourceRange::getTokenRange(
                            Info->getTypeLoc().getSourceRange()),
                        Tu.Ctx.getSourceManager(), Tu.Ctx.getLangOpts())
                        .str();
    bool Auto = Info->getType()->getContainedDeducedType() != nullptr;
    Site.DeclAssignable = !Auto && !T.isConstQualified() &&
                          !T->isReferenceType() && isDefaultConstructible(T) &&
                          isAssignable(T) && !V->isStaticLocal();
  }
}

/// A call in a member initialiser: members behind it are not alive yet.
void FixSites::describeMembers(const FunctionDecl *F, const Expr *E,
                               FixSite &Site) {
  Site.Shape = SiteShape::MemberInit;
  Site.Statement = Site.Call;
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(F);
  if (!Ctor)
    return;
  const SourceManager &SM = Tu.Ctx.getSourceManager();
  bool Behind = false;
  for (const CXXCtorInitializer *Init : Ctor->inits()) {
    if (!Init->isAnyMemberInitializer())
      continue;
    if (Behind)
      Site.LaterMembers.push_back(Init->getAnyMember()->getNameAsString());
    SourceRange R = Init->getInit()->getSourceRange();
    Behind |= !SM.isBeforeInTranslationUnit(E->getBeginLoc(), R.getBegin()) &&
              !SM.isBeforeInTranslationUnit(R.getEnd(), E->getBeginLoc());
  }
}

bool FixSites::touchesPython(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Callee = Call->getDirectCallee();
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S);
           Construct && !Construct->getConstructor()->isMoveConstructor())
    Callee = Construct->getConstructor();
  if (Callee && Tu.isCPython(Callee) && !isSafeCPython(Callee->getName()))
    return true;
  if (Callee && Tu.isBindingLibrary(Callee) &&
      !isSafeBinding(Tu.qualifiedName(Callee)))
    return true;
  for (const Stmt *Child : S->children())
    if (touchesPython(Child))
      return true;
  return false;
}

void FixSites::describeArguments(const Expr *E, FixSite &Site) {
  llvm::ArrayRef<const Expr *> Args;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    Args = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    Args = llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs());
  for (const Expr *Arg : Args) {
    if (isa<CXXDefaultArgExpr>(Arg) || !touchesPython(Arg))
      continue;
    HoistableArg Hoist;
    Hoist.Range = range(Arg->getSourceRange());
    Hoist.Type = Arg->getType().getUnqualifiedType().getAsString(
        Tu.Ctx.getPrintingPolicy());
    Site.Hoistable.push_back(std::move(Hoist));
  }
}

/// The spelling under which the binding library's guards are in scope of \p F.
std::string FixSites::guardNamespace(const FunctionDecl *F) {
  TranslationUnitDecl *Unit = Tu.Ctx.getTranslationUnitDecl();
  if (!Aliases) {
    Aliases.emplace();
    std::vector<const DeclContext *> Work = {Unit};
    while (!Work.empty()) {
      const DeclContext *C = Work.back();
      Work.pop_back();
      for (const Decl *D : C->decls()) {
        if (const auto *A = dyn_cast<NamespaceAliasDecl>(D);
            A && isBindingNamespace(A->getNamespace()->getName()))
          Aliases->push_back({A, C->getPrimaryContext()});
        if (const auto *NS = dyn_cast<NamespaceDecl>(D);
            NS && Tu.isProject(NS->getLocation()))
          Work.push_back(NS);
      }
    }
  }
  for (const DeclContext *C = F; C; C = C->getLexicalParent())
    for (const Alias &A : *Aliases)
      if (A.Context == C->getPrimaryContext())
        return A.Decl->getNameAsString();
  for (const char *Name : {"nanobind", "pybind11"})
    if (!Unit->lookup(DeclarationName(&Tu.Ctx.Idents.get(Name))).empty())
      return Name;
  return "";
}
