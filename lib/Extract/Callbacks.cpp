//===- Callbacks.cpp - Where callables travel -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callbacks.h"
#include "gil-audit/PythonApi.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

static bool isFunctionPointer(QualType T) {
  return T->isFunctionPointerType() || T->isFunctionReferenceType() ||
         T->isMemberFunctionPointerType() || T->isFunctionType();
}

bool Callbacks::isCallbackParam(QualType T) {
  T = T.getNonReferenceType();
  if (isFunctionPointer(T))
    return true;
  const CXXRecordDecl *R = pointeeRecordOf(T);
  if (!R || !R->hasDefinition() || !R->isAggregate())
    return false;
  return llvm::any_of(R->fields(), [](const FieldDecl *F) {
    return isFunctionPointer(F->getType());
  });
}

/// Names of library classes that carry a callable which is not in their type.
static bool isCarrierClass(StringRef Name) {
  static constexpr const char *Names[] = {
      "function",     "function_ref", "unique_function", "move_only_function",
      "thread",       "jthread",      "future",          "shared_future",
      "packaged_task"};
  return llvm::is_contained(Names, Name);
}

bool Callbacks::carriesCallable(QualType T) {
  if (T.isNull() || T->isDependentType())
    return false;
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isPointerType() && !isFunctionPointer(T))
    T = T->getPointeeType().getUnqualifiedType();
  while (const clang::Type *Element = T->getArrayElementTypeNoTypeQual())
    T = QualType(Element, 0).getCanonicalType().getUnqualifiedType();
  if (isFunctionPointer(T))
    return true;
  const CXXRecordDecl *R = recordOf(T);
  if (!R || !R->hasDefinition())
    return false;
  auto [It, New] = Carries.try_emplace(T.getTypePtr(), false);
  if (!New)
    return It->second;
  bool Yes = R->isLambda() || isCallbackParam(T) ||
             (R->getDeclName().isIdentifier() && isCarrierClass(R->getName()));
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R); S && !Yes)
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        Yes |= carriesCallable(A.getAsType());
  if (!Yes && Tu.isProject(R))
    Yes = callOperator(R) != nullptr;
  return Carries[T.getTypePtr()] = Yes;
}

static void add(std::vector<std::string> &Out, std::string Node) {
  if (!Node.empty() && !llvm::is_contained(Out, Node))
    Out.push_back(std::move(Node));
}

std::string Callbacks::nodeOf(const Expr *E) {
  E = strip(E);
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return Tu.varNode(V);
    return "";
  }
  if (const auto *M = dyn_cast_or_null<MemberExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      return Tu.varNode(V); // A static member.
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F)
      return "";
    const Expr *Base = strip(M->getBase());
    bool InClass = isa<CXXThisExpr>(Base) ||
                   (M->isArrow() && Tu.isProject(F->getParent()));
    std::string Outer = InClass ? "" : nodeOf(Base);
    // What a library's pair or node holds is what flowed into it as a whole.
    if (!Outer.empty() && isa<ClassTemplateSpecializationDecl>(F->getParent()))
      return Outer;
    return Outer.empty() ? Tu.fieldNode(F) : Outer + "." + F->getNameAsString();
  }
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(E))
    return nodeOf(U->getSubExpr());
  // smart->f, v[i]: the container's node stands for what is in it.
  if (const auto *O = dyn_cast_or_null<CXXOperatorCallExpr>(E))
    if (O->getNumArgs() > 0 &&
        (O->getOperator() == OO_Arrow || O->getOperator() == OO_Star ||
         O->getOperator() == OO_Subscript))
      return nodeOf(O->getArg(0));
  if (const auto *S = dyn_cast_or_null<ArraySubscriptExpr>(E))
    return nodeOf(S->getBase());
  return "";
}

std::vector<std::string> Callbacks::sources(const Expr *E) {
  std::vector<std::string> Out;
  collect(E, Out, 0);
  return Out;
}

void Callbacks::collect(const Expr *E, std::vector<std::string> &Out,
                        unsigned Depth) {
  E = strip(E);
  if (!E || Depth > 12)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(E)) {
    if (const CXXMethodDecl *Op = callOperator(L->getLambdaClass()))
      add(Out, "fn:" + Tu.functionId(Op));
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return add(Out, "fn:" + Tu.functionId(F));
  if (const auto *M = dyn_cast<MemberExpr>(E))
    if (const auto *F = dyn_cast<FunctionDecl>(M->getMemberDecl()))
      return add(Out, "fn:" + Tu.functionId(F));
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return collect(U->getSubExpr(), Out, Depth + 1);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    collect(C->getTrueExpr(), Out, Depth + 1);
    return collect(C->getFalseExpr(), Out, Depth + 1);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp() || B->isCommaOp() || B->isPtrMemOp())
      collect(B->getRHS(), Out, Depth + 1);
    return;
  }
  // What the static type says needs no flow: closures and functors.
  if (const CXXMethodDecl *Op = callOperator(pointeeRecordOf(E->getType())))
    if (pointeeRecordOf(E->getType())->isLambda() || Tu.isProject(Op))
      return add(Out, "fn:" + Tu.functionId(Op));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return collectConstruct(Construct, Out, Depth);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return collect(List->getSubExpr(), Out, Depth + 1);
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return collect(New->getInitializer(), Out, Depth + 1);
  if (const auto *Init = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Sub : Init->inits())
      if (carriesCallable(Sub->getType()))
        collect(Sub, Out, Depth + 1);
    return;
  }
  if (std::string Node = nodeOf(E); !Node.empty())
    return add(Out, std::move(Node));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    collectCall(Call, Out, Depth);
}

