//===- Lowering.h - From Clang's CFG to actions -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Completes Clang's CFG by what it leaves out (semantics, section 2): by-value
// parameters die behind the last local, a variable that becomes the result has
// neither copy nor destructor, handlers are entered with the guards unwound
// (FlowTry), default arguments are evaluated by the caller.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_LOWERING_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_LOWERING_H

#include "Callbacks.h"
#include "Cfg/Actions.h"
#include "Cfg/Keys.h"
#include "Cfg/TypeEffects.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace gilaudit {

class FixSites;

class Lowering {
public:
  /// \p Sites may be null: no fix sites are recorded.
  Lowering(TuContext &Tu, Callbacks &Flows, TypeEffects &Types, FixSites *Sites,
           const clang::FunctionDecl *F);

  /// Null if Clang can make no CFG of the function.
  std::unique_ptr<FlowFunction> run();

private:
  // Prepare.cpp
  void prepare();
  // Lowering.cpp
  void lowerBlock(const clang::CFGBlock &Block, FlowBlock &To);
  void lowerElement(const clang::CFGElement &Element);
  void lowerStmt(const clang::Stmt *S);
  void lowerReturn(const clang::ReturnStmt *R);
  void lowerAssign(const clang::BinaryOperator *B);
  void lowerDelete(const clang::CXXDeleteExpr *D);
  void lowerTree(const clang::Expr *E);
  void lowerBranch(const clang::CFGBlock &Block, FlowBlock &To);
  void lowerDestructorBranch(const clang::CFGBlock &Block, FlowBlock &To);
  void destroyParams();
  // LowerCall.cpp
  void lowerCall(const clang::CallExpr *Call);
  bool lowerGilFunction(const clang::CallExpr *Call,
                        const clang::FunctionDecl *F);
  void lowerBindingCall(const clang::CallExpr *Call,
                        const clang::FunctionDecl *F);
  void lowerOwnerAssign(const clang::CXXOperatorCallExpr *Call);
  void lowerApiCall(const clang::Expr *Call, const std::string &Name,
                    const clang::FunctionDecl *F, const clang::Expr *Object,
                    llvm::ArrayRef<const clang::Expr *> Args);
  /// A modelled function that library code calls with \p Args.
  void lowerApiCallAt(clang::SourceLocation Where, const std::string &Name,
                      llvm::ArrayRef<const clang::Expr *> Args);
  void lowerProjectCall(const clang::CallExpr *Call,
                        const clang::FunctionDecl *F);
  void lowerIndirectCall(const clang::CallExpr *Call, const clang::Expr *Target);
  // LowerLibrary.cpp
  void lowerLibraryCall(const clang::CallExpr *Call,
                        const clang::FunctionDecl *F);
  bool lowerHolderCall(const clang::CallExpr *Call,
                       const clang::FunctionDecl *F, const clang::Expr *Object);
  void lock(const std::string &Key, const clang::Expr *Mutex,
            clang::SourceLocation Where, bool Raii);
  bool lowerExchange(const clang::CallExpr *Call, const clang::FunctionDecl *F,
                     const clang::Expr *Object);
  bool lowerMutexCall(const clang::CallExpr *Call, const clang::FunctionDecl *F,
                      const clang::Expr *Object);
  void lowerContainerCall(const clang::CallExpr *Call,
                          const clang::FunctionDecl *F,
                          const clang::Expr *Object);
  // LowerConstruct.cpp
  void lowerConstruct(const clang::CXXConstructExpr *E);
  void lowerBindingConstruct(const clang::CXXConstructExpr *E,
                             const clang::CXXRecordDecl *R);
  void lowerProjectConstruct(const clang::CXXConstructExpr *E,
                             const clang::CXXRecordDecl *R);
  void lowerLockConstruct(const clang::CXXConstructExpr *E,
                          const std::string &Key);
  void setNullMembers(const clang::CXXRecordDecl *R, const std::string &Key,
                      clang::SourceLocation Where);
  void lowerLibraryConstruct(const clang::CXXConstructExpr *E,
                             const clang::CXXRecordDecl *R);
  void copiesArguments(llvm::ArrayRef<const clang::Expr *> Args,
                       clang::SourceLocation Where);
  /// An object of class \p T begins to live at \p Key, made from \p Args by
  /// library code (emplace, make_unique, in_place).
  void constructInside(clang::QualType T, const std::string &Key,
                       llvm::ArrayRef<const clang::Expr *> Args,
                       clang::SourceLocation Where);

  /// The place of \p Where; of the call, inside a default argument.
  Loc place(clang::SourceLocation Where) {
    return Tu.loc(AtCall.isValid() ? AtCall : Where);
  }
  Action &add(Action::KindTy Kind, clang::SourceLocation Where);
  void pyOp(clang::SourceLocation Where, std::string What,
            const std::string &UnlessNull = "");
  void setNull(const std::string &Key, clang::SourceLocation Where);
  /// The arguments that a callee may change.
  std::vector<std::string> changedBy(const clang::FunctionDecl *F,
                                     llvm::ArrayRef<const clang::Expr *> Args);
  /// They are not known to be null any more.
  void forgetArguments(const clang::FunctionDecl *F,
                       llvm::ArrayRef<const clang::Expr *> Args,
                       clang::SourceLocation Where);
  void setNotNull(const std::string &Key, clang::SourceLocation Where);
  void moveFrom(const clang::Expr *Source, const std::string &To,
                clang::SourceLocation Where);
  void destroy(clang::QualType T, const std::string &Key,
               clang::SourceLocation Where, bool Virtual, bool AtExit);
  int siteOf(const clang::Expr *E);

  TuContext &Tu;
  Callbacks &Flows;
  TypeEffects &Types;
  FixSites *Sites;
  const clang::FunctionDecl *F;
  Keys K;
  std::unique_ptr<FlowFunction> Out;
  std::vector<Action> *Current = nullptr;
  int CurrentTry = -1;
  clang::SourceLocation AtCall; ///< Valid: in a default argument of that call.
  llvm::DenseMap<const clang::Expr *, clang::SourceLocation> DefaultArguments;
  llvm::DenseMap<const clang::Stmt *, int> TryOf;
  llvm::DenseMap<const clang::VarDecl *, int> TryOfVar;
  llvm::DenseMap<const clang::CXXTryStmt *, int> TryIndex;
  llvm::DenseMap<const clang::CXXCatchStmt *, int> CatchOf;
  /// The construction that returns an elided variable; temporaries that the
  /// callee destroys as its parameters.
  llvm::DenseSet<const clang::Expr *> Elided, CalleeDestroys;
  /// The mutex of each lock object.
  std::map<std::string, const clang::Expr *> MutexOf;
  std::set<std::string> Untracked; ///< Keys of variables captured by reference.
  friend class PrepareVisitor;
};

/// The temporary that lives as long as the reference \p V does, or null.
const clang::MaterializeTemporaryExpr *
extendedTemporary(const clang::VarDecl *V);
/// The object of a member call or of an overloaded operator, or null.
const clang::Expr *objectOf(const clang::CallExpr *Call);
/// The arguments that go with the parameters of the callee.
llvm::SmallVector<const clang::Expr *, 8>
argumentsOf(const clang::CallExpr *Call);
/// The plain name of \p F; empty for operators and their like.
llvm::StringRef identifier(const clang::FunctionDecl *F);
/// Where a maintainer looks for a call: at the name of the member, or at the
/// beginning.
clang::SourceLocation placeOf(const clang::Expr *E);

/// True for functions that are declared noexcept.
bool cannotThrow(const clang::FunctionDecl *F);

} // namespace gilaudit

#endif
