//===- Destructions.cpp - What dies without a call ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects that Python, a thread or the process destroys: their destruction is a
// function of its own, bound like any other.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Cfg/Keys.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

/// class_<T, ...>: Python destroys Ts.
void Bindings::visitClass(const CXXConstructExpr *E) {
  const CXXRecordDecl *R = E->getConstructor()->getParent();
  if (templateName(R) != "class_" || !Tu.isBindingLibrary(R) ||
      E->getConstructor()->isCopyOrMoveConstructor())
    return;
  QualType Bound = typeArgument(R, 0), Destroyed = Bound;
  for (unsigned I = 1;; ++I) {
    QualType Arg = typeArgument(R, I);
    if (Arg.isNull())
      break;
    if (templateName(recordOf(Arg)) == "unique_ptr")
      Destroyed = Arg; // A holder, perhaps with a deleter of its own.
  }
  std::string Id = destroyFunction(Destroyed, E->getBeginLoc(),
                                   "destroy:" + Tu.typeName(Bound) + "@" +
                                       Tu.Facts.MainFile);
  if (!Id.empty())
    add("~" + Tu.typeName(Bound), "destructor", E->getBeginLoc(), {"fn:" + Id},
        {});
}

std::string Bindings::destroyFunction(QualType T, SourceLocation Where,
                                      StringRef Id) {
  std::vector<Action> Effects;
  Types.destroy(T, "", Tu.loc(Where), false, Effects);
  return effectsFunction("destruction of '" + Tu.typeName(T) + "'", Effects,
                         Where, Id);
}

std::string Bindings::closureFunction(const CXXRecordDecl *Lambda,
                                      StringRef Id) {
  std::vector<Action> Effects;
  Types.destroyClosure(Lambda, Tu.loc(Lambda->getLocation()), Effects);
  return effectsFunction("destruction of a closure", Effects,
                         Lambda->getLocation(), Id);
}

std::string Bindings::effectsFunction(std::string Name,
                                      llvm::ArrayRef<Action> Effects,
                                      SourceLocation Where, StringRef Id) {
  FunctionFacts F;
  F.Id = Id.str();
  F.Name = std::move(Name);
  F.Where = Tu.loc(Where);
  F.IsDestructor = true;
  for (const Action &A : Effects) {
    Event E;
    E.Where = A.Where;
    E.What = A.What;
    if (A.Kind == Action::PyOp) {
      E.Kind = EventKind::PyOp;
    } else if (A.Kind == Action::Call) {
      E.Kind = EventKind::Call;
      E.Via = A.Via;
      E.Callees.assign(A.Callees.begin(), A.Callees.end());
    } else {
      continue;
    }
    F.Events.push_back(std::move(E));
  }
  if (F.Events.empty())
    return "";
  for (const FunctionFacts &Old : Tu.Facts.Functions)
    if (Old.Id == F.Id)
      return F.Id.str();
  Tu.Facts.Functions.push_back(F);
  return F.Id.str();
}

/// What a static variable owns dies when Python is gone.
void Bindings::visitStatic(const VarDecl *V) {
  if (!V->hasGlobalStorage())
    return;
  bool OfThread = V->getTLSKind() != VarDecl::TLS_None;
  std::string Id = destroyFunction(V->getType(), V->getLocation(),
                                   "destroy:" + Tu.varNode(V));
  if (Id.empty())
    return;
  add(V->getNameAsString(),
      OfThread ? "thread-local-destructor" : "static-destructor",
      V->getLocation(), {"fn:" + Id},
      {OfThread ? GilState::Released : GilState::Mixed, {}});
}
