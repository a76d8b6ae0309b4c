//===- ForcedBodies.cpp - What skipped code would have needed -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForcedBodies.h"
#include "TuContext.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using namespace gilaudit;

namespace {

using Instance = ClassTemplateSpecializationDecl;

/// Looks through all templates for instances of project classes.
class InstanceFinder {
public:
  explicit InstanceFinder(TuContext &Tu) : Tu(Tu) {
    look(Tu.Ctx.getTranslationUnitDecl());
  }

  llvm::SetVector<Instance *> OfProject; ///< All.
  llvm::SetVector<Instance *> InLibrary; ///< Arguments of library templates.

private:
  void look(DeclContext *Context) {
    for (Decl *D : Context->decls()) {
      if (isa<NamespaceDecl, LinkageSpecDecl, ExternCContextDecl>(D))
        look(cast<DeclContext>(D));
      else if (auto *R = dyn_cast<CXXRecordDecl>(D))
        lookInto(R);
      else if (auto *T = dyn_cast<ClassTemplateDecl>(D))
        lookAt(T);
      else if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
        lookAt(T);
    }
  }

  /// Member templates; libraries nest few classes, and those are not worth it.
  void lookInto(CXXRecordDecl *R) {
    if (R->isThisDeclarationADefinition() && !R->isDependentContext() &&
        Tu.isProject(R))
      look(R);
  }

  void lookAt(ClassTemplateDecl *T) {
    bool Project = Tu.isProject(T);
    for (Instance *I : T->specializations()) {
      if (Project && isComplete(I)) {
        OfProject.insert(I);
        look(I);
      } else if (!Project) {
        for (const TemplateArgument &A : I->getTemplateArgs().asArray())
          note(A);
      }
    }
  }

  void lookAt(FunctionTemplateDecl *T) {
    if (Tu.isProject(T))
      return;
    for (FunctionDecl *F : T->specializations())
      if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs())
        for (const TemplateArgument &A : Args->asArray())
          note(A);
  }

  static bool isComplete(const Instance *I) {
    return I->hasDefinition() && !I->isInvalidDecl() &&
           !I->isDependentContext();
  }

  void note(const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Pack) {
      for (const TemplateArgument &Part : A.pack_elements())
        note(Part);
      return;
    }
    if (A.getKind() != TemplateArgument::Type)
      return;
    auto *I = const_cast<Instance *>(
        dyn_cast_or_null<Instance>(pointeeRecordOf(A.getAsType())));
    if (I && Tu.isProject(I) && isComplete(I))
      InLibrary.insert(I);
  }

  TuContext &Tu;
};

/// What a library may do with any object that it is handed.
bool isOperation(const FunctionDecl *F) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    return C->isCopyOrMoveConstructor() || C->isDefaultConstructor();
  return isa<CXXDestructorDecl>(F) || F->isOverloadedOperator();
}

class Forcer {
public:
  explicit Forcer(Sema &S) : S(S) {}

  void operations(Instance *I) {
    for (Decl *D : I->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D); F && isOperation(F))
        force(F);
    for (FriendDecl *Friend : I->friends())
      if (auto *F = dyn_cast_or_null<FunctionDecl>(Friend->getFriendDecl());
          F && F->isOverloadedOperator())
        force(F);
  }

  void destructor(Instance *I) {
    if (CXXDestructorDecl *D = I->getDestructor())
      force(D);
  }

private:
  void force(FunctionDecl *F) {
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    if (!Pattern || !Pattern->hasBody() || F->hasBody() || F->isDeleted() ||
        F->isInvalidDecl() || F->isDefaulted())
      return;
    S.InstantiateFunctionDefinition(F->getLocation(), F, /*Recursive=*/true,
                                    /*DefinitionRequired=*/false,
                                    /*AtEndOfTU=*/true);
  }

  Sema &S;
};

} // namespace

void gilaudit::forceBodies(Sema &S, const ModelSet &Models,
                           const std::string &Root) {
  TUFacts Unused;
  TuContext Tu(S.getASTContext(), Models, Root, Unused);
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  bool Before = Diagnostics.getSuppressAllDiagnostics();
  Diagnostics.setSuppressAllDiagnostics(true);
  InstanceFinder Found(Tu);
  Forcer Force(S);
  for (Instance *I : Found.OfProject)
    Force.destructor(I);
  for (Instance *I : Found.InLibrary)
    Force.operations(I);
  Diagnostics.setSuppressAllDiagnostics(Before);
}
