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
  Site.Call = Tu.range(E->getSourceRange());
  Site.CallBegin = Tu.loc(E->getBeginLoc());
  Site.CallEnd = Tu.endOf(Site.Call, E->getBeginLoc());
  Site.IsReference = E->isGLValue();
  Site.InMacro = E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID();
  Site.InTemplate = F->getTemplateInstantiationPattern() != nullptr;
  if (const Stmt *Body = F->getBody())
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
  } else {
    const Expr *Top = strip(cast<Expr>(Child));
    const Expr *Right = assigned(Top);
    Site.Shape = Top == strip(E) ? SiteShape::Expression
                 : Right         ? SiteShape::Assignment
                                 : SiteShape::Argument;
    Site.IsWhole = Top == strip(E) || (Right && withoutWrapping(Right) == strip(E) &&
                                       assignsName(Top));
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

/// True if \p S may read the member of this name of *this: by that name, or
/// through something that gets hold of the object.
static bool mayRead(const Stmt *S, StringRef Member) {
  if (!S)
    return false;
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return mayRead(Default->getExpr(), Member);
  if (const auto *M = dyn_cast<MemberExpr>(S);
      M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
      isa<FieldDecl>(M->getMemberDecl()))
    return M->getMemberDecl()->getDeclName().isIdentifier() &&
           M->getMemberDecl()->getName() == Member;
  if (isa<CXXThisExpr>(S))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *C) { return mayRead(C, Member); });
}

/// A call in a member initialiser: members behind it are not alive yet.
void FixSites::describeMembers(const FunctionDecl *F, const Expr *E,
                               FixSite &Site) {
  Site.Shape = SiteShape::DefaultArgument;
  Site.Statement = Site.Call;
  Site.StatementBegin = Site.CallBegin;
  Site.StatementEnd = Site.CallEnd;
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(F);
  if (!Ctor)
    return;
  const SourceManager &SM = Tu.Ctx.getSourceManager();
  bool Behind = false;
  for (const CXXCtorInitializer *Init : Ctor->inits()) {
    if (Behind && Init->isAnyMemberInitializer()) {
      Site.LaterMembers.push_back(Init->getAnyMember()->getNameAsString());
      Site.MemberReadLater |= mayRead(Init->getInit(), Site.Member);
    }
    const Expr *Value = Init->getInit();
    if (const auto *InClass = dyn_cast<CXXDefaultInitExpr>(Value))
      Value = InClass->getExpr();
    SourceRange R = Value->getSourceRange();
    if (SM.isBeforeInTranslationUnit(E->getBeginLoc(), R.getBegin()) ||
        SM.isBeforeInTranslationUnit(R.getEnd(), E->getBeginLoc()))
      continue;
    Behind = true;
    Site.Shape = SiteShape::MemberInit;
    if (const FieldDecl *M = Init->getMember();
        M && Init->isWritten() && strip(Init->getInit()) == strip(E)) {
      Site.IsWhole = true;
      Site.Member = M->getNameAsString();
      Site.MemberAssignable = !M->getType().isConstQualified() &&
                              !M->getType()->isReferenceType() &&
                              isDefaultConstructible(M->getType()) &&
                              isAssignable(M->getType());
      describeInitializer(Ctor, Init, Site);
    }
  }
}

/// The text to take out so that \p Init is gone.
void FixSites::describeInitializer(const CXXConstructorDecl *Ctor,
                                   const CXXCtorInitializer *Init,
                                   FixSite &Site) {
  const CXXCtorInitializer *Before = nullptr, *After = nullptr;
  for (const CXXCtorInitializer *Other : Ctor->inits()) {
    if (!Other->isWritten() || Other == Init)
      continue;
    if (Other->getSourceOrder() + 1 == Init->getSourceOrder())
      Before = Other;
    if (Other->getSourceOrder() == Init->getSourceOrder() + 1)
      After = Other;
  }
  Site.Initializer = Tu.range(Init->getSourceRange());
  if (!Site.Initializer.isValid())
    return;
  if (Before) {
    Site.Initializer.Begin = Tu.range(Before->getSourceRange()).End;
  } else if (After) {
    Site.Initializer.End = Tu.range(After->getSourceRange()).Begin;
  } else {
    // The colon stands between the parameters and the initialiser.
    StringRef Text = Tu.Ctx.getSourceManager().getBufferData(
        Tu.Ctx.getSourceManager().getFileID(Init->getSourceLocation()));
    size_t Colon = Text.take_front(Site.Initializer.Begin).rtrim().size();
    if (Colon == 0 || Text[Colon - 1] != ':')
      Site.Initializer = {};
    else
      Site.Initializer.Begin = Colon - 1;
  }
}

/// True for a temporary with a destructor in \p S: it dies with the full
/// expression, whatever was made from it.
static bool makesTemporary(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(S);
      T && T->getType().isDestructedType() != QualType::DK_none)
    return true;
  return llvm::any_of(S->children(), makesTemporary);
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
  size_t Shift = isa<CXXOperatorCallExpr>(E) &&
                 isa_and_nonnull<CXXMethodDecl>(Callee);
  for (auto [Index, Arg] : llvm::enumerate(Args)) {
    if (isa<CXXDefaultArgExpr>(Arg))
      continue;
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
    Where.Type = Type.getUnqualifiedType().getAsString(
        Tu.Ctx.getPrintingPolicy());
    Site.Args.push_back(std::move(Where));
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
      if (A.Context == C->getPrimaryContext() && isVisible(A.Decl, F))
        return A.Decl->getNameAsString();
  for (const char *Name : {"nanobind", "pybind11"})
    if (!Unit->lookup(DeclarationName(&Tu.Ctx.Idents.get(Name))).empty())
      return Name;
  return "";
}

/// \p A stands before \p F, in its file or in what that file includes: not
/// only by luck in this TU.
bool FixSites::isVisible(const NamespaceAliasDecl *A, const FunctionDecl *F) {
  const SourceManager &SM = Tu.Ctx.getSourceManager();
  SourceLocation Where = SM.getExpansionLoc(F->getLocation());
  SourceLocation Alias = SM.getExpansionLoc(A->getLocation());
  if (!SM.isBeforeInTranslationUnit(Alias, Where))
    return false;
  auto From = SM.getFileEntryRefForID(SM.getFileID(Where));
  auto To = SM.getFileEntryRefForID(SM.getFileID(Alias));
  return !Includes || !From || !To ||
         Includes->reaches(&From->getFileEntry(), &To->getFileEntry());
}
