//===- Forms.cpp - The form of one released call --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Forms.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

ReleaseForm::ReleaseForm(const PlacementContext &C, const FunctionFacts &F,
                         const Body &B, unsigned Event, const std::string &Why,
                         const std::string &GuardName)
    : C(C), F(F), B(B), Event(Event), Site(C.P.FixSites[F.Events[Event].Site]),
      Why(Why), GuardName(GuardName) {
  decide();
}

void ReleaseForm::decide() {
  if (C.Text.text(Site.Call).empty())
    return fail("its file cannot be read");
  inspectArguments();
  if (!Problem.empty())
    return;
  if (Site.Shape == SiteShape::MemberInit)
    chooseMember();
  else
    chooseStatement();
  if (Problem.empty() && Shape == Lambda)
    keepTemporaries();
  if (Problem.empty())
    chooseNames();
}

void ReleaseForm::chooseStatement() {
  if (Site.Shape == SiteShape::DefaultArgument)
    return fail("the call is in a default argument");
  At = B.statementAt(F.Events[Event].Where);
  if (At < 0)
    return fail("the call is in no statement of the body");
  if (statement().InMacro)
    return fail("the statement is in a macro expansion");
  bool Starts = statement().Range.Begin == Site.Statement.Begin &&
                !statement().IsLabelled;
  Direct = Starts && statement().Range.End == Site.Statement.End;
  bool Temporaries = llvm::any_of(
      Hoisted, [&](auto &H) { return Site.Args[H.first].Temporary; });
  bool Alone = !Temporaries && !statementTouchesPython();
  if (Starts && !Temporaries && !Site.HoistType.empty())
    Shape = Hoist; // An else-if starts no statement of a block.
  else if (Site.Shape == SiteShape::Part && Alone && Hoisted.empty())
    Shape = isLastInBlock() ? Line : Block;
  else if (Site.IsWhole && Alone)
    chooseWhole();
  else if (Site.DeclIsStatic)
    fail("it initialises a static variable, which has a lock of its own");
  if (Shape != Lambda && C.Text.hasDirectiveBefore(statement())) {
    // In another configuration it may be the body of an if: one statement has
    // to stay one.
    Direct = false;
    if (Shape != Block)
      Shape =
          Shape == Line && Site.Shape != SiteShape::DeclInit ? Block : Lambda;
  }
  // The statement that a block goes around may be the body of an if.
  if (Shape == Block && !Site.Statement.isValid())
    Shape = Lambda;
}

/// Finds the arguments that may not be evaluated in the released region.
void ReleaseForm::inspectArguments() {
  std::vector<bool> Touches(Site.Args.size());
  for (unsigned E = 0; E != F.Events.size(); ++E) {
    const Loc &Where = F.Events[E].Where;
    // At its very begin: what is made of the result.
    if (E == Event || !B.needsGil(E) ||
        !isIn(Where, Site.CallBegin, Site.CallEnd) ||
        !isBefore(Site.CallBegin, Where))
      continue;
    auto Arg = llvm::find_if(Site.Args, [&](const ArgSite &A) {
      return isIn(Where, A.Begin, A.End);
    });
    if (Arg == Site.Args.end())
      return fail("the call touches Python outside of its arguments");
    Touches[Arg - Site.Args.begin()] = true;
  }
  for (size_t I = 0; I != Touches.size(); ++I) {
    if (!Touches[I])
      continue;
    const ArgSite &A = Site.Args[I];
    if (!A.Range.isValid() || A.Range.File != Site.Call.File)
      return fail("an argument that touches Python is in a macro expansion");
    Hoisted.emplace_back(I, A.Name.empty() ? "argument" : A.Name);
  }
}

/// In the lambda temporaries would die with the call; its result may refer to
/// them.
void ReleaseForm::keepTemporaries() {
  if (Site.MayDangle)
    return fail("the result may refer to a temporary, which would die with "
                "the guard's scope");
  for (unsigned I = 0; I != Site.Args.size(); ++I) {
    const ArgSite &A = Site.Args[I];
    if (!A.KeptAlive ||
        llvm::any_of(Hoisted, [&](const auto &H) { return H.first == I; }))
      continue;
    if (!A.Range.isValid() || A.Range.File != Site.Call.File)
      return fail("an argument that makes a temporary is in a macro expansion");
    Hoisted.emplace_back(I, A.Name.empty() ? "argument" : A.Name);
  }
  llvm::sort(Hoisted);
}

