//===- Removal.cpp - Guards that go ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Removal.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

/// A block that was there for the guard alone loses its braces.
static void unwrap(const Body &B, const StatementFact &Guard,
                   FileChange &Change) {
  if (Guard.Parent < 0 || Guard.BlockDeclarations != 1)
    return;
  const StatementFact &Block = B.statement(Guard.Parent);
  if (!Block.IsBlock || Block.Range.Begin != Guard.Block.Begin)
    return;
  Change.Edits.push_back({Guard.Block.Begin, 1, ""});
  Change.Edits.push_back({Guard.Block.End - 1, 1, ""});
  Change.Reformat.push_back({Guard.Block.Begin, Guard.Block.End});
}

std::string gilaudit::removeGuard(Source &Sources, const Body &B,
                                  const StatementFact &Guard,
                                  FileChange &Change) {
  StringRef Text = Sources.text(Guard.Range.File);
  // What stands right before it speaks of it.
  unsigned Begin = aboveComments(Text, Guard.Range.Begin);
  std::string Comments;
  StringRef Lines = Text.slice(Begin, Guard.Range.Begin);
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    if (!Line.trim().empty())
      Comments += Line.trim().str() + "\n";
  }
  Change.Edits.push_back({Begin, Guard.Range.End - Begin, ""});
  unwrap(B, Guard, Change);
  return Comments;
}

int gilaudit::guardStatement(const Body &B, const Loc &Where) {
  auto IsToken = [&](const Event &E) {
    return (E.Kind == EventKind::Release || E.Kind == EventKind::Acquire) &&
           E.Where.File == Where.File && E.Where.Line == Where.Line &&
           E.Where.Column == Where.Column && !StringRef(E.What).contains("::");
  };
  int S = B.statementAt(Where);
  if (S < 0 || llvm::any_of(B.facts().Events, IsToken) ||
      B.statement(S).Variable.empty() || B.statement(S).InMacro)
    return -1;
  return S;
}
