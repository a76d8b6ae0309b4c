//===- FixSites.h - What a fix will need to know ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_FIXSITES_H
#define GIL_AUDIT_LIB_EXTRACT_FIXSITES_H

#include "IncludeGraph.h"
#include "TuContext.h"
#include "clang/AST/ParentMap.h"
#include <memory>
#include <optional>

namespace gilaudit {

/// A local of the type can be declared without a value, and assigned later.
bool isDefaultConstructible(clang::QualType T);
bool isAssignable(clang::QualType T);

/// Describes the places of calls (Facts.h, FixSite) while the AST is alive.
class FixSites {
public:
  /// \p Includes may be null: then every file sees all that is declared.
  FixSites(TuContext &Tu, const IncludeGraph *Includes)
      : Tu(Tu), Includes(Includes) {}

  /// Describes the place of \p E in \p F; the index into TUFacts::FixSites.
  int record(const clang::FunctionDecl *F, const clang::Expr *E);
  /// How guards are spelled in \p F (Facts.h, FunctionFacts::GuardNamespace).
  std::string guardNamespace(const clang::FunctionDecl *F);

private:
  struct Alias {
    const clang::NamespaceAliasDecl *Decl;
    const clang::DeclContext *Context;
  };
  const clang::ParentMap &parents(const clang::FunctionDecl *F);
  void describeShape(const clang::FunctionDecl *F, const clang::Expr *E,
                     FixSite &Site);
  const clang::Expr *withoutWrapping(const clang::Expr *E);
  void describeStatement(const clang::Stmt *S, FixSite &Site);
  void describeDeclaration(const clang::DeclStmt *S, const clang::Expr *E,
                           FixSite &Site);
  void describeMembers(const clang::FunctionDecl *F, const clang::Expr *E,
                       FixSite &Site);
  std::string hoistType(const clang::Expr *E);
  std::string spelled(clang::QualType T);
  void describeArguments(const clang::Expr *E, FixSite &Site);
  void describeInitializer(const clang::CXXConstructorDecl *Ctor,
                           const clang::CXXCtorInitializer *Init,
                           FixSite &Site);
  bool isVisible(const clang::NamespaceAliasDecl *A,
                 const clang::FunctionDecl *F);

  TuContext &Tu;
  const IncludeGraph *Includes;
  llvm::DenseMap<const clang::Expr *, int> Known;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<clang::ParentMap>>
      Parents;
  std::optional<std::vector<Alias>> Aliases; ///< Of binding namespaces.
};

} // namespace gilaudit

#endif
