//===- Bindings.cpp - What Python can call --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Cfg/Keys.h"
#include "Compat.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

void Bindings::add(std::string Name, std::string Form, SourceLocation Where,
                   std::vector<std::string> Targets, Guarded G,
                   std::string Api) {
  BindingFact B;
  B.Name = Name;
  B.Form = Form;
  B.Where = Tu.loc(Where);
  B.Targets.assign(Targets.begin(), Targets.end());
  B.Api = Api;
  B.Entry = G.Entry;
  B.GuardWhere = G.Where;
  if (Binder && !Binder->getBeginLoc().isMacroID() &&
      !Binder->getEndLoc().isMacroID())
    B.Call = Tu.range(Binder->getSourceRange());
  Tu.Facts.Bindings.push_back(std::move(B));
}

static const StringLiteral *literal(const Expr *E) {
  return dyn_cast_or_null<StringLiteral>(strip(E));
}

std::string Bindings::nameOf(llvm::ArrayRef<const Expr *> Args,
                             const std::vector<std::string> &Targets) {
  // Later literals are documentation.
  if (const StringLiteral *Text = Args.empty() ? nullptr : literal(Args[0]))
    return Text->getString().str();
  for (const std::string &Target : Targets)
    if (auto It = NameHints.find(Target); It != NameHints.end())
      return It->second;
  return "";
}

/// call_guard<gil_scoped_release, ...> among the arguments, whatever alias it
/// is written with.
Bindings::Guarded Bindings::guardOf(llvm::ArrayRef<const Expr *> Args) {
  Guarded G;
  for (const Expr *Arg : Args) {
    const CXXRecordDecl *R = recordOf(Arg->getType());
    if (!R || templateName(R) != "call_guard" || !Tu.isBindingLibrary(R))
      continue;
    for (unsigned I = 0;; ++I) {
      QualType Guard = typeArgument(R, I);
      if (Guard.isNull())
        break;
      if (Types.guard(Guard) == GilEffect::Release) {
        G.Entry = GilState::Released;
        G.Where = Tu.loc(Arg->getBeginLoc());
      }
    }
  }
  return G;
}

/// True for record types of CPython's headers: PyMethodDef, PyType_Slot, ...
static StringRef recordName(const RecordDecl *R) {
  if (!R->getName().empty())
    return R->getName();
  const TypedefNameDecl *Typedef = R->getTypedefNameForAnonDecl();
  return Typedef ? Typedef->getName() : StringRef();
}

bool Bindings::isPythonRecord(const RecordDecl *R) {
  return R && !Tu.isProject(R) &&
         (isCPythonName(recordName(R)) || recordName(R) == "_typeobject");
}

/// nb::init<Args...>(), py::init<Args...>(): the constructor that it will call.
void Bindings::visitConstructorTag(const Expr *Call, QualType Tag, Guarded G) {
  const auto *M = dyn_cast<CXXMemberCallExpr>(Call);
  const CXXRecordDecl *R = recordOf(Tag);
  if (!M || !R)
    return;
  const CXXRecordDecl *Class =
      recordOf(M->getImplicitObjectArgument()->getType());
  QualType Bound;
  for (; Class;) {
    if (templateName(Class) == "class_") {
      Bound = typeArgument(Class, 0);
      break;
    }
    const CXXRecordDecl *Base = nullptr;
    for (const CXXBaseSpecifier &B : Class->bases())
      Base = recordOf(B.getType());
    Class = Base;
  }
  llvm::SmallVector<QualType, 8> Args;
  for (unsigned I = 0;; ++I) {
    QualType Arg = typeArgument(R, I);
    if (Arg.isNull())
      break;
    Args.push_back(Arg);
  }
  if (const CXXConstructorDecl *C = Types.constructorFor(recordOf(Bound), Args))
    add(Tu.typeName(Bound) + ".__init__", "init",
        cast<MemberExpr>(M->getCallee()->IgnoreParens())->getMemberLoc(),
        {"fn:" + Tu.functionId(C)}, G);
}

