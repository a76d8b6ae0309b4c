//===- Lowering.cpp - From Clang's CFG to actions -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cfg/Lowering.h"
#include "Cfg/Config.h"
#include "FixSites.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

Lowering::Lowering(TuContext &Tu, Callbacks &Flows, TypeEffects &Types,
                   FixSites *Sites, const FunctionDecl *F)
    : Tu(Tu), Flows(Flows), Types(Types), Sites(Sites), F(F), K(Tu, F) {}

Action &Lowering::add(Action::KindTy Kind, SourceLocation Where) {
  Action A;
  A.Kind = Kind;
  A.Where = place(Where);
  A.Try = CurrentTry;
  Current->push_back(std::move(A));
  return Current->back();
}

void Lowering::pyOp(SourceLocation Where, std::string What,
                    const std::string &UnlessNull) {
  Action &A = add(Action::PyOp, Where);
  A.What = std::move(What);
  A.Key = UnlessNull;
  A.UnlessNull = !UnlessNull.empty();
}

void Lowering::setNull(const std::string &Key, SourceLocation Where) {
  if (!Key.empty() && !Untracked.count(Key.substr(0, Key.find('.'))))
    add(Action::Null, Where).Key = Key;
}

void Lowering::setNotNull(const std::string &Key, SourceLocation Where) {
  if (!Key.empty())
    add(Action::NotNull, Where).Key = Key;
}

void Lowering::moveFrom(const Expr *Source, const std::string &To,
                        SourceLocation Where) {
  std::string From = K.of(Source);
  if (From.empty())
    return setNotNull(To, Where);
  if (!To.empty()) {
    Action &A = add(Action::Move, Where);
    A.From = From;
    A.Key = To;
  }
  setNull(From, Where);
}

void Lowering::destroy(QualType T, const std::string &Key, SourceLocation Where,
                       bool Virtual, bool AtExit) {
  std::vector<Action> Effects;
  Types.destroy(T, Key, place(Where), Virtual, Effects);
  for (Action &A : Effects) {
    A.NoThrow = true;
    A.Try = CurrentTry;
    A.AtExit = AtExit;
    Current->push_back(std::move(A));
  }
}

int Lowering::siteOf(const Expr *E) { return Sites ? Sites->record(F, E) : -1; }

std::unique_ptr<FlowFunction> Lowering::run() {
  Out = std::make_unique<FlowFunction>();
  Out->Id = Tu.functionId(F);
  prepare();
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddImplicitDtors = true;
  Options.AddTemporaryDtors = true;
  Options.AddInitializers = true;
  Options.AddCXXDefaultInitExprInCtors = true;
  Options.AddCXXDefaultInitExprInAggregates = true;
  Options.AddStaticInitBranches = true;
  Options.PruneTriviallyFalseEdges = true;
  std::unique_ptr<CFG> Cfg = CFG::buildCFG(F, F->getBody(), &Tu.Ctx, Options);
  if (!Cfg)
    return nullptr;
  // Clang numbers blocks from the exit backwards: high numbers come first.
  std::vector<const CFGBlock *> Order(Cfg->getNumBlockIDs());
  for (const CFGBlock *Block : *Cfg)
    Order[Cfg->getNumBlockIDs() - 1 - Block->getBlockID()] = Block;
  llvm::DenseMap<const CFGBlock *, int> Index;
  for (size_t I = 0; I < Order.size(); ++I)
    Index[Order[I]] = static_cast<int>(I);
  Out->End = Tu.loc(F->getBody()->getEndLoc());
  for (const ParmVarDecl *P : F->parameters())
    Out->ParamKeys.push_back(K.ofParam(P));
  Out->Blocks.resize(Order.size());
  for (size_t I = 0; I < Order.size(); ++I) {
    FlowBlock &To = Out->Blocks[I];
    lowerBlock(*Order[I], To);
    for (const CFGBlock::AdjacentBlock &Succ : Order[I]->succs())
      To.Succs.push_back(Succ ? Index.lookup(Succ) : -1);
  }
  Out->Exit = Index.lookup(&Cfg->getExit());
  Current = &Out->Blocks[Out->Exit].Actions;
  CurrentTry = -1;
  destroyParams();
  return std::move(Out);
}

void Lowering::destroyParams() {
  for (const ParmVarDecl *P : llvm::reverse(F->parameters()))
    destroy(P->getType(), K.ofVar(P), P->getLocation(), /*Virtual=*/false,
            /*AtExit=*/true);
}

void Lowering::lowerBlock(const CFGBlock &Block, FlowBlock &To) {
  Current = &To.Actions;
  if (const auto *Catch = dyn_cast_or_null<CXXCatchStmt>(Block.getLabel())) {
    To.CatchOf = CatchOf.lookup(Catch);
    // Clang's CFG does not copy the exception into the handler's parameter.
    if (const VarDecl *V = Catch->getExceptionDecl(); V && V->getInit())
      lowerTree(V->getInit());
  }
  for (const CFGElement &Element : Block)
    lowerElement(Element);
  To.Throws |= Block.hasNoReturnElement();
  for (const Action &A : To.Actions)
    To.Throws |= A.Kind == Action::Throw;
  lowerBranch(Block, To);
}

