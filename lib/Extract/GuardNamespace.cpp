//===- GuardNamespace.cpp - How guards are spelled ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixSites.h"
#include "gil-audit/PythonApi.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

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
