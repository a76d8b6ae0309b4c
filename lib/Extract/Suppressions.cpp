//===- Suppressions.cpp - Which lines a comment covers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comment that stands alone in its line speaks of the next line of code, any
// other of its own. allow() covers the rest of the statement that begins there,
// and a function whose head is there. In or above a macro's definition a
// comment covers the lines where the macro is used.
//
//===----------------------------------------------------------------------===//

#include "Suppressions.h"
#include "FunctionHeads.h"
#include "SuppressionSyntax.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Lines of a text, from 1.
class Lines {
public:
  explicit Lines(StringRef Text) : Text(Text) { Text.split(All, '\n'); }

  StringRef line(unsigned N) const {
    return N && N <= All.size() ? All[N - 1].trim() : StringRef();
  }
  /// The line of the first code from \p Offset on; 0 if there is none.
  unsigned codeFrom(size_t Offset, const LangOptions &Lang) const {
    Lexer Lex = lexerAt(Offset, Lang);
    Token T;
    Lex.LexFromRawLexer(T);
    return T.is(tok::eof) ? 0 : lineOf(Lex.getBufferLocation() - T.getLength());
  }
  /// The line in which the statement that begins in line \p N ends, or opens a
  /// brace.
  unsigned endOfStatement(unsigned N, const LangOptions &Lang) const {
    if (!N || N > All.size() || line(N).starts_with("#"))
      return N;
    Lexer Lex = lexerAt(All[N - 1].begin() - Text.begin(), Lang);
    Token T;
    const char *End = All[N - 1].begin();
    do {
      if (Lex.LexFromRawLexer(T) || T.is(tok::eof))
        break;
      End = Lex.getBufferLocation();
    } while (!T.isOneOf(tok::semi, tok::l_brace, tok::r_brace));
    return lineOf(End);
  }

private:
  Lexer lexerAt(size_t Offset, const LangOptions &Lang) const {
    return Lexer(SourceLocation(), Lang, Text.begin(), Text.begin() + Offset,
                 Text.end());
  }
  unsigned lineOf(const char *At) const {
    return StringRef(Text.begin(), At - Text.begin()).count('\n') + 1;
  }

  StringRef Text;
  llvm::SmallVector<StringRef, 0> All;
};

class Finder {
public:
  Finder(TuContext &Tu, const Comments &Notes)
      : Tu(Tu), Notes(Notes), SM(Tu.Ctx.getSourceManager()) {}

  void run() {
    for (const Comments::Comment &C : Notes.All)
      if (Tu.isProject(C.Range.getBegin()))
        take(C);
    pairRanges();
    llvm::stable_sort(Tu.Facts.Suppressions, [&](const auto &A, const auto &B) {
      return std::make_tuple(StringRef(Tu.Facts.Files[A.Where.File]),
                             A.Where.Line, A.Where.Column) <
             std::make_tuple(StringRef(Tu.Facts.Files[B.Where.File]),
                             B.Where.Line, B.Where.Column);
    });
  }

private:
  void take(const Comments::Comment &C) {
    FileID File = SM.getFileID(C.Range.getBegin());
    Lines Text(SM.getBufferData(File));
    Loc Begin = Tu.loc(C.Range.getBegin());
    unsigned Last = SM.getExpansionLineNumber(C.Range.getEnd());
    bool Alone =
        StringRef(SM.getCharacterData(C.Range.getBegin()) - (Begin.Column - 1),
                  Begin.Column - 1)
            .trim()
            .empty();
    for (SuppressionWords &W : suppressionsIn(C.Text)) {
      SuppressionFact S;
      S.Where = Tu.loc(C.Range.getBegin().getLocWithOffset(int(W.Offset)));
      S.Kind = std::move(W.Kind);
      S.Rules = std::move(W.Rules);
      S.Reason = std::move(W.Reason);
      S.Problem = std::move(W.Problem);
      unsigned Target = Begin.Line;
      if (S.Kind == "NOLINTNEXTLINE")
        Target = Last + 1;
      else if (S.Kind == "allow" && Alone)
        Target = Text.codeFrom(SM.getFileOffset(C.Range.getEnd()),
                               Tu.Ctx.getLangOpts());
      if (S.Kind == "allow")
        coverCode(S, Text, Begin, Target, Alone);
      else if (S.Kind == "NOLINT" || S.Kind == "NOLINTNEXTLINE")
        cover(S, Begin.File, Target, Target);
      coverMacros(S, File, Begin.Line, Target);
      Tu.Facts.Suppressions.push_back(std::move(S));
    }
  }

