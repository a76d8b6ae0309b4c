//===- Comments.cpp - Comments that speak to gil-audit --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comments.h"
#include "SuppressionSyntax.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace {

class Recorder : public CommentHandler, public PPCallbacks {
public:
  Recorder(SourceManager &SM, Comments &Out) : SM(SM), Out(Out) {}

  bool HandleComment(Preprocessor &PP, SourceRange Range) override {
    bool Invalid = false;
    StringRef Text = Lexer::getSourceText(CharSourceRange::getCharRange(Range),
                                          SM, PP.getLangOpts(), &Invalid);
    if (!Invalid && mayBeSuppression(Text) &&
        !SM.isInSystemHeader(Range.getBegin()))
      Out.All.push_back({Range, Text.str()});
    return false; // No token was pushed.
  }

  void MacroExpands(const Token &Name, const MacroDefinition &Definition,
                    SourceRange, const MacroArgs *) override {
    const MacroInfo *Info = Definition.getMacroInfo();
    if (!Info || Info->isBuiltinMacro() ||
        SM.isInSystemHeader(Info->getDefinitionLoc()))
      return;
    Comments::Macro &M = Out.Macros[Info];
    M.Definition = {Info->getDefinitionLoc(), Info->getDefinitionEndLoc()};
    M.Uses.push_back(Name.getLocation());
  }

private:
  SourceManager &SM;
  Comments &Out;
};

} // namespace

void Comments::attach(Preprocessor &PP) {
  auto R = std::make_unique<Recorder>(PP.getSourceManager(), *this);
  PP.addCommentHandler(R.get());
  PP.addPPCallbacks(std::move(R)); // Owns it.
}
