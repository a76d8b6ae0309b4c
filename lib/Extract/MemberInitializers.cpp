//===- MemberInitializers.cpp - Calls before the body ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixSites.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

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
