//===- TypeEffects.cpp - What copying and destroying a type does ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/TypeEffects.h"
#include "Cfg/Keys.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

bool gilaudit::isLockGuardClass(StringRef Name) {
  static constexpr const char *Names[] = {"std::lock_guard",
                                          "std::unique_lock",
                                          "std::scoped_lock",
                                          "std::shared_lock",
                                          "llvm::sys::ScopedLock",
                                          "llvm::sys::SmartScopedLock",
                                          "llvm::sys::SmartScopedReader",
                                          "llvm::sys::SmartScopedWriter"};
  return llvm::is_contained(Names, Name);
}

bool gilaudit::isMutexClass(StringRef Name) {
  static constexpr const char *Names[] = {"std::mutex",
                                          "std::recursive_mutex",
                                          "std::timed_mutex",
                                          "std::shared_mutex",
                                          "std::shared_timed_mutex",
                                          "std::recursive_timed_mutex",
                                          "llvm::sys::SmartMutex",
                                          "llvm::sys::SmartRWMutex",
                                          "llvm::sys::RWMutexImpl"};
  return llvm::is_contained(Names, Name);
}

std::optional<GilEffect> TypeEffects::guard(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return R && Tu.isBindingLibrary(R) ? gilGuardClass(Tu.qualifiedName(R))
                                     : std::nullopt;
}

static bool isLambdaOrProject(TuContext &Tu, const CXXRecordDecl *R) {
  return R->isLambda() || Tu.isProject(R->getLocation());
}

/// Calls \p Visit with each type argument that a library template holds.
static void forEachHeld(const CXXRecordDecl *R,
                        llvm::function_ref<void(QualType)> Visit) {
  for (unsigned I = 0;; ++I) {
    QualType Arg = typeArgument(R, I);
    if (Arg.isNull())
      return;
    if (recordOf(Arg) && !Arg->isReferenceType() && !Arg->isPointerType())
      Visit(Arg);
    // Comparators, hashes, allocators and deleters own nothing of interest
    // (the tables say so); a deleter of the project's is handled apart.
    if (templateName(R) == "unique_ptr")
      return;
  }
}

namespace {
struct PopOnExit {
  llvm::SmallVectorImpl<const CXXRecordDecl *> &Path;
  ~PopOnExit() { Path.pop_back(); }
};
} // namespace

bool TypeEffects::copyCounts(QualType T) {
  Seen Path;
  return copyCounts(T, Path);
}

bool TypeEffects::copyCounts(QualType T, Seen &Path) {
  if (T.isNull() || T->isReferenceType() || T->isPointerType())
    return false;
  if (const auto *A = Tu.Ctx.getAsArrayType(T))
    return copyCounts(A->getElementType(), Path);
  const CXXRecordDecl *R = recordOf(T);
  if (!R || !R->hasDefinition() || llvm::is_contained(Path, R))
    return false;
  Path.push_back(R);
  PopOnExit Pop{Path};
  if (Tu.isBindingLibrary(R))
    return !R->hasTrivialDestructor() &&
           !isSafeBindingClass(Tu.qualifiedName(R));
  if (isLambdaOrProject(Tu, R)) {
    for (const CXXBaseSpecifier &B : R->bases())
      if (copyCounts(B.getType(), Path))
        return true;
    return llvm::any_of(R->fields(), [&](const FieldDecl *F) {
      return copyCounts(F->getType(), Path);
    });
  }
  StringRef Name = templateName(R);
  if (Name.empty() || Name == "unique_ptr")
    return false;
  Holder H = holderOf(Name);
  if (H != Holder::Value && H != Holder::Container)
    return false;
  bool Counts = false;
  forEachHeld(R, [&](QualType Arg) { Counts |= copyCounts(Arg, Path); });
  return Counts;
}

void TypeEffects::destroy(QualType T, const std::string &Key, Loc Where,
                          bool Virtual, std::vector<Action> &Out) {
  Seen Path;
  destroy(T, Key, Where, Virtual, Out, Path);
}

/// The destructor of \p R if calling it runs code that somebody wrote.
static const CXXDestructorDecl *writtenDestructor(const CXXRecordDecl *R) {
  const CXXDestructorDecl *D = R->getDestructor();
  return D && !D->isImplicit() && !D->isDefaulted() && !D->isPureVirtual()
             ? D
             : nullptr;
}