/// The object that \p Cond asks for being there; \p Negated is flipped as
/// needed. Null: the condition asks something else.
static const Expr *askedFor(const Expr *Cond, bool &Negated) {
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Cond);
      U && U->getOpcode() == UO_LNot) {
    Negated = !Negated;
    return askedFor(U->getSubExpr(), Negated);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(Cond);
      B && B->isEqualityOp() &&
      B->getRHS()->IgnoreParenImpCasts()->getType()->isNullPtrType()) {
    Negated ^= B->getOpcode() == BO_EQ;
    return B->getLHS();
  }
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Cond)) {
    const FunctionDecl *Callee = M->getDirectCallee();
    bool Bool = Callee && (isa<CXXConversionDecl>(Callee) ||
                           (Callee->getDeclName().isIdentifier() &&
                            Callee->getName() == "has_value"));
    return Bool ? M->getImplicitObjectArgument() : nullptr;
  }
  return isa<DeclRefExpr>(Cond) || isa<MemberExpr>(Cond) ? Cond : nullptr;
}

/// Whether the temporaries of a conditional operand were made decides whether
/// they are destroyed: with a guard among them, its being live tells.
void Lowering::lowerDestructorBranch(const CFGBlock &Block, FlowBlock &To) {
  const CFGBlock *Destroys = *Block.succ_begin();
  if (!Destroys)
    return;
  for (const CFGElement &Element : *Destroys)
    if (auto Dtor = Element.getAs<CFGTemporaryDtor>())
      To.Branch.Key = K.temporary(Dtor->getBindTemporaryExpr());
}

/// True for PyGILState_Check(), under negations.
static bool asksGil(const Expr *E, bool &Negated) {
  E = strip(E);
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(E);
      U && U->getOpcode() == UO_LNot) {
    Negated = !Negated;
    return asksGil(U->getSubExpr(), Negated);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getDeclName().isIdentifier() &&
         F->getName() == "PyGILState_Check";
}

void Lowering::lowerBranch(const CFGBlock &Block, FlowBlock &To) {
  if (Block.succ_size() != 2)
    return;
  if (Block.getTerminator().isTemporaryDtorsBranch())
    return lowerDestructorBranch(Block, To);
  const auto *Cond = dyn_cast_or_null<Expr>(Block.getTerminatorCondition());
  if (!Cond)
    return;
  bool Negated = false;
  if (asksGil(Cond, Negated)) {
    To.Branch = {"", Negated, true};
    return;
  }
  Negated = false;
  if (const Expr *Object = askedFor(Cond, Negated)) {
    To.Branch = {K.of(Object), Negated, false};
    const auto *Ref = dyn_cast<DeclRefExpr>(strip(Object));
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool Flipped = false;
    if (V && V->getInit() && !To.Branch.Key.empty() &&
        asksGil(V->getInit(), Flipped) && !Flipped)
      To.Branch.AsksGil = true;
  }
}

void Lowering::lowerElement(const CFGElement &Element) {
  switch (Element.getKind()) {
  case CFGElement::Statement: {
    const Stmt *S = Element.castAs<CFGStmt>().getStmt();
    auto It = TryOf.find(S);
    CurrentTry = It == TryOf.end() ? -1 : It->second;
    return lowerStmt(S);
  }
  case CFGElement::Constructor:
  case CFGElement::CXXRecordTypedCall: {
    const Stmt *S = Element.castAs<CFGStmt>().getStmt();
    auto It = TryOf.find(S);
    CurrentTry = It == TryOf.end() ? -1 : It->second;
    return lowerStmt(S);
  }
  case CFGElement::AutomaticObjectDtor: {
    const VarDecl *V = Element.castAs<CFGAutomaticObjDtor>().getVarDecl();
    auto It = TryOfVar.find(V);
    CurrentTry = It == TryOfVar.end() ? -1 : It->second;
    std::string Key =
        V->getType()->isReferenceType()
            ? "v" + std::to_string(Tu.number(V->getCanonicalDecl()))
            : K.ofVar(V);
    // Perhaps of a class derived from what the reference says.
    if (const auto *M = extendedTemporary(V))
      return destroy(M->getType(), Key, V->getLocation(), false,
                     /*AtExit=*/true);
    size_t First = Current->size();
    Types.destroyVariable(V, Key, Tu.loc(V->getLocation()), *Current);
    for (size_t I = First; I < Current->size(); ++I) {
      (*Current)[I].Try = CurrentTry;
      (*Current)[I].AtExit = true;
    }
    return;
  }
  case CFGElement::TemporaryDtor: {
    const CXXBindTemporaryExpr *B =
        Element.castAs<CFGTemporaryDtor>().getBindTemporaryExpr();
    std::string Key = K.temporary(B);
    if (CalleeDestroys.count(B) || Key.front() != 't' || isPartOf(Key, "this"))
      return; // Not at the end of this expression, or not a temporary.
    auto It = TryOf.find(B);
    CurrentTry = It == TryOf.end() ? -1 : It->second;
    auto InDefault = DefaultArguments.find(B);
    return destroy(B->getType(), Key,
                   InDefault == DefaultArguments.end() ? B->getBeginLoc()
                                                       : InDefault->second,
                   false, false);
  }
  case CFGElement::MemberDtor: {
    const FieldDecl *Field = Element.castAs<CFGMemberDtor>().getFieldDecl();
    CurrentTry = -1;
    return destroy(Field->getType(), "this." + Field->getNameAsString(),
                   Field->getLocation(), false, /*AtExit=*/true);
  }
  case CFGElement::BaseDtor: {
    const CXXBaseSpecifier *Base =
        Element.castAs<CFGBaseDtor>().getBaseSpecifier();
    CurrentTry = -1;
    return destroy(Base->getType(), "this", F->getLocation(), false,
                   /*AtExit=*/true);
  }
  default:
    return;
  }
}

