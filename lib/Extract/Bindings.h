//===- Bindings.h - What Python can call ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every project callable that is handed to the binding library or to CPython is
// called by Python, with the GIL held: def(...) in all its forms, factories,
// capsule deleters, method tables, type slots, module init, destructors of bound
// classes, type casters.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_BINDINGS_H
#define GIL_AUDIT_LIB_EXTRACT_BINDINGS_H

#include "Callbacks.h"
#include "Cfg/TypeEffects.h"
#include "llvm/ADT/DenseSet.h"

namespace gilaudit {

class Bindings {
public:
  Bindings(TuContext &Tu, Callbacks &Flows, TypeEffects &Types)
      : Tu(Tu), Flows(Flows), Types(Types) {}

  /// Records what the body of \p F binds, and \p F itself if Python enters it
  /// by its name or class.
  void visitFunction(const clang::FunctionDecl *F);
  /// Gives names to what was bound before a name for it was seen.
  void nameLate();
  /// Records what the initialiser of a static table binds.
  void visitVariable(const clang::VarDecl *V);

  /// Makes the facts of a function whose events are what destroying a \p T
  /// does; empty if that does nothing. Returns its id.
  std::string destroyFunction(clang::QualType T, clang::SourceLocation Where,
                              llvm::StringRef Id);

  /// Likewise for a closure: its captures die.
  std::string closureFunction(const clang::CXXRecordDecl *Lambda,
                              llvm::StringRef Id);
  /// Records the destruction of a static variable, which nothing empties
  /// before, at the end of the process.
  void visitStatic(const clang::VarDecl *V);

private:
  friend class BindingVisitor;
  struct Guarded {
    GilState Entry = GilState::Held;
    Loc Where;
  };
  void visitCall(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                 llvm::ArrayRef<const clang::Expr *> Args, Guarded Outer);
  void visitClass(const clang::CXXConstructExpr *E);
  void visitTable(const clang::InitListExpr *List);
  void visitConstructorTag(const clang::Expr *Call, clang::QualType Tag,
                           Guarded G);
  Guarded guardOf(llvm::ArrayRef<const clang::Expr *> Args);
  std::string nameOf(llvm::ArrayRef<const clang::Expr *> Args,
                     const std::vector<std::string> &Targets);
  void add(std::string Name, std::string Form, clang::SourceLocation Where,
           std::vector<std::string> Targets, Guarded G, std::string Api = "");
  bool isPythonRecord(const clang::RecordDecl *R);
  void visitSlotAssignment(const clang::BinaryOperator *B);
  void convertedCallables(const clang::FunctionDecl *F,
                          clang::SourceLocation Where);
  std::string effectsFunction(std::string Name, llvm::ArrayRef<Action> Effects,
                              clang::SourceLocation Where, llvm::StringRef Id);

  TuContext &Tu;
  Callbacks &Flows;
  TypeEffects &Types;
  const clang::Expr *Binder = nullptr; ///< The call that is visited.
  llvm::DenseSet<const clang::Expr *> Done;
  /// A literal that was passed along with a closure to a project's own binder.
  std::map<std::string, std::string> NameHints;
};

} // namespace gilaudit

#endif