static bool isConstructorTag(StringRef Name) {
  return Name == "init" || Name == "constructor" || Name == "init_implicit" ||
         Name == "alias_constructor";
}

/// True for a class of the binding library that only carries callables to
/// def(): nb::new_(f), py::init(f), cpp_function, ...
static const Expr *nestedCarrier(const Expr *E,
                                 llvm::ArrayRef<const Expr *> &Args,
                                 const FunctionDecl *&Callee) {
  E = strip(E);
  while (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (!C->getConstructor()->isCopyOrMoveConstructor()) {
      Args = llvm::ArrayRef(C->getArgs(), C->getNumArgs());
      Callee = C->getConstructor();
      return E;
    }
    E = strip(C->getArg(0));
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    Callee = Call->getDirectCallee();
    Args = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
    return Callee ? E : nullptr;
  }
  return nullptr;
}

void Bindings::visitCall(const Expr *Call, const FunctionDecl *Callee,
                         llvm::ArrayRef<const Expr *> Args, Guarded Outer) {
  llvm::SaveAndRestore Restore(Binder, Call);
  if (!Done.insert(Call).second)
    return;
  Guarded G = guardOf(Args);
  if (G.Entry != GilState::Released)
    G = Outer;
  std::string Form = Callee->getNameAsString();
  if (Form == "Py_AtExit")
    G.Entry = GilState::Mixed; // Runs when the interpreter is gone.
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Callee))
    Form = C->getParent()->getNameAsString();
  for (const Expr *Arg : Args) {
    // Past the conversion to a base class (nanobind's def_visitor).
    QualType ArgType = strip(Arg)->getType();
    const CXXRecordDecl *R = recordOf(ArgType);
    if (R && Tu.isBindingLibrary(R)) {
      if (isConstructorTag(R->getDeclName().isIdentifier() ? R->getName()
                                                           : "")) {
        visitConstructorTag(Call, ArgType, G);
        continue;
      }
      llvm::ArrayRef<const Expr *> Inner;
      const FunctionDecl *InnerCallee = nullptr;
      if (const Expr *E = nestedCarrier(Arg, Inner, InnerCallee);
          E && InnerCallee && Tu.isBindingLibrary(InnerCallee)) {
        visitCall(E, InnerCallee, Inner, G);
        continue;
      }
    }
    if (!Flows.carriesCallable(Arg->getType()))
      continue;
    const auto *Ref = dyn_cast<DeclRefExpr>(strip(Arg));
    if (const auto *U = dyn_cast<UnaryOperator>(strip(Arg)))
      Ref = dyn_cast<DeclRefExpr>(strip(U->getSubExpr()));
    const auto *Fn = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    std::string Api = Fn ? Tu.apiName(Fn, nullptr) : "";
    std::vector<std::string> Targets = Flows.sources(Arg);
    if (Targets.empty() && Api.empty())
      continue;
    std::string Name = nameOf(Args, Targets);
    if (Fn)
      convertedCallables(Fn, Call->getExprLoc());
    else if (const CXXMethodDecl *Op =
                 callOperator(pointeeRecordOf(strip(Arg)->getType())))
      convertedCallables(Op, Call->getExprLoc());
    add(Name.empty() ? Form : Name, Form, Call->getExprLoc(), Targets, G, Api);
    // With a chain of defs, the place is the line of the def.
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
      Tu.Facts.Bindings.back().Where = Tu.loc(
          cast<MemberExpr>(M->getCallee()->IgnoreParens())->getMemberLoc());
  }
}

