//===- Source.cpp - The text that guards go into --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Source.h"
#include "Body.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using llvm::StringRef;

constexpr unsigned AllFiles = ~0u;

StringRef Source::text(unsigned File) {
  auto [It, New] = Texts.try_emplace(File);
  if (New && File < P.Files.size()) {
    llvm::Expected<std::string> Text = Read(P.Files[File]);
    if (Text)
      It->second = std::move(*Text);
    else
      llvm::consumeError(Text.takeError()); // Nothing is at any place in it.
  }
  return It->second;
}

StringRef Source::text(const ByteRange &R) {
  StringRef All = text(R.File);
  if (!R.isValid() || R.End > All.size() || R.Begin > R.End)
    return "";
  return All.slice(R.Begin, R.End);
}

/// The directives in \p Text: "if ...", "endif".
static std::vector<StringRef> directives(StringRef Text) {
  std::vector<StringRef> All;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.trim();
    if (Line.consume_front("#"))
      All.push_back(Line.ltrim());
  }
  return All;
}

bool Source::hasDirective(const ByteRange &R) {
  return !directives(text(R)).empty();
}

bool Source::hasDirectiveBefore(const StatementFact &S) {
  unsigned Begin = S.Before ? S.Before : S.Block.Begin;
  return S.Block.File == S.Range.File &&
         hasDirective({S.Range.File, Begin, S.Range.Begin});
}

bool Source::isConditional(const StatementFact &S) {
  if (S.Block.File != S.Range.File)
    return false;
  int Depth = 0;
  for (StringRef D :
       directives(text({S.Range.File, S.Block.Begin, S.Range.Begin})))
    Depth += D.starts_with("if") ? 1 : D.starts_with("endif") ? -1 : 0;
  return Depth > 0;
}

/// Counts the names of guards that are variables, each place once however many
/// instances its function has.
void Source::learnNames() {
  Learnt = true;
  std::set<std::tuple<unsigned, unsigned, unsigned>> Seen;
  for (FunctionIndex F = 0; F != P.Functions.size(); ++F) {
    Body B(P, F);
    for (const Event &E : P.function(F).Events) {
      if (E.Kind != EventKind::Release && E.Kind != EventKind::Acquire)
        continue;
      int S = B.statementAt(E.Where);
      // A token is no guard; its name says so.
      if (S < 0 || B.statement(S).Variable.empty() ||
          !StringRef(E.What).contains("::") ||
          !Seen.emplace(E.Where.File, E.Where.Line, E.Where.Column).second)
        continue;
      for (unsigned File : {E.Where.File, AllFiles})
        ++Names[{File, E.Kind == EventKind::Release}][B.statement(S).Variable];
    }
  }
}

/// The most frequent one; of equals, the first by name.
static std::string mostUsed(const llvm::StringMap<unsigned> &Counts) {
  std::string Best;
  unsigned Most = 0;
  for (const auto &Entry : Counts)
    if (Entry.second > Most ||
        (Entry.second == Most && Entry.first() < StringRef(Best))) {
      Best = Entry.first().str();
      Most = Entry.second;
    }
  return Best;
}

bool Source::isTaken(const FunctionFacts &F, const ByteRange &Where,
                     StringRef Name) const {
  auto Meets = [&](const NameFact &N) {
    return N.Name == Name && N.Range.File == Where.File &&
           N.Range.Begin < Where.End && Where.Begin < N.Range.End;
  };
  auto It = Given.find(F.Id);
  return llvm::any_of(F.Names, Meets) ||
         (It != Given.end() && llvm::any_of(It->second, Meets));
}

std::string Source::freeName(const FunctionFacts &F, const ByteRange &Where,
                             std::string Wanted) {
  std::string Name = Wanted;
  for (unsigned N = 2; isTaken(F, Where, Name); ++N)
    Name = Wanted + std::to_string(N);
  Given[F.Id].push_back({Name, Where});
  return Name;
}

std::string Source::guardName(const FunctionFacts &F, const ByteRange &Where,
                              bool IsRelease) {
  if (!Learnt)
    learnNames();
  std::string Name;
  for (unsigned Scope : {Where.File, AllFiles})
    if (auto It = Names.find({Scope, IsRelease});
        Name.empty() && It != Names.end())
      Name = mostUsed(It->second);
  if (Name.empty())
    Name = IsRelease ? "release" : "acquire";
  return freeName(F, Where, Name);
}

std::string Source::guardInclude(StringRef Namespace) {
  llvm::StringMap<unsigned> Counts;
  for (const FileFact &F : P.FileFacts)
    if (!F.GuardInclude.empty())
      ++Counts[F.GuardInclude];
  if (!Counts.empty())
    return mostUsed(Counts);
  return ("<" + Namespace + "/" + Namespace + ".h>").str();
}

static size_t lineBegin(StringRef Text, size_t Offset) {
  return Text.take_front(Offset).rfind('\n') + 1; // npos: the first line.
}

bool gilaudit::startsLine(StringRef Text, size_t Offset) {
  return Text.slice(lineBegin(Text, Offset), Offset).trim(" \t").empty();
}

unsigned gilaudit::aboveComments(StringRef Text, unsigned Offset) {
  while (startsLine(Text, Offset)) {
    size_t Line = lineBegin(Text, Offset);
    if (Line == 0)
      break;
    size_t Above = lineBegin(Text, Line - 1);
    StringRef Comment = Text.slice(Above, Line);
    if (!Comment.trim().starts_with("//"))
      break;
    Offset = Above + Comment.find("//");
  }
  return Offset;
}

std::string gilaudit::whyNoEdit(const Program &P, const ByteRange &R) {
  if (!R.isValid())
    return "its text is not in one place of one file";
  const FileFact &File = P.FileFacts[R.File];
  Loc Where{R.File, 1, 1};
  if (File.File != R.File)
    return "it is in a file that is not the project's";
  if (File.IsGenerated)
    return "the file says that it is generated";
  if (StringRef(P.Files[R.File]) == P.path(Where))
    return "the file lies outside of the root";
  return "";
}
