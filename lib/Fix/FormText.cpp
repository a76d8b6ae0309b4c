//===- FormText.cpp - The text of one released call -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Forms.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

std::string ReleaseForm::guard() const {
  const std::string &Name = GuardName;
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
  else if (Shape == Hoist)
    writeHoist(Out);
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

/// The call goes before its statement, which gets the result by name.
void ReleaseForm::writeHoist(Placement &Out) const {
  FileChange &Change = Out.Change;
  Out.Anchor = Site.Statement.Begin;
  Change.Edits.push_back({Site.Statement.Begin, 0,
                          hoists() + Site.HoistType + " " + ResultName +
                              ";\n{\n" + guard() + ResultName + " = " +
                              callText() + ";\n}\n"});
  Change.Edits.push_back(
      {Site.Call.Begin, Site.Call.End - Site.Call.Begin, ResultName});
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

/// Arguments that touch Python, or make what the result may refer to, become
/// parameters of the lambda: they are evaluated where they were, and their
/// temporaries live as long as they did.
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
  // "[[" begins an attribute.
  bool Opens = C.Text.text(Site.Call.File)
                   .take_front(Site.Call.Begin)
                   .rtrim(" \t\r\n")
                   .ends_with("[");
  Change.Edits.push_back(
      {Site.Call.Begin, 0,
       (Opens ? "(" : "") + Head + " {\n" + guard() + "return "});
  Change.Edits.push_back(
      {Site.Call.End, 0, ";\n}(" + Arguments + ")" + (Opens ? ")" : "")});
  // The statement of a condition is more than what moves.
  const ByteRange &Moves =
      Site.Shape == SiteShape::Condition ? Site.Call : Site.Statement;
  Change.Reformat.push_back({Moves.Begin, Moves.End});
  writeArguments(Out);
}

void ReleaseForm::writeMember(Placement &Out) const {
  FileChange &Change = Out.Change;
  Change.Edits.push_back({Site.Initializer.Begin,
                          Site.Initializer.End - Site.Initializer.Begin, ""});
  bool Hidden = llvm::is_contained(
      llvm::map_range(F.Names, [](const NameFact &N) { return N.Name; }),
      Site.Member);
  std::string Text = guard() + (Hidden ? "this->" : "") + Site.Member + " = " +
                     callText() + ";\n";
  if (MemberInBlock)
    Text = "{\n" + Text + "}\n";
  Change.Edits.push_back({Site.FunctionBody.Begin + 1, 0, "\n" + Text});
}
