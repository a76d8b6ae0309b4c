//===- TuContext.h - Names, places and ownership in one TU ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_TUCONTEXT_H
#define GIL_AUDIT_LIB_EXTRACT_TUCONTEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "gil-audit/Facts.h"
#include "gil-audit/Model.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace gilaudit {

/// What all parts of Extract share while one AST is alive.
class TuContext {
public:
  TuContext(clang::ASTContext &Ctx, const ModelSet &Models, std::string Root,
            TUFacts &Facts);

  clang::ASTContext &Ctx;
  const ModelSet &Models;
  TUFacts &Facts;

  /// True for places in project code: below the root, in no system header and
  /// in no header of a binding library. Macros count where they are used.
  bool isProject(clang::SourceLocation Where);
  bool isProject(const clang::Decl *D) { return isProject(D->getLocation()); }

  /// The place of \p Where, at its expansion; line 0 if it is invalid.
  Loc loc(clang::SourceLocation Where);
  /// The bytes of \p Tokens, at their expansion; none if they are in no one
  /// file. With the semicolon behind them if asked for and if there is one.
  ByteRange range(clang::SourceRange Tokens, bool WithSemicolon = false);
  /// The position behind \p R, which begins in the file of \p Begin.
  Loc endOf(const ByteRange &R, clang::SourceLocation Begin);
  /// All project files that were read, sorted by path. They get numbers.
  std::vector<clang::FileID> projectFiles();

  /// "ns::Class::member", without template arguments, inline and anonymous
  /// namespaces and enclosing functions.
  llvm::StringRef qualifiedName(const clang::NamedDecl *D);
  /// For messages: as qualifiedName, lambdas as "lambda in 'f'".
  std::string printableName(const clang::FunctionDecl *F);
  std::string typeName(clang::QualType T);

  /// See Facts.h.
  const std::string &functionId(const clang::FunctionDecl *F);
  std::string varNode(const clang::VarDecl *V);
  std::string fieldNode(const clang::FieldDecl *F);

  /// A number for keys, the same for the same entity.
  unsigned number(const void *Entity);

  /// The name under which the API models know the callee of a call, or "".
  /// \p Object is the object of a member call, or null: a method that is
  /// inherited is looked up in the object's class first.
  std::string apiName(const clang::FunctionDecl *F, const clang::Expr *Object);
  /// True if calls of \p F are calls of an API, not of project code.
  bool isApi(const clang::FunctionDecl *F, const clang::Expr *Object) {
    return !apiName(F, Object).empty();
  }

  /// True for functions, classes, ... of a binding library that the project
  /// did not write itself (a type caster specialisation is the project's).
  bool isBindingLibrary(const clang::Decl *D);
  /// True for functions of CPython's C API.
  bool isCPython(const clang::FunctionDecl *F);
  /// True for functions whose calls are edges of the program.
  bool isProjectFunction(const clang::FunctionDecl *F);

private:
  unsigned fileIndex(clang::FileID File);
  std::string makeId(const clang::FunctionDecl *F);

  std::string Root;
  llvm::DenseMap<clang::FileID, bool> ProjectFiles;
  llvm::DenseMap<clang::FileID, unsigned> FileIndices;
  llvm::StringMap<unsigned> FileByPath;
  llvm::DenseMap<const clang::Decl *, std::string> Ids, Names;
  llvm::StringMap<const clang::Decl *> IdOwners;
  llvm::DenseMap<const void *, unsigned> Numbers;
};

/// The class of \p T, through references and cv; null for other types.
const clang::CXXRecordDecl *recordOf(clang::QualType T);
/// The class that \p T is a pointer or reference to, or the class itself.
const clang::CXXRecordDecl *pointeeRecordOf(clang::QualType T);
/// The call operator of a closure type or functor class; null if there is
/// none, or several, or a template of which no instance is known.
const clang::CXXMethodDecl *callOperator(const clang::CXXRecordDecl *R);
/// \p E without parentheses, casts that keep the object, cleanups and
/// temporaries.
const clang::Expr *strip(const clang::Expr *E);
/// What the value of \p E is known to be (Facts.h, ArgFact::Constant).
std::string constantOf(const clang::Expr *E, clang::ASTContext &Ctx);

} // namespace gilaudit

#endif
