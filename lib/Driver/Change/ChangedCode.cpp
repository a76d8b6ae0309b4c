//===- ChangedCode.cpp - Which findings lie in a change -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ChangedCode.h"
#include "Fixes/FixReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Pieces of code
//===----------------------------------------------------------------------===//

ChangedCode::ChangedCode(const Change &C, const Program &P,
                         const FileReader &Read)
    : Root(P.Root) {
  for (const std::string &Name : P.Files)
    if (auto It = C.Files.find(Name); It != C.Files.end())
      Files[Name].Change = &It->second;
  readTexts(Read);
  addFunctions(P);
  addBindings(P);
  for (auto &[Name, F] : Files) {
    nest(F.Pieces);
    findChanges(F);
  }
}

void ChangedCode::readTexts(const FileReader &Read) {
  for (auto &[Name, F] : Files) {
    if (F.Change->Whole)
      continue; // Its lines say it all.
    llvm::Expected<std::string> Text = Read(Name);
    if (!Text) {
      llvm::consumeError(Text.takeError());
      continue;
    }
    F.LineStarts.push_back(0);
    for (size_t I = 0; I != Text->size(); ++I)
      if ((*Text)[I] == '\n')
        F.LineStarts.push_back(unsigned(I + 1));
  }
}

unsigned ChangedCode::File::offsetOf(unsigned Line, unsigned Column) const {
  if (Line == 0 || Line > LineStarts.size())
    return ~0u;
  return LineStarts[Line - 1] + (Column ? Column - 1 : 0);
}

unsigned ChangedCode::File::lineOf(unsigned Offset) const {
  return unsigned(llvm::upper_bound(LineStarts, Offset) - LineStarts.begin());
}

void ChangedCode::addPiece(const Program &P, const ByteRange &Range,
                           unsigned Begin, std::string Name) {
  File &F = Files.at(P.Files[Range.File]);
  F.Pieces.push_back({Begin, Range.End, F.lineOf(Begin),
                      F.lineOf(Range.End - 1), std::move(Name)});
}

const ChangedCode::File *ChangedCode::fileOf(const Program &P,
                                             const ByteRange &Range) const {
  auto It = Range.isValid() ? Files.find(P.Files[Range.File]) : Files.end();
  return It == Files.end() || It->second.LineStarts.empty() ? nullptr
                                                            : &It->second;
}

/// From its name on: the parameters and initialisers are part of it.
void ChangedCode::addFunctions(const Program &P) {
  for (const FunctionFacts &Fn : P.Functions)
    if (const File *F = fileOf(P, Fn.Body)) {
      unsigned Begin = Fn.Body.Begin;
      if (Fn.Where.File == Fn.Body.File)
        Begin = std::min(Begin, F->offsetOf(Fn.Where.Line, Fn.Where.Column));
      addPiece(P, Fn.Body, Begin, "'" + Fn.Name.str() + "'");
    }
}

/// From its own name on: in a chain of calls the first begins them all.
void ChangedCode::addBindings(const Program &P) {
  for (const Binding &B : P.Bindings)
    if (const File *F = fileOf(P, B.Fact.Call)) {
      unsigned Begin = B.Fact.Call.Begin;
      unsigned Own = F->offsetOf(B.Fact.Where.Line, B.Fact.Where.Column);
      if (B.Fact.Where.File == B.Fact.Call.File && Own > Begin &&
          Own < B.Fact.Call.End)
        Begin = Own;
      addPiece(P, B.Fact.Call, Begin,
               "the binding of '" + B.Fact.Name.str() + "'");
    }
}

void ChangedCode::nest(std::vector<Piece> &Pieces) {
  auto Key = [](const Piece &A) { return std::pair(A.Begin, ~A.End); };
  llvm::stable_sort(
      Pieces, [&](const Piece &A, const Piece &B) { return Key(A) < Key(B); });
  // Instances of a template are one piece of text.
  Pieces.erase(std::unique(Pieces.begin(), Pieces.end(),
                           [&](const Piece &A, const Piece &B) {
                             return Key(A) == Key(B);
                           }),
               Pieces.end());
  std::vector<int> Open;
  for (int I = 0; I != int(Pieces.size()); ++I) {
    while (!Open.empty() && Pieces[Open.back()].End <= Pieces[I].Begin)
      Open.pop_back();
    Pieces[I].Parent = Open.empty() ? -1 : Open.back();
    Open.push_back(I);
  }
}

