//===- Forms.cpp - The text of one released call --------------------------===//
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
    return chooseMember();
  if (Site.Shape == SiteShape::DefaultArgument)
    return fail("the call is in a default argument");
  At = B.statementAt(F.Events[Event].Where);
  if (At < 0)
    return fail("the call is in no statement of the body");
  if (statement().InMacro)
    return fail("the statement is in a macro expansion");
  Direct = statement().Range.Begin == Site.Statement.Begin &&
           statement().Range.End == Site.Statement.End &&
           !statement().IsLabelled;
  choose();
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
    std::string Name = A.Name.empty() ? "argument" : A.Name;
    if (llvm::is_contained(F.Names, Name))
      Name = Source::freeName(F, Name + "Arg");
    while (llvm::any_of(Hoisted, [&](auto &H) { return H.second == Name; }))
      Name += "2";
    Hoisted.emplace_back(I, Name);
  }
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
    llvm::erase_if(S, [](char C) { return C == ' ' || C == '\n' || C == '\r' ||
                                          C == '\t'; });
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

void ReleaseForm::choose() {
  bool Temporaries = llvm::any_of(
      Hoisted, [&](auto &H) { return Site.Args[H.first].Temporary; });
  bool Whole = Site.IsWhole && !Temporaries && !statementTouchesPython();
  Shape = Lambda;
  if (!Whole) {
    if (Site.DeclIsStatic)
      fail("it initialises a static variable, which has a lock of its own");
    return;
  }
  bool LastInBlock = Direct && !B.restIsBusy(At);
  switch (Site.Shape) {
  case SiteShape::Expression:
  case SiteShape::Assignment:
    Shape = LastInBlock ? Line : Block;
    break;
  case SiteShape::Return:
    Shape = Direct ? Line : Block;
    break;
  case SiteShape::DeclInit:
    if (LastInBlock)
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
  case SiteShape::Argument:
    break;
  }
  // The statement that a block goes around may be the body of an if.
  if (Shape == Block && !Site.Statement.isValid())
    Shape = Lambda;
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

std::string ReleaseForm::guard() const {
  std::string Name =
      GuardName.empty()
          ? C.Text.guardName(F, Site.Call.File, /*IsRelease=*/true)
          : GuardName;
  std::string Type = F.GuardNamespace.str() + "::gil_scoped_release";
  std::string Comment = Why.empty() ? "" : "// " + Why + "\n";
  if (C.Options.Condition.empty())
    return Comment + Type + " " + Name + ";\n";
  return Comment + "std::optional<" + Type + "> " + Name + ";\nif (" +
         C.Options.Condition + ")\n" + Name + ".emplace();\n";
}

std::string ReleaseForm::hoists() const {
  std::string Text;
  for (const auto &[Index, Name] : Hoisted)
    Text += Site.Args[Index].Type + " " + Name + " = " +
            C.Text.text(Site.Args[Index].Range).str() + ";\n";
  return Text;
}

/// The call with the names of hoisted arguments in their places.
std::string ReleaseForm::callText() const {
  std::string Text = C.Text.text(Site.Call).str();
  for (const auto &[Index, Name] : llvm::reverse(Hoisted)) {
    const ByteRange &R = Site.Args[Index].Range;
    Text.replace(R.Begin - Site.Call.Begin, R.End - R.Begin, Name);
  }
  return Text;
}

void ReleaseForm::write(Placement &Out) const {
  FileChange &Change = Out.Change;
  Out.Anchor = Site.Call.Begin;
  if (Shape == Lambda)
    writeLambda(Out);
  else if (Shape == Member)
    writeMember(Out);
  else
    writeStatement(Out);
  if (!C.P.FileFacts[Site.Call.File].SeesGuards)
    Change.Includes.push_back(C.Text.guardInclude(F.GuardNamespace));
  if (!C.Options.Condition.empty())
    Change.Includes.push_back("<optional>");
}

void ReleaseForm::writeArguments(Placement &Out) const {
  for (const auto &[Index, Name] : Hoisted) {
    const ByteRange &R = Site.Args[Index].Range;
    Out.Change.Edits.push_back({R.Begin, R.End - R.Begin, Name});
  }
}

void ReleaseForm::writeStatement(Placement &Out) const {
  FileChange &Change = Out.Change;
  unsigned Begin = Site.Statement.Begin, End = Site.Statement.End;
  std::string Text = hoists();
  // A comment would end up behind the brace of a body on one line.
  unsigned Blank = 0;
  StringRef File = C.Text.text(Site.Statement.File);
  if (!Why.empty() && !startsLine(File, Begin)) {
    Text = "\n" + Text;
    Blank = Begin - File.take_front(Begin).rtrim(" \t").size();
  }
  if (Shape == Split)
    Change.Edits.push_back({Begin, Site.Call.Begin - Begin,
                            Text + Site.DeclType + " " + Site.DeclName +
                                ";\n{\n" + guard() + Site.DeclName + " = "});
  else if (Shape == Line)
    Change.Edits.push_back({Begin - Blank, Blank, Text + guard()});
  else if (Direct)
    Change.Edits.push_back({Begin - Blank, Blank, Text + "{\n" + guard()});
  else
    Change.Edits.push_back({Begin, 0, "{\n" + hoists() + guard()});
  if (Shape != Line) {
    Change.Edits.push_back({End, 0, "\n}"});
    Change.Reformat.push_back({Begin, End});
  }
  writeArguments(Out);
  Out.Anchor = Begin;
}

/// Arguments that touch Python become parameters of the lambda: they are
/// evaluated where they were, and their temporaries live as long as they did.
void ReleaseForm::writeLambda(Placement &Out) const {
  std::string Parameters, Arguments;
  for (const auto &[Index, Name] : Hoisted) {
    const ArgSite &A = Site.Args[Index];
    StringRef Comma = Parameters.empty() ? "" : ", ";
    Parameters += Comma.str() + (A.Temporary ? "auto &&" : A.Type + " ") + Name;
    Arguments += Comma.str() + C.Text.text(A.Range).str();
  }
  std::string Head = "[&]";
  if (!Parameters.empty() || Site.IsReference)
    Head += "(" + Parameters + ")";
  if (Site.IsReference)
    Head += " -> decltype(auto)";
  FileChange &Change = Out.Change;
  Change.Edits.push_back(
      {Site.Call.Begin, 0, Head + " {\n" + guard() + "return "});
  Change.Edits.push_back({Site.Call.End, 0, ";\n}(" + Arguments + ")"});
  Change.Reformat.push_back({Site.Statement.Begin, Site.Statement.End});
  writeArguments(Out);
}

void ReleaseForm::writeMember(Placement &Out) const {
  FileChange &Change = Out.Change;
  Change.Edits.push_back({Site.Initializer.Begin,
                          Site.Initializer.End - Site.Initializer.Begin, ""});
  bool Hidden = llvm::is_contained(F.Names, Site.Member);
  std::string Text = guard() + (Hidden ? "this->" : "") + Site.Member + " = " +
                     callText() + ";\n";
  if (MemberInBlock)
    Text = "{\n" + Text + "}\n";
  Change.Edits.push_back({Site.FunctionBody.Begin + 1, 0, "\n" + Text});
}
