//===- Collector.cpp - Facts of a whole AST -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "Bindings.h"
#include "Callbacks.h"
#include "Cfg/GuardFlow.h"
#include "Cfg/Lowering.h"
#include "FixSites.h"
#include "Statements.h"
#include "Suppressions.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Finds the definitions of project functions, instances included, and the
/// variables outside of functions.
class DefinitionFinder : public RecursiveASTVisitor<DefinitionFinder> {
public:
  explicit DefinitionFinder(TuContext &Tu) : Tu(Tu) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->isDependentContext() || !F->doesThisDeclarationHaveABody() ||
        !F->getBody() || F->isDeleted() || F->isInvalidDecl())
      return true;
    if (Tu.isProject(F->getLocation()))
      Functions.insert(F);
    return true;
  }

  /// Instances hang on the primary template, and a library's is not looked at
  /// (std::hash, type_caster).
  bool VisitClassTemplatePartialSpecializationDecl(
      ClassTemplatePartialSpecializationDecl *Partial) {
    ClassTemplateDecl *Primary = Partial->getSpecializedTemplate();
    if (Tu.isProject(Primary))
      return true;
    for (ClassTemplateSpecializationDecl *I : Primary->specializations())
      if (I->getTemplateSpecializationKind() == TSK_ImplicitInstantiation &&
          isFrom(I, Partial))
        TraverseDecl(I);
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *L) {
    // Instances of a generic lambda hang on its template.
    if (const FunctionTemplateDecl *T =
            L->getLambdaClass()->getDependentLambdaCallOperator())
      for (FunctionDecl *Instance : T->specializations())
        if (Instance->getBody() && Tu.isProject(Instance->getLocation()))
          if (Functions.insert(Instance))
            TraverseStmt(Instance->getBody());
    if (CXXMethodDecl *Op = L->getCallOperator();
        !Op->isDependentContext() && Op->getBody() &&
        Tu.isProject(Op->getLocation()))
      Functions.insert(Op);
    return true;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && F->getDeclName().isIdentifier() &&
        (F->getName() == "release" || F->getName() == "reset" ||
         F->getName() == "clear"))
      noteEmptied(Call->getImplicitObjectArgument());
    return true;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
      return true;
    const Expr *Value = strip(Call->getArg(1));
    const auto *Made = dyn_cast<CXXConstructExpr>(Value);
    if (Value->getType()->isNullPtrType() || (Made && Made->getNumArgs() == 0))
      noteEmptied(Call->getArg(0));
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasGlobalStorage() && V->isThisDeclarationADefinition() &&
        !V->getDeclContext()->isDependentContext() &&
        Tu.isProject(V->getLocation()))
      Statics.insert(V);
    if (V->hasGlobalStorage() && !V->isStaticLocal() && V->hasInit() &&
        !V->getDeclContext()->isDependentContext() &&
        Tu.isProject(V->getLocation()))
      Variables.insert(V);
    return true;
  }

  llvm::SetVector<const FunctionDecl *> Functions;
  llvm::SetVector<const VarDecl *> Variables, Statics;
  llvm::DenseSet<const VarDecl *> Emptied;

private:
  static bool isFrom(const ClassTemplateSpecializationDecl *Instance,
                     const ClassTemplatePartialSpecializationDecl *Partial) {
    auto From = Instance->getSpecializedTemplateOrPartial();
    const auto *P = dyn_cast<ClassTemplatePartialSpecializationDecl *>(From);
    return P && P->getCanonicalDecl() == Partial->getCanonicalDecl();
  }

  void noteEmptied(const Expr *E) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(strip(E)))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Emptied.insert(V->getCanonicalDecl());
  }

  TuContext &Tu;
};

/// All steps for one TU.
class Collector {
public:
  Collector(ASTContext &Ctx, const ModelSet &Models,
            const ExtractOptions &Options, const IncludeGraph *Includes,
            TUFacts &Facts)
      : Tu(Ctx, Models, Options.Root, Facts), Flows(Tu), Types(Tu),
        Binds(Tu, Flows, Types), Sites(Tu, Includes), Includes(Includes) {}

