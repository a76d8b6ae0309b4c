//===- TypeEffects.h - What copying and destroying a type does --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reference counts change where owners of Python objects are copied and
// destroyed, also deep inside of aggregates and containers (semantics, table in
// section 2). Destructors with a body in project code are calls instead.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_TYPEEFFECTS_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_TYPEEFFECTS_H

#include "Cfg/Actions.h"
#include "TuContext.h"
#include <set>

namespace gilaudit {

class TypeEffects {
public:
  explicit TypeEffects(TuContext &Tu) : Tu(Tu) {}

  /// True if copying a \p T changes a reference count.
  bool copyCounts(clang::QualType T);

  /// Appends what destroying the \p T at \p Key does. \p Virtual: through a
  /// pointer, so that a class derived from it may be meant. Actions get
  /// \p Where as their place.
  void destroy(clang::QualType T, const std::string &Key, Loc Where,
               bool Virtual, std::vector<Action> &Out);

  /// Likewise for a variable, whose initialiser may say more than its type: a
  /// shared_ptr with a deleter of the project's.
  void destroyVariable(const clang::VarDecl *V, const std::string &Key, Loc Where,
                       std::vector<Action> &Out);
  /// Likewise for a closure: what it captured by value dies.
  void destroyClosure(const clang::CXXRecordDecl *Lambda, Loc Where,
                      std::vector<Action> &Out);

  /// The guard effect of a library guard class, or nullopt.
  std::optional<GilEffect> guard(clang::QualType T);

  /// The project constructor that would be called with arguments of these
  /// types, where overload resolution left no trace (nb::init<...>,
  /// make_unique<T>(...)); null if there is none or it does nothing.
  const clang::CXXConstructorDecl *
  constructorFor(const clang::CXXRecordDecl *R,
                 llvm::ArrayRef<clang::QualType> Args);

private:
  using Seen = llvm::SmallVector<const clang::CXXRecordDecl *, 8>;
  bool copyCounts(clang::QualType T, Seen &Path);
  void destroy(clang::QualType T, const std::string &Key, Loc Where,
               bool Virtual, std::vector<Action> &Out, Seen &Path);
  void destroyMembers(const clang::CXXRecordDecl *R, const std::string &Key,
                      Loc Where, std::vector<Action> &Out, Seen &Path);
  void destroyHeld(const clang::CXXRecordDecl *R, const std::string &Key,
                   Loc Where, std::vector<Action> &Out, Seen &Path);

  TuContext &Tu;
};

/// True for std::lock_guard and its like (they lock where constructed).
bool isLockGuardClass(llvm::StringRef QualifiedName);
/// True for mutex classes.
bool isMutexClass(llvm::StringRef QualifiedName);

} // namespace gilaudit

#endif