void TypeEffects::destroy(QualType T, const std::string &Key, Loc Where,
                          bool Virtual, std::vector<Action> &Out, Seen &Path) {
  if (T.isNull() || T->isReferenceType() || T->isPointerType())
    return;
  if (const auto *A = Tu.Ctx.getAsArrayType(T))
    return destroy(A->getElementType(), guard(A->getElementType()) ? Key : "",
                   Where, Virtual, Out, Path);
  const CXXRecordDecl *R = recordOf(T);
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor() ||
      llvm::is_contained(Path, R))
    return;
  Action A;
  A.Where = Where;
  A.Key = Key;
  A.UnlessNull = true;
  A.What = "destroys '" + Tu.typeName(T) + "'";
  if (auto Effect = guard(T)) {
    A.Kind = Action::Exit;
    A.Effect = *Effect;
    A.Raii = true;
    Out.push_back(A);
    return;
  }
  StringRef Name = Tu.qualifiedName(R);
  if (isLockGuardClass(Name)) {
    A.Kind = Action::Unlock;
    Out.push_back(A);
    return;
  }
  if (Tu.isBindingLibrary(R)) {
    if (!isSafeBindingClass(Name) && !isPythonErrorClass(Name))
      Out.push_back(A);
    return;
  }
  Path.push_back(R);
  PopOnExit Pop{Path};
  if (!isLambdaOrProject(Tu, R))
    return destroyHeld(R, Key, Where, Out, Path);
  const CXXDestructorDecl *D = R->getDestructor();
  bool Overridable = Virtual && D && D->isVirtual() && !R->isEffectivelyFinal();
  if (D && (writtenDestructor(R) || Overridable)) {
    A.Kind = Action::Call;
    A.What = Tu.printableName(D);
    A.Via = Overridable ? CallVia::Virtual : CallVia::Destructor;
    A.Callees = {Tu.functionId(D)};
    A.ObjectKey = Key;
    Out.push_back(A);
    return;
  }
  destroyMembers(R, Key, Where, Out, Path);
}

void TypeEffects::destroyMembers(const CXXRecordDecl *R, const std::string &Key,
                                 Loc Where, std::vector<Action> &Out,
                                 Seen &Path) {
  std::vector<const FieldDecl *> Fields(R->field_begin(), R->field_end());
  for (const FieldDecl *F : llvm::reverse(Fields))
    destroy(F->getType(), Key.empty() ? "" : Key + "." + F->getNameAsString(),
            Where, false, Out, Path);
  for (const CXXBaseSpecifier &B : R->bases())
    destroy(B.getType(), Key, Where, false, Out, Path);
}

void TypeEffects::destroyHeld(const CXXRecordDecl *R, const std::string &Key,
                              Loc Where, std::vector<Action> &Out, Seen &Path) {
  StringRef Name = templateName(R);
  Holder H = Name.empty() ? Holder::None : holderOf(Name);
  if (H == Holder::None || H == Holder::Erased)
    return;
  bool Pointer = Name == "unique_ptr" || H == Holder::Shared;
  std::string Inner = Key.empty() ? "" : Key + ".*";
  size_t First = Out.size();
  if (Name == "unique_ptr")
    if (const CXXRecordDecl *Deleter = recordOf(typeArgument(R, 1)))
      if (const CXXMethodDecl *Op = callOperator(Deleter);
          Op && isLambdaOrProject(Tu, Deleter)) {
        Action A;
        A.Kind = Action::Call;
        A.Where = Where;
        A.What = Tu.printableName(Op);
        A.Callees = {Tu.functionId(Op)};
        A.Key = Key;
        A.UnlessNull = true;
        Out.push_back(A);
        return;
      }
  if (H == Holder::Value || isHolderName(Name) || H == Holder::Shared)
    forEachHeld(R, [&](QualType Arg) {
      destroy(Arg, Inner, Where, Pointer, Out, Path);
    });
  else
    forEachHeld(
        R, [&](QualType Arg) { destroy(Arg, "", Where, false, Out, Path); });
  // An empty container destroys nothing.
  for (size_t I = First; I < Out.size(); ++I)
    if (Out[I].Key.empty() && Out[I].Kind != Action::Exit) {
      Out[I].Key = Key;
      Out[I].UnlessNull = true;
    }
}