  void run(const Comments *Notes) {
    DefinitionFinder Finder(Tu);
    for (Decl *D : Tu.Ctx.getTranslationUnitDecl()->decls())
      if (mayHoldProjectCode(D))
        Finder.TraverseDecl(D);
    for (const FunctionDecl *F : Finder.Functions)
      Definitions[Tu.functionId(F)] = F;
    for (const VarDecl *V : Finder.Variables) {
      Flows.visitVariable(V);
      Binds.visitVariable(V);
    }
    GuardFlow Flow([this](StringRef Id) { return body(Id); });
    for (const FunctionDecl *F : Finder.Functions) {
      Flows.visitFunction(F);
      bindings(F);
      function(F, Flow);
    }
    Binds.nameLate();
    for (const VarDecl *V : Finder.Statics)
      if (!Finder.Emptied.count(V->getCanonicalDecl()))
        Binds.visitStatic(V);
    Tu.Facts.Flows = Flows.edges();
    llvm::sort(Tu.Facts.Functions,
               [](const FunctionFacts &A, const FunctionFacts &B) {
                 return A.Id < B.Id;
               });
    declaredApi();
    bindingHeaders();
    describeFiles(Finder.Functions.getArrayRef());
    if (Notes)
      findSuppressions(Tu, *Notes);
  }

private:
  /// Only namespaces and entities of the project can hold project code; a
  /// library's top-level declaration is not even looked at.
  bool mayHoldProjectCode(Decl *D) {
    if (isa<NamespaceDecl>(D) || isa<LinkageSpecDecl>(D))
      return Tu.isProject(D->getLocation());
    return Tu.isProject(D->getLocation());
  }

  const FlowFunction *body(StringRef Id) {
    auto It = Definitions.find(Id);
    if (It == Definitions.end())
      return nullptr;
    auto [Known, New] = Bodies.try_emplace(Id);
    if (New) {
      std::unique_ptr<FlowFunction> Lowered =
          Lowering(Tu, Flows, Types, &Sites, It->second).run();
      Bodies[Id] = std::move(Lowered);
    }
    return Bodies[Id].get();
  }

  void bindings(const FunctionDecl *F) {
    size_t Known = Tu.Facts.Bindings.size();
    Binds.visitFunction(F);
    for (size_t I = Known; I != Tu.Facts.Bindings.size(); ++I)
      if (BindingFact &B = Tu.Facts.Bindings[I]; B.Call.isValid())
        B.GuardNamespace = Sites.guardNamespace(F);
  }