void Callbacks::collectCall(const CallExpr *Call, std::vector<std::string> &Out,
                            unsigned Depth) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call)) {
    // Conversion of a closure to a function pointer, and other conversions.
    if (isa<CXXConversionDecl>(F))
      return collect(M->getImplicitObjectArgument(), Out, Depth + 1);
  }
  if (Tu.isProjectFunction(F))
    return add(Out, "ret:" + Tu.functionId(F));
  // Library: move, forward, bind, async, make_unique<std::thread>, begin, at...
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    if (carriesCallable(M->getObjectType()) && carriesCallable(Call->getType()))
      collect(M->getImplicitObjectArgument(), Out, Depth + 1);
  std::vector<int> Dropped = droppedArguments(Call, F);
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (carriesCallable(Call->getArg(I)->getType()) &&
        !llvm::is_contained(Dropped, static_cast<int>(I)))
      collect(Call->getArg(I), Out, Depth + 1);
}

/// Arguments of a modelled call whose claims the call itself shows to be false:
/// std::async(std::launch::deferred, f) starts no thread.
std::vector<int> Callbacks::droppedArguments(const CallExpr *Call,
                                             const FunctionDecl *F) {
  std::vector<int> Dropped;
  const FunctionModel *M = Tu.Models.lookup(Tu.qualifiedName(F));
  if (!M)
    return Dropped;
  for (const CallbackClaim &C : M->Callbacks) {
    bool Holds = llvm::any_of(M->Callbacks, [&](const CallbackClaim &Other) {
      if (Other.Param != C.Param)
        return false;
      if (!Other.If || Other.If->Param >= static_cast<int>(Call->getNumArgs()))
        return true;
      std::string Constant = constantOf(Call->getArg(Other.If->Param), Tu.Ctx);
      return Constant.empty() || Constant == Other.If->Is;
    });
    if (!Holds)
      Dropped.push_back(C.Param);
  }
  return Dropped;
}

void Callbacks::collectConstruct(const CXXConstructExpr *Construct,
                                 std::vector<std::string> &Out,
                                 unsigned Depth) {
  for (const Expr *Arg : Construct->arguments())
    if (carriesCallable(Arg->getType()))
      collect(Arg, Out, Depth + 1);
}

void Callbacks::assign(const std::string &To, const Expr *Init) {
  if (To.empty() || !Init)
    return;
  const Expr *E = strip(Init);
  if (const auto *List = dyn_cast_or_null<InitListExpr>(E)) {
    const InitListExpr *Semantic =
        List->isSemanticForm() ? List : List->getSemanticForm();
    List = Semantic ? Semantic : List;
    if (const CXXRecordDecl *R = recordOf(List->getType())) {
      unsigned I = 0;
      for (const FieldDecl *F : R->fields()) {
        if (I >= List->getNumInits())
          break;
        if (carriesCallable(F->getType()))
          assign(To + "." + F->getNameAsString(), List->getInit(I));
        ++I;
      }
      return;
    }
    for (const Expr *Sub : List->inits())
      assign(To, Sub); // An array: its elements share the node.
    return;
  }
  for (const std::string &Source : sources(Init))
    if (Source != To)
      Edges[To].insert(Source);
}

std::vector<std::string> Callbacks::argumentNodes(const Expr *E) {
  if (const auto *List = dyn_cast_or_null<InitListExpr>(strip(E));
      List && !callOperator(recordOf(List->getType()))) {
    Loc At = Tu.loc(List->getBeginLoc());
    std::string Node = "var:" + Tu.Facts.Files[At.File] + "{" +
                       std::to_string(At.Line) + ":" +
                       std::to_string(At.Column);
    assign(Node, E);
    return {Node};
  }
  return sources(E);
}

std::vector<FlowEdge> Callbacks::edges() const {
  std::vector<FlowEdge> Result;
  for (const auto &[To, From] : Edges)
    Result.push_back({To, {From.begin(), From.end()}});
  return Result;
}