/// The call operator of the deleter that a shared_ptr variable is made with, or
/// null.
static const CXXMethodDecl *customDeleter(const VarDecl *V) {
  if (templateName(recordOf(V->getType())) != "shared_ptr" || !V->getInit())
    return nullptr;
  const auto *Made = dyn_cast<CXXConstructExpr>(strip(V->getInit()));
  if (!Made || Made->getNumArgs() < 2)
    return nullptr;
  return callOperator(recordOf(strip(Made->getArg(1))->getType()));
}

void TypeEffects::destroyVariable(const VarDecl *V, const std::string &Key,
                                  Loc Where, std::vector<Action> &Out) {
  const CXXMethodDecl *Deleter = customDeleter(V);
  if (!Deleter)
    return destroy(V->getType().getNonReferenceType(), Key, Where, false, Out);
  Action A;
  A.Kind = Action::Call;
  A.Where = Where;
  A.What = Tu.printableName(Deleter);
  A.Callees = {Tu.functionId(Deleter)};
  A.Key = Key;
  A.UnlessNull = true;
  Out.push_back(std::move(A));
}

void TypeEffects::destroyClosure(const CXXRecordDecl *Lambda, Loc Where,
                                 std::vector<Action> &Out) {
  auto Field = Lambda->field_begin();
  for (const LambdaCapture &C : Lambda->captures()) {
    if (Field == Lambda->field_end())
      return;
    const FieldDecl *F = *Field++;
    const auto *V =
        C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
    if (V && customDeleter(V) && !F->getType()->isReferenceType())
      destroyVariable(V, "", Where, Out);
    else
      destroy(F->getType(), "", Where, false, Out);
  }
}

/// True if one user-defined conversion leads from \p From to \p To.
static bool converts(const CXXRecordDecl *From, const CXXRecordDecl *To) {
  for (const CXXConstructorDecl *C : To->ctors())
    if (!C->isCopyOrMoveConstructor() && C->isConvertingConstructor(false) &&
        C->getNumParams() > 0) {
      const CXXRecordDecl *P = recordOf(C->getParamDecl(0)->getType());
      if (P && (P == From || From->isDerivedFrom(P)))
        return true;
    }
  for (const NamedDecl *D : From->getVisibleConversionFunctions())
    if (const auto *C = dyn_cast<CXXConversionDecl>(D->getUnderlyingDecl());
        C && recordOf(C->getConversionType()) == To)
      return true;
  return false;
}

/// How well an argument fits a parameter; 0: not at all.
static unsigned fit(QualType Arg, QualType Param) {
  QualType A =
      Arg.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  QualType P =
      Param.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (A == P)
    return 4;
  const CXXRecordDecl *AR = recordOf(A), *PR = recordOf(P);
  if (!AR || !PR)
    return A->isPointerType() == P->isPointerType() || PR ? 1 : 0;
  if (!AR->hasDefinition() || !PR->hasDefinition())
    return 0;
  if (AR->isDerivedFrom(PR))
    return 3;
  return converts(AR, PR) ? 2 : 0;
}

const CXXConstructorDecl *
TypeEffects::constructorFor(const CXXRecordDecl *R,
                            llvm::ArrayRef<QualType> Args) {
  if (!R || !R->hasDefinition() || !Tu.isProject(R))
    return nullptr;
  const CXXConstructorDecl *Best = nullptr;
  unsigned BestFit = 0;
  for (const CXXConstructorDecl *C : R->ctors()) {
    if (C->isDeleted() || Args.size() < C->getMinRequiredArguments() ||
        Args.size() > C->getNumParams())
      continue;
    unsigned Fit = 1;
    for (unsigned I = 0; I < Args.size() && Fit; ++I) {
      unsigned One = fit(Args[I], C->getParamDecl(I)->getType());
      Fit = One ? Fit + One : 0;
    }
    if (Fit > BestFit) {
      BestFit = Fit;
      Best = C;
    }
  }
  return Best && !Best->isTrivial() ? Best : nullptr;
}
