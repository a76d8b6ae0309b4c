//===- TidyAudit.cpp - The audit that all checks of a unit share ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TidyAudit.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using clang::tidy::ClangTidyContext;
using llvm::StringRef;

namespace {

/// What was made of some options.
struct Prepared {
  std::optional<UnitAudit> Audit; ///< None: Problem says why.
  std::string Problem;
};

/// Models and facts are read once in a process for all units of a folder, which
/// have one configuration.
const Prepared &prepare(const TidyOptions &O, const std::string &MainFile) {
  static std::map<std::string, Prepared> Known;
  StringRef Folder = llvm::sys::path::parent_path(MainFile);
  auto [It, New] = Known.try_emplace(
      (Folder + "\n" + O.FactsDir + "\n" + llvm::join(O.Args, "\n")).str());
  Prepared &Result = It->second;
  if (New) {
    if (auto Audit = UnitAudit::create(O.Args, O.FactsDir, MainFile))
      Result.Audit.emplace(std::move(*Audit));
    else
      Result.Problem = llvm::toString(Audit.takeError());
  }
  return Result;
}

} // namespace

std::shared_ptr<TidyAudit> TidyAudit::of(ClangTidyContext &Context) {
  // The checks of a unit are all made before it is parsed, and gone before
  // those of the next one are made.
  static std::map<ClangTidyContext *, std::weak_ptr<TidyAudit>> Current;
  std::weak_ptr<TidyAudit> &Known = Current[&Context];
  std::shared_ptr<TidyAudit> Audit = Known.lock();
  if (!Audit || Audit->Collector) {
    Audit = std::make_shared<TidyAudit>(TidyOptions::read(Context));
    Known = Audit;
  }
  return Audit;
}

void TidyAudit::attach(clang::Preprocessor &PP) {
  if (!Collector)
    Collector.emplace(PP);
}

const UnitVerdict *TidyAudit::judge(clang::ASTContext &Ctx) {
  if (!std::exchange(Judged, true))
    judgeOnce(Ctx);
  return Verdict ? &*Verdict : nullptr;
}

void TidyAudit::judgeOnce(clang::ASTContext &Ctx) {
  if (!Collector || Ctx.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  Files.emplace(Ctx.getSourceManager());
  const Prepared &P = prepare(Options, Files->mainFile());
  if (!P.Audit) {
    Problem = P.Problem;
    return;
  }
  ExtractOptions Extract;
  Extract.Root = P.Audit->rootOfUnit(Files->mainFile(), Files->userHeaders());
  auto Read = [this](StringRef File) { return Files->read(File); };
  Report R = P.Audit->judge(Collector->collect(Ctx, P.Audit->models(), Extract),
                            Extract.Root, Read);
  auto Shown = [this](const Finding &F) {
    return Rules.count(F.Rule) != 0 && F.counts();
  };
  Verdict = UnitVerdict{R, FixCarriers(R, Shown)};
}