  void cover(SuppressionFact &S, unsigned File, unsigned First, unsigned Last) {
    if (!llvm::any_of(S.Covers, [&](const LineRange &R) {
          return R.File == File && R.First <= First && Last <= R.Last;
        }))
      S.Covers.push_back({File, First, Last});
  }

  void coverCode(SuppressionFact &S, const Lines &Text, const Loc &Begin,
                 unsigned Target, bool Alone) {
    for (const FunctionHead &H : heads()) {
      bool Meant = Alone ? H.FirstLine == Target
                         : H.FirstLine <= Target && Target <= H.LastLine;
      if (H.File == Begin.File && Meant)
        for (const LineRange &R : H.Covers)
          cover(S, R.File, R.First, R.Last);
    }
    cover(S, Begin.File, Target,
          Alone ? Text.endOfStatement(Target, Tu.Ctx.getLangOpts()) : Target);
  }

  void coverMacros(SuppressionFact &S, FileID File, unsigned Line,
                   unsigned Target) {
    for (const auto &[Info, M] : Notes.Macros) {
      (void)Info;
      if (SM.getFileID(M.Definition.getBegin()) != File)
        continue;
      unsigned First = SM.getExpansionLineNumber(M.Definition.getBegin());
      unsigned Last = SM.getExpansionLineNumber(M.Definition.getEnd());
      bool Inside = First <= Line && Line <= Last;
      if (!Inside && First != Target)
        continue;
      for (SourceLocation Use : M.Uses)
        if (Loc Where = Tu.loc(Use); Tu.isProject(Use))
          cover(S, Where.File, Where.Line, Where.Line);
    }
  }

  /// From each NOLINTBEGIN to the NOLINTEND of the same rules; these stay only
  /// where they have none.
  void pairRanges() {
    std::vector<SuppressionFact> &All = Tu.Facts.Suppressions;
    std::vector<size_t> Open;
    llvm::SmallVector<bool, 16> Paired(All.size());
    for (size_t I = 0; I != All.size(); ++I) {
      if (All[I].Kind == "NOLINTBEGIN")
        Open.push_back(I);
      if (All[I].Kind != "NOLINTEND")
        continue;
      auto It = llvm::find_if(llvm::reverse(Open), [&](size_t B) {
        return All[B].Where.File == All[I].Where.File &&
               All[B].Rules == All[I].Rules;
      });
      if (It == Open.rend()) {
        All[I].Problem = "no NOLINTBEGIN of these rules before it";
        continue;
      }
      All[*It].Covers = {
          {All[I].Where.File, All[*It].Where.Line, All[I].Where.Line}};
      Paired[I] = true;
      Open.erase(std::next(It).base());
    }
    for (size_t B : Open)
      All[B].Problem = "no NOLINTEND of these rules behind it";
    std::vector<SuppressionFact> Left;
    for (size_t I = 0; I != All.size(); ++I)
      if (!Paired[I])
        Left.push_back(std::move(All[I]));
    All = std::move(Left);
  }

  const std::vector<FunctionHead> &heads() {
    if (!Heads)
      Heads = functionHeads(Tu);
    return *Heads;
  }

  TuContext &Tu;
  const Comments &Notes;
  const SourceManager &SM;
  std::optional<std::vector<FunctionHead>> Heads;
};

} // namespace

void gilaudit::findSuppressions(TuContext &Tu, const Comments &Notes) {
  Finder(Tu, Notes).run();
}