/// A std::function parameter of a bound function is made by the library from a
/// Python callable: calling it takes the GIL and runs Python.
void Bindings::convertedCallables(const FunctionDecl *F, SourceLocation Where) {
  static const char *const Id = "library:converted-callable";
  for (const ParmVarDecl *P : F->parameters()) {
    const CXXRecordDecl *R = recordOf(P->getType());
    if (!R || !R->getDeclName().isIdentifier() || R->getName() != "function" ||
        !R->isInStdNamespace())
      continue;
    Flows.addEdge(Tu.varNode(P), std::string("fn:") + Id);
    for (const FunctionFacts &Known : Tu.Facts.Functions)
      if (Known.Id == Id)
        return;
    FunctionFacts Made;
    Made.Id = Id;
    Made.Name = "a Python callable, converted by the binding library";
    Made.Where = Tu.loc(Where);
    Event Takes;
    Takes.Kind = EventKind::Acquire;
    Takes.Where = Made.Where;
    Takes.What = "the binding library";
    Takes.Index = 0;
    Event Runs;
    Runs.Where = Made.Where;
    Runs.State = GilState::Held;
    Runs.Acquire = 0;
    Runs.What = "calls a Python callable";
    Made.Acquires.push_back({Made.Where, "the binding library"});
    Made.Events = {Takes, Runs};
    Tu.Facts.Functions.push_back(std::move(Made));
  }
}

/// { "name", function, ... } of a CPython table; slots cast to void *.
void Bindings::visitTable(const InitListExpr *List) {
  if (!List->isSemanticForm())
    List = List->getSemanticForm() ? List->getSemanticForm() : List;
  if (!isPythonRecord(List->getType()->getAsRecordDecl()) ||
      !Done.insert(List).second)
    return;
  std::string Name;
  for (const Expr *Init : List->inits())
    if (const StringLiteral *Text = literal(Init); Text && Name.empty())
      Name = Text->getString().str();
  StringRef Record = recordName(List->getType()->getAsRecordDecl());
  for (const Expr *Init : List->inits()) {
    const Expr *E = strip(Init);
    if (!E)
      continue;
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = strip(U->getSubExpr());
    std::vector<std::string> Targets;
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Fn = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    if (Fn || isa<LambdaExpr>(E) || Flows.carriesCallable(E->getType()))
      Targets = Flows.sources(E);
    if (Targets.empty())
      continue;
    bool Method = Record == "PyMethodDef";
    add(Name.empty() && Fn ? Tu.printableName(Fn) : Name,
        Method ? "PyMethodDef" : "slot", Init->getBeginLoc(), Targets, {});
  }
}

/// type.tp_dealloc = f, and its like.
void Bindings::visitSlotAssignment(const BinaryOperator *B) {
  const auto *Field = dyn_cast<MemberExpr>(strip(B->getLHS()));
  if (!Field || !Flows.carriesCallable(B->getLHS()->getType()))
    return;
  const auto *D = dyn_cast<FieldDecl>(Field->getMemberDecl());
  if (!D || !isPythonRecord(D->getParent()))
    return;
  std::vector<std::string> Targets = Flows.sources(B->getRHS());
  if (!Targets.empty())
    add(D->getNameAsString(), "slot", B->getBeginLoc(), Targets, {});
}

namespace gilaudit {

/// AST matchers pick the expressions that can bind something.
class BindingVisitor : public ast_matchers::MatchFinder::MatchCallback {
public:
  explicit BindingVisitor(Bindings &B) : B(B) {}