  void function(const FunctionDecl *F, GuardFlow &Flow) {
    const FlowFunction *Body = body(Tu.functionId(F));
    if (!Body)
      return;
    FlowResult Result = Flow.run(*Body);
    FunctionFacts Facts;
    Facts.Id = Tu.functionId(F);
    Facts.Name = Tu.printableName(F);
    Facts.Where = Tu.loc(F->getLocation());
    Facts.IsInstance = F->isTemplateInstantiation() ||
                       F->getTemplateInstantiationPattern() != nullptr;
    Facts.IsDestructor = isa<CXXDestructorDecl>(F);
    if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
      for (const CXXMethodDecl *Base : M->overridden_methods())
        Facts.Overrides.push_back(Tu.functionId(Base));
      llvm::sort(Facts.Overrides);
      Facts.IsLambda = M->getParent()->isLambda();
      if (Facts.IsLambda) {
        Facts.Where = Tu.loc(M->getParent()->getLocation());
        Facts.ClosureDestructor =
            Binds.closureFunction(M->getParent(), Facts.Id.str() + "!closure");
      }
    }
    Facts.Events = withoutSettledWaits(std::move(Result.Events));
    Facts.NeverReturns = Result.NeverReturns;
    Facts.Regions = std::move(Result.Regions);
    Facts.Acquires = std::move(Result.Acquires);
    Facts.Locks = std::move(Result.Locks);
    Facts.Leaks = std::move(Result.Leaks);
    describeBody(Tu, F, Facts);
    if (!Facts.Events.empty())
      Facts.GuardNamespace = Sites.guardNamespace(F);
    Tu.Facts.Functions.push_back(std::move(Facts));
  }

  /// Behind a wait for an object, another wait for the same object does not
  /// block any more: no event.
  std::vector<Event> withoutSettledWaits(std::vector<Event> Events) {
    std::set<std::vector<InternedString>> Settled;
    llvm::erase_if(Events, [&](const Event &E) {
      if (E.Kind != EventKind::ApiCall || E.Args.empty() ||
          E.Args.front().Param != -1 || E.Args.front().Sources.empty())
        return false;
      const FunctionModel *M = Tu.Models.lookup(E.What);
      bool OfObject =
          M && M->Waits && llvm::any_of(M->Invokes, [](const InvokeClaim &I) {
            return I.OfObject;
          });
      return OfObject && !Settled.insert(E.Args.front().Sources).second;
    });
    return Events;
  }

  void declaredApi() {
    std::set<std::string> Names;
    for (const ApiModel &Model : Tu.Models.models())
      for (const auto &[Name, Function] : Model.Functions) {
        (void)Function;
        if (StringRef(Name).contains("::"))
          continue;
        DeclarationName Ident(&Tu.Ctx.Idents.get(Name));
        if (!Tu.Ctx.getTranslationUnitDecl()->lookup(Ident).empty())
          Names.insert(Name);
      }
    Tu.Facts.DeclaredApi.assign(Names.begin(), Names.end());
  }

  void bindingHeaders() {
    SourceManager &SM = Tu.Ctx.getSourceManager();
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
      for (const ApiModel &Model : Tu.Models.models())
        for (const std::string &Header : Model.BindingHeaders)
          if (It->first.getName().contains(Header))
            Tu.Facts.OnApiPythonBindings = true;
  }

  /// True if the head of the file says that a program wrote it.
  bool isGenerated(FileID File) {
    bool Invalid = false;
    StringRef Text = Tu.Ctx.getSourceManager().getBufferData(File, &Invalid);
    std::string Head = Text.take_front(2048).lower();
    for (const char *Mark : {"@generated", "do not edit", "autogenerated",
                             "auto-generated", "automatically generated"})
      if (!Invalid && StringRef(Head).contains(Mark))
        return true;
    return false;
  }

  void describeFiles(llvm::ArrayRef<const FunctionDecl *> Functions) {
    std::map<unsigned, std::string> Tests; // By file, of the first function.
    for (const FunctionDecl *F : Functions)
      if (auto [Test, Where] = finalizationTest(Tu, F); !Test.empty())
        Tests.try_emplace(Where.File, Test);
    SourceManager &SM = Tu.Ctx.getSourceManager();
    for (FileID File : Tu.projectFiles()) {
      FileFact Fact;
      Fact.File = Tu.loc(SM.getLocForStartOfFile(File)).File;
      Fact.IsGenerated = isGenerated(File);
      Fact.FinalizationTest = Tests[Fact.File];
      auto Entry = SM.getFileEntryRefForID(File);
      Fact.SeesGuards =
          !Includes || !Entry || Includes->seesGuards(&Entry->getFileEntry());
      if (Includes && Entry)
        Fact.GuardInclude = Includes->guardInclude(&Entry->getFileEntry());
      Tu.Facts.FileFacts.push_back(std::move(Fact));
    }
  }

  TuContext Tu;
  Callbacks Flows;
  TypeEffects Types;
  Bindings Binds;
  FixSites Sites;
  const IncludeGraph *Includes;
  llvm::StringMap<const FunctionDecl *> Definitions;
  llvm::StringMap<std::unique_ptr<FlowFunction>> Bodies;
};

} // namespace

void gilaudit::collectFacts(ASTContext &Ctx, const ModelSet &Models,
                            const ExtractOptions &Options,
                            const IncludeGraph *Includes, TUFacts &Facts,
                            const Comments *Notes) {
  Collector(Ctx, Models, Options, Includes, Facts).run(Notes);
}