/// Gives names to what the form declares, now that it is known where.
void ReleaseForm::chooseNames() {
  if (Shape == Hoist)
    ResultName = C.Text.freeName(F, declaredIn(), "result");
  for (auto &[Index, Name] : Hoisted)
    Name = C.Text.freeName(F, declaredIn(),
                           C.Text.isTaken(F, declaredIn(), Name) ? Name + "Arg"
                                                                 : Name);
  if (GuardName.empty())
    GuardName = C.Text.guardName(
        F, Shape == Member ? Site.FunctionBody : covers(), /*IsRelease=*/true);
}

/// Where locals of the form can be seen.
ByteRange ReleaseForm::declaredIn() const {
  if (Shape == Lambda || At < 0)
    return Site.Call;
  if (Shape == Block && !Direct)
    return Site.Statement;
  return {Site.Call.File, Site.Statement.Begin, statement().Block.End};
}

/// Something else in the statement may not run in the released region.
bool ReleaseForm::statementTouchesPython() const {
  for (unsigned E = 0; E != F.Events.size(); ++E)
    if (E != Event && B.needsGil(E) &&
        isIn(F.Events[E].Where, Site.StatementBegin, Site.StatementEnd) &&
        (!isIn(F.Events[E].Where, Site.CallBegin, Site.CallEnd) ||
         !isBefore(Site.CallBegin, F.Events[E].Where)))
      return true;
  return false;
}

/// The declaration is written "T v = call(...);".
bool ReleaseForm::declaresPlainly() const {
  auto Squeezed = [](StringRef Text) {
    std::string S = Text.str();
    llvm::erase_if(S, [](char C) {
      return C == ' ' || C == '\n' || C == '\r' || C == '\t';
    });
    return S;
  };
  ByteRange Head = Site.Statement;
  Head.End = Site.Call.Begin;
  ByteRange Tail = Site.Statement;
  Tail.Begin = Site.Call.End;
  return Squeezed(C.Text.text(Head)) ==
             Squeezed(Site.DeclType + Site.DeclName + "=") &&
         Squeezed(C.Text.text(Tail)) == ";";
}

/// A guard right before the statement covers nothing that is busy. Not in a
/// block that may lose its braces together with the guard that it is there for.
bool ReleaseForm::isLastInBlock() const {
  const StatementFact &S = statement();
  bool MayUnwrap = S.Parent >= 0 && B.statement(S.Parent).IsBlock &&
                   B.statement(S.Parent).Range.Begin == S.Block.Begin &&
                   S.BlockDeclarations == 1;
  // Code behind it that another configuration has may be busy.
  return Direct && !MayUnwrap && !B.restIsBusy(At) &&
         !C.Text.hasDirective({S.Range.File, S.Range.End, S.Block.End});
}

/// The call is all of a statement, or of the value that one takes.
void ReleaseForm::chooseWhole() {
  switch (Site.Shape) {
  case SiteShape::Expression:
  case SiteShape::Assignment:
    Shape = isLastInBlock() ? Line : Block;
    break;
  case SiteShape::Return:
    Shape = Direct ? Line : Block;
    break;
  case SiteShape::DeclInit:
    if (isLastInBlock())
      Shape = Line;
    else if (Direct && Site.DeclAssignable && declaresPlainly())
      Shape = Split;
    else if (Site.DeclIsStatic)
      // It would take the GIL back under the lock that others wait for with
      // the GIL held.
      fail("it initialises a static variable, which has a lock of its own");
    break;
  case SiteShape::Condition:
  case SiteShape::MemberInit:
  case SiteShape::DefaultArgument:
  case SiteShape::Part:
  case SiteShape::Argument:
    break;
  }
}

/// Members behind the call are not alive while it runs; a callback that it
/// starts may use them as soon as the GIL is free. In the body all are.
void ReleaseForm::chooseMember() {
  if (Site.MemberAssignable && !Site.MemberReadLater && !Site.Member.empty() &&
      Site.Initializer.isValid() && Site.FunctionBody.isValid() &&
      Site.FunctionBody.File == Site.Call.File && Hoisted.empty()) {
    Shape = Member;
    for (unsigned E = 0; E != F.Events.size(); ++E)
      MemberInBlock |= B.needsGil(E) && B.statementAt(F.Events[E].Where) >= 0;
    return;
  }
  Shape = Lambda;
  if (!Site.LaterMembers.empty())
    fail("the call initialises a member before '" + Site.LaterMembers.front() +
         "' is alive, and cannot be moved into the body");
}

ByteRange ReleaseForm::covers() const {
  ByteRange R = Site.Call;
  if (Shape == Line) {
    R.Begin = Site.Statement.Begin;
    R.End = statement().Block.End;
  } else if (Shape == Block || Shape == Split) {
    R.Begin = Site.Statement.Begin;
    R.End = Site.Statement.End;
  }
  return R;
}
