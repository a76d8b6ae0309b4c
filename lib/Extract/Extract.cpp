//===- Extract.cpp - One translation unit -> TUFacts ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   AST ──► Collector: project functions and variables
//             │  Lowering (Cfg/): Clang's CFG ──► FlowFunction
//             │  GuardFlow (Cfg/): FlowFunction ──► events with states
//             │  Callbacks: where callables travel
//             └  Bindings: what Python can call
//                                                  ──► TUFacts
//
//===----------------------------------------------------------------------===//

#include "gil-audit/Extract.h"
#include "Collector.h"
#include "Comments.h"
#include "ForcedBodies.h"
#include "IncludeGraph.h"
#include "InputRecorder.h"
#include "OverlayFiles.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Bodies that cannot matter are not parsed: parsing them is most of the time.
class Consumer : public SemaConsumer {
public:
  Consumer(CompilerInstance &Compiler, const ModelSet &Models,
           const ExtractOptions &Options, const IncludeGraph &Includes,
           const Comments &Notes, ExtractResult &Result)
      : Compiler(Compiler), Models(Models), Options(Options),
        Includes(Includes), Notes(Notes), Result(Result) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    if (Options.ParseAllBodies)
      return false;
    const FunctionDecl *F = D->getAsFunction();
    // Constant evaluation and deduced types need the body.
    if (!F || F->isConstexpr() || F->getReturnType()->getContainedDeducedType())
      return false;
    SourceManager &SM = Compiler.getSourceManager();
    SourceLocation Where = SM.getExpansionLoc(D->getLocation());
    return SM.isInSystemHeader(Where) && !callsItsArguments(SM, Where);
  }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (Compiler.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    if (!Options.ParseAllBodies)
      forceBodies(Compiler.getSema(), Models, Options.Root);
    collectFacts(Ctx, Models, Options, &Includes, Result.Facts, &Notes);
  }

private:
  /// True in the few headers whose templates call what they are handed: a
  /// generic lambda of the project has no body before they are instantiated.
  static bool callsItsArguments(SourceManager &SM, SourceLocation Where) {
    static constexpr const char *Headers[] = {
        "stl_algo.h",   "stl_algobase.h",   "stl_numeric.h", "std_function.h",
        "std_thread.h", "thread",           "invoke.h",      "mutex",
        "future",       "predefined_ops.h", "for_each.h",    "call_once.h"};
    auto File = SM.getFileEntryRefForID(SM.getFileID(Where));
    return File && llvm::is_contained(
                       Headers, llvm::sys::path::filename(File->getName()));
  }

  CompilerInstance &Compiler;
  const ModelSet &Models;
  const ExtractOptions &Options;
  const IncludeGraph &Includes;
  const Comments &Notes;
  ExtractResult &Result;
};

class Action : public ASTFrontendAction {
public:
  Action(const ModelSet &Models, const ExtractOptions &Options,
         ExtractResult &Result)
      : Models(Models), Options(Options), Result(Result) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Compiler.getFrontendOpts().SkipFunctionBodies = !Options.ParseAllBodies;
    Includes.attach(Compiler.getPreprocessor());
    Notes.attach(Compiler.getPreprocessor());
    return std::make_unique<Consumer>(Compiler, Models, Options, Includes,
                                      Notes, Result);
  }

private:
  const ModelSet &Models;
  const ExtractOptions &Options;
  ExtractResult &Result;
  IncludeGraph Includes;
  Comments Notes;
};

/// Keeps errors, drops the rest.
class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<std::string> &Errors) : Errors(Errors) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    std::string Text;
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc P = Info.getSourceManager().getPresumedLoc(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()));
      if (P.isValid())
        Text = std::string(P.getFilename()) + ":" +
               std::to_string(P.getLine()) + ":" +
               std::to_string(P.getColumn()) + ": ";
    }
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Errors.push_back(Text + "error: " + Message.str().str());
  }

private:
  std::vector<std::string> &Errors;
};

} // namespace

llvm::Expected<ExtractResult>
gilaudit::extractFacts(const std::vector<std::string> &CommandLine,
                       StringRef Directory, StringRef File,
                       const ModelSet &Models, const ExtractOptions &Options) {
  ExtractResult Result;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
      overlayTexts(llvm::vfs::createPhysicalFileSystem(), Options.Overlay);
  if (!Directory.empty() && FS->setCurrentWorkingDirectory(Directory))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "%s: no such directory, and %s is to be "
                                   "compiled there",
                                   Directory.str().c_str(), File.str().c_str());
  llvm::IntrusiveRefCntPtr<InputRecorder> Recorder;
  if (Options.RecordInputs)
    FS = Recorder = llvm::makeIntrusiveRefCnt<InputRecorder>(std::move(FS));
  llvm::IntrusiveRefCntPtr<FileManager> Files(
      new FileManager(FileSystemOptions(), std::move(FS)));
  ErrorCollector Errors(Result.Errors);
  tooling::ToolInvocation Invocation(
      CommandLine, std::make_unique<Action>(Models, Options, Result),
      Files.get());
  Invocation.setDiagnosticConsumer(&Errors);
  bool Ran = Invocation.run();
  if (!Ran && Result.Errors.empty())
    Result.Errors.push_back("error: no compiler invocation can be made of the "
                            "command line of " +
                            File.str());
  if (!Result.Errors.empty())
    Result.Facts = TUFacts();
  if (Recorder)
    Result.Inputs = Recorder->take();
  return std::move(Result);
}

FactsCollector::FactsCollector(Preprocessor &PP)
    : Includes(std::make_unique<IncludeGraph>()),
      Notes(std::make_unique<Comments>()) {
  Includes->attach(PP);
  Notes->attach(PP);
}

FactsCollector::~FactsCollector() = default;

TUFacts FactsCollector::collect(ASTContext &Ctx, const ModelSet &Models,
                                const ExtractOptions &Options) const {
  TUFacts Facts;
  collectFacts(Ctx, Models, Options, Includes.get(), Facts, Notes.get());
  return Facts;
}
