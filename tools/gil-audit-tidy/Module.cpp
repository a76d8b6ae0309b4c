//===- Module.cpp - The checks gil-audit-* for clang-tidy -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One check a rule. Nothing is decided here: facts, rules and fixes are those
// of gil-audit (UnitAudit.h); this hands them to clang-tidy.
//
//===----------------------------------------------------------------------===//
#include "Fixes/FixReport.h"
#include "TidyAudit.h"
#include "clang-tidy/ClangTidyModule.h"
#include "gil-audit/Rule.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR < 22 // Moved to ClangTidyModule.h.
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

using namespace clang;
using namespace gilaudit;
using clang::tidy::ClangTidyCheck;
using clang::tidy::ClangTidyContext;
using llvm::StringRef;

namespace {

constexpr StringRef Prefix = "gil-audit-";

std::string textOf(const Place &P) {
  return P.File + ":" + std::to_string(P.Line) + ":" + std::to_string(P.Column);
}

class GilAuditCheck : public ClangTidyCheck {
public:
  GilAuditCheck(StringRef Name, ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context), Rule(Name.drop_front(Prefix.size())),
        Context(*Context), Audit(TidyAudit::of(*Context)) {
    Audit->enable(Rule);
  }

  void storeOptions(tidy::ClangTidyOptions::OptionMap &Out) override {
    TidyOptions::store(Context, Out);
  }

  void registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                           Preprocessor *) override {
    Audit->attach(*PP);
  }

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    const UnitVerdict *Verdict = Audit->judge(*Result.Context);
    if (std::string Problem = Audit->takeProblem(); !Problem.empty())
      configurationDiag("gil-audit: %0", DiagnosticIDs::Error) << Problem;
    if (!Verdict)
      return;
    const Report &R = Verdict->Found;
    for (size_t I = 0; I != R.Findings.size(); ++I)
      if (R.Findings[I].Rule == Rule && R.Findings[I].counts())
        report(*Verdict, I);
  }

private:
  /// Never as an error: clang-tidy takes those for the compiler's, past all
  /// filters. What fails a build is for --warnings-as-errors to say.
  void report(const UnitVerdict &Verdict, size_t Index) {
    const Report &R = Verdict.Found;
    const Finding &F = R.Findings[Index];
    SourceLocation Where = locationOf(R, F.Where);
    if (Where.isInvalid())
      return;
    {
      DiagnosticBuilder Builder = diag(Where, "%0");
      Builder << F.Message;
      auto Edits = Verdict.Fixes.Edits.find(Index);
      if (Edits != Verdict.Fixes.Edits.end())
        for (const FixEdit &E : Edits->second)
          Builder << fixItOf(R, E);
    }
    for (const WitnessStep &S : F.Witness)
      note(R, S.Where, S.Message, Where);
    auto Carrier = Verdict.Fixes.GoesWith.find(Index);
    if (Carrier != Verdict.Fixes.GoesWith.end())
      note(R, R.Findings[Carrier->second].Where,
           "its fix comes with the finding here", Where);
  }

  /// A note without a place passes all filters too, so it gets the finding's;
  /// a place that the unit does not have goes into the text.
  void note(const Report &R, const Place &P, const std::string &Message,
            SourceLocation Finding) {
    SourceLocation Where = locationOf(R, P);
    if (Where.isValid())
      diag(Where, "%0", DiagnosticIDs::Note) << Message;
    else
      diag(Finding, "%0", DiagnosticIDs::Note)
          << (P.File.empty() ? Message : textOf(P) + ": " + Message);
  }

  SourceLocation locationOf(const Report &R, const Place &P) const {
    return Audit->files().at(absoluteBelow(R.Root, P.File), P.Line, P.Column);
  }

  FixItHint fixItOf(const Report &R, const FixEdit &E) const {
    std::string File = absoluteBelow(R.Root, E.File);
    return FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(
            Audit->files().at(File, E.Offset),
            Audit->files().at(File, E.Offset + E.Length)),
        E.Text);
  }

  std::string Rule;
  ClangTidyContext &Context;
  std::shared_ptr<TidyAudit> Audit;
};

class GilAuditModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    for (const Rule *R : allRules())
      Factories.registerCheck<GilAuditCheck>((Prefix + R->info().Name).str());
  }
};

tidy::ClangTidyModuleRegistry::Add<GilAuditModule>
    Registered("gil-audit-module", "GIL safety of Python bindings.");

} // namespace