//===----------------------------------------------------------------------===//
// What has changed
//===----------------------------------------------------------------------===//

void ChangedCode::findChanges(File &F) {
  std::vector<std::vector<int>> Inner(F.Pieces.size());
  for (int I = 0; I != int(F.Pieces.size()); ++I)
    if (F.Pieces[I].Parent >= 0)
      Inner[F.Pieces[I].Parent].push_back(I);
  for (int I = 0; I != int(F.Pieces.size()); ++I) {
    Piece &Me = F.Pieces[I];
    // The first and the last line of a piece are of the one around it, too.
    auto IsMine = [&](unsigned First, unsigned Last) {
      return llvm::none_of(Inner[I], [&](int J) {
        const Piece &In = F.Pieces[J];
        return First == Last ? In.First < First && Last < In.Last
                             : In.First <= First && Last <= In.Last;
      });
    };
    for (auto [First, Last] : F.Change->Lines.spans())
      for (unsigned Line = std::max(First, Me.First);
           Line <= std::min(Last, Me.Last) && !Me.Changed; ++Line)
        if (IsMine(Line, Line))
          Me.Changed = Line;
    // What was taken out between two pieces was of neither.
    for (unsigned Gap : F.Change->Lines.gaps())
      if (!Me.Changed && Me.First <= Gap && Gap < Me.Last &&
          IsMine(Gap, Gap + 1))
        Me.Changed = Gap + 1;
  }
}

const ChangedCode::File *ChangedCode::fileOf(const Place &Where) const {
  auto It = Files.find(absoluteBelow(Root, Where.File));
  return Where.File.empty() || It == Files.end() ? nullptr : &It->second;
}

bool ChangedCode::isChanged(const Place &Where) const {
  const File *F = fileOf(Where);
  return F && F->Change->touches(Where.Line);
}

WitnessStep ChangedCode::changeAround(const Place &Where) const {
  const File *F = fileOf(Where);
  if (!F || F->Pieces.empty())
    return {};
  unsigned Offset = F->offsetOf(Where.Line, Where.Column);
  auto Behind =
      llvm::upper_bound(F->Pieces, Offset,
                        [](unsigned O, const Piece &P) { return O < P.Begin; });
  int I = int(Behind - F->Pieces.begin()) - 1;
  while (I >= 0 && F->Pieces[I].End <= Offset)
    I = F->Pieces[I].Parent;
  if (I < 0 || !F->Pieces[I].Changed)
    return {};
  const Piece &Found = F->Pieces[I];
  return {"change",
          {Where.File, Found.Changed, 1},
          "the change is here, in " + Found.Name};
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// True if \p F lies in the change. Adds the step that says why, if none does.
static bool liesIn(const ChangedCode &Code, Finding &F) {
  std::vector<Place> Places = {F.Where};
  for (const WitnessStep &S : F.Witness)
    Places.push_back(S.Where);
  if (llvm::any_of(Places, [&](const Place &P) { return Code.isChanged(P); }))
    return true;
  for (const Place &P : Places) {
    WitnessStep Why = Code.changeAround(P);
    if (Why.Where.File.empty())
      continue;
    F.Witness.push_back(std::move(Why));
    return true;
  }
  return false;
}

void gilaudit::selectFindings(Report &R, const Program &P, const Change &C,
                              const FileReader &Read) {
  ChangedCode Code(C, P, Read);
  for (Finding &F : R.Findings)
    F.OutsideChange = !liesIn(Code, F);
  R.Change = C.Note;
}

void gilaudit::selectLeftFindings(Report &Left, const Report &Found) {
  std::map<StringRef, unsigned> Unfixed;
  for (const Finding &F : Found.Findings)
    if (!F.OutsideChange && F.Closure.empty())
      ++Unfixed[F.Likeness];
  for (Finding &F : Left.Findings) {
    unsigned &N = Unfixed[F.Likeness];
    F.OutsideChange = N == 0;
    N -= N != 0;
  }
  Left.Change = Found.Change;
}