  void run(const ast_matchers::MatchFinder::MatchResult &Result) override {
    if (const auto *E = Result.Nodes.getNodeAs<CXXConstructExpr>("construct")) {
      B.visitClass(E);
      if (B.Tu.isBindingLibrary(E->getConstructor()) &&
          !E->getConstructor()->isCopyOrMoveConstructor())
        B.visitCall(E, E->getConstructor(),
                    llvm::ArrayRef(E->getArgs(), E->getNumArgs()), {});
    }
    if (const auto *List = Result.Nodes.getNodeAs<InitListExpr>("list"))
      B.visitTable(List);
    if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("call"))
      call(Call);
    if (const auto *Assign = Result.Nodes.getNodeAs<BinaryOperator>("assign"))
      B.visitSlotAssignment(Assign);
  }

private:
  void call(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return;
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
        O && O->getOperator() == OO_Equal && O->getNumArgs() == 2)
      nameAttribute(O);
    llvm::ArrayRef<const Expr *> Args(Call->getArgs(), Call->getNumArgs());
    if (B.Tu.isBindingLibrary(Callee) || B.Tu.isCPython(Callee))
      return B.visitCall(Call, Callee, Args, {});
    if (!B.Tu.isProjectFunction(Callee))
      return;
    // cls.def_something("name", lambda) of the project's own wrapper.
    const StringLiteral *Text = nullptr;
    for (const Expr *Arg : Args)
      if (const StringLiteral *L = literal(Arg); L && !Text)
        Text = L;
    for (const Expr *Arg : Args)
      if (Text && isa<LambdaExpr>(strip(Arg)))
        for (const std::string &Node : B.Flows.sources(Arg))
          B.NameHints.try_emplace(Node, Text->getString().str());
  }

  /// cls.attr("name") = cpp_function(lambda): the lambda's name.
  void nameAttribute(const CXXOperatorCallExpr *Assign) {
    const auto *Attr = dyn_cast<CXXMemberCallExpr>(strip(Assign->getArg(0)));
    const StringLiteral *Text =
        Attr && Attr->getNumArgs() > 0 ? literal(Attr->getArg(0)) : nullptr;
    if (!Text || !B.Tu.isBindingLibrary(Attr->getMethodDecl()))
      return;
    using namespace ast_matchers;
    for (const BoundNodes &Found : match(findAll(lambdaExpr().bind("lambda")),
                                         *Assign->getArg(1), B.Tu.Ctx))
      for (const std::string &Node :
           B.Flows.sources(Found.getNodeAs<LambdaExpr>("lambda")))
        B.NameHints.try_emplace(Node, Text->getString().str());
  }

  Bindings &B;
};

} // namespace gilaudit

void Bindings::visitFunction(const FunctionDecl *F) {
  using namespace ast_matchers;
  SourceLocation Where = F->getLocation();
  if (F->getDeclName().isIdentifier() && F->getName().starts_with("PyInit_"))
    add(F->getName().drop_front(7).str(), "module-init", Where,
        {"fn:" + Tu.functionId(F)}, {});
  // Members of a specialisation that lies in the library's namespace: casters.
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && !M->getParent()->isLambda()) {
    StringRef Name = Tu.qualifiedName(M->getParent());
    if (isBindingNamespace(Name.split("::").first) &&
        Name.contains("type_caster"))
      add(Tu.printableName(F), "type-caster", Where, {"fn:" + Tu.functionId(F)},
          {});
  }
  if (!F->getBody())
    return;
  BindingVisitor Visitor(*this);
  MatchFinder Finder;
  Finder.addMatcher(
      stmt(forEachDescendant(cxxConstructExpr().bind("construct"))), &Visitor);
  Finder.addMatcher(stmt(forEachDescendant(initListExpr().bind("list"))),
                    &Visitor);
  Finder.addMatcher(stmt(forEachDescendant(callExpr().bind("call"))), &Visitor);
  Finder.addMatcher(stmt(forEachDescendant(
                        binaryOperator(hasOperatorName("=")).bind("assign"))),
                    &Visitor);
  Finder.match(*F->getBody(), Tu.Ctx);
}

void Bindings::nameLate() {
  for (BindingFact &B : Tu.Facts.Bindings)
    for (InternedString Target : B.Targets)
      if (auto It = NameHints.find(Target.str());
          B.Name == B.Form && It != NameHints.end())
        B.Name = It->second;
}

void Bindings::visitVariable(const VarDecl *V) {
  using namespace ast_matchers;
  if (!V->getInit())
    return;
  BindingVisitor Visitor(*this);
  MatchFinder Finder;
  Finder.addMatcher(stmt(findAll(initListExpr().bind("list"))), &Visitor);
  Finder.match(*V->getInit(), Tu.Ctx);
}