void Lowering::lowerStmt(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S); E && Elided.count(E))
    return;
  if (const auto *E = dyn_cast<CXXConstructExpr>(S))
    return lowerConstruct(E);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return lowerCall(Call);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S)) {
    llvm::SaveAndRestore Here(AtCall, D->getUsedLocation());
    return lowerTree(D->getExpr());
  }
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return lowerReturn(R);
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return lowerAssign(B);
  if (const auto *D = dyn_cast<CXXDeleteExpr>(S))
    return lowerDelete(D);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return setNotNull(K.of(U->getSubExpr()), U->getBeginLoc());
  // A variable that is declared again, in a loop, knows nothing of its past.
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->getType()->isScalarType() && !isToken(V->getType()))
        setNotNull(K.ofVar(V), V->getLocation());
  if (const auto *T = dyn_cast<CXXThrowExpr>(S)) {
    add(Action::Throw, T->getBeginLoc());
    return;
  }
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_NullToPointer && isToken(C->getType()))
    setNull(K.destination(C), S->getBeginLoc());
  if (const auto *I = dyn_cast<CXXInheritedCtorInitExpr>(S))
    if (Tu.isProjectFunction(I->getConstructor())) {
      Action &A = add(Action::Call, I->getBeginLoc());
      A.What = Tu.printableName(I->getConstructor());
      A.Callees = {Tu.functionId(I->getConstructor())};
      A.ObjectKey = "this";
    }
}

/// Default arguments are not in Clang's CFG: evaluated here, inside out.
void Lowering::lowerTree(const Expr *E) {
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      lowerTree(Sub);
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E); B && AtCall.isValid())
    DefaultArguments[B] = AtCall;
  lowerStmt(E);
}

void Lowering::lowerReturn(const ReturnStmt *R) {
  const Expr *Value = R->getRetValue();
  if (const VarDecl *V = R->getNRVOCandidate(); V && V->isNRVOVariable()) {
    Action &A = add(Action::Move, R->getBeginLoc());
    A.From = K.ofVar(V);
    A.Key = "ret";
    setNull(K.ofVar(V), R->getBeginLoc());
  } else if (Value && !Value->getType()->isRecordType()) {
    // A token that is handed out is undone by whoever gets it.
    if (std::string Key = K.of(Value); !Key.empty() && Key != "ret") {
      Action &A = add(Action::Move, R->getBeginLoc());
      A.From = Key;
      A.Key = "ret";
    }
  }
  add(Action::Return, R->getBeginLoc());
}

void Lowering::lowerAssign(const BinaryOperator *B) {
  if (B->isAssignmentOp() && !isToken(B->getLHS()->getType()))
    return setNotNull(K.of(B->getLHS()), B->getBeginLoc());
  if (B->getOpcode() != BO_Assign)
    return;
  std::string To = K.of(B->getLHS());
  const Expr *Value = strip(B->getRHS());
  if (!isa<DeclRefExpr>(Value) && !isa<MemberExpr>(Value))
    return;
  std::string From = Keys(Tu, F).of(Value);
  if (From.empty())
    return;
  Action &A = add(To.empty() ? Action::Escape : Action::Move, B->getBeginLoc());
  A.Key = To.empty() ? From : To;
  A.From = From;
}

void Lowering::lowerDelete(const CXXDeleteExpr *D) {
  QualType Pointee = D->getArgument()->getType()->getPointeeType();
  std::string Key = K.of(D->getArgument());
  destroy(Pointee, Key.empty() || Key == "this" ? "" : Key + ".*",
          D->getBeginLoc(), /*Virtual=*/true, /*AtExit=*/false);
}
