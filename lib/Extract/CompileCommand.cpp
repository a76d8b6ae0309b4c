//===- CompileCommand.cpp - Compile commands made fit for parsing ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/CompileCommand.h"
#include "CommandFiles.h"
#include "NvccCommand.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#if __has_include("clang/Options/Options.h")
#include "clang/Options/Options.h"
static const llvm::opt::OptTable &driverOptions() {
  return clang::getDriverOptTable();
}
#else // Before LLVM 22
#include "clang/Driver/Options.h"
static const llvm::opt::OptTable &driverOptions() {
  return clang::driver::getDriverOptTable();
}
#endif

using namespace gilaudit;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::Option;
namespace path = llvm::sys::path;

using Words = std::vector<std::string>;

namespace {

/// "ccache g++ ..." is a call of g++.
void dropLaunchers(Words &Command) {
  while (Command.size() > 1 && !StringRef(Command[1]).starts_with("-")) {
    StringRef Name = path::stem(Command[0]);
    if (!llvm::is_contained(
            {"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache"},
            Name))
      return;
    Command.erase(Command.begin());
  }
}

/// Takes one option after the other and keeps what a parse may have.
class OptionFilter {
public:
  OptionFilter(const Words &Command, const CompileUnit &Unit,
               const Words &Removed)
      : Command(Command), Unit(Unit), Removed(Removed),
        IsCuda(StringRef(Unit.File).ends_with(".cu")) {}

  /// Without argv[0] and without the input.
  llvm::opt::ArgStringList run() {
    llvm::SmallVector<const char *, 64> Argv;
    for (const std::string &Word : llvm::drop_begin(Command))
      Argv.push_back(Word.c_str());
    unsigned MissingIndex, MissingCount;
    Args =
        driverOptions().ParseArgs(Argv, MissingIndex, MissingCount,
                                  llvm::opt::Visibility(llvm::opt::DefaultVis));
    for (const Arg *A : Args)
      take(*A);
    // Python runs on the host.
    if (IsCuda)
      keep({"--cuda-host-only"});
    return std::move(Kept);
  }

private:
  void take(const Arg &A) {
    if (isRemoved(A))
      return;
    switch (A.getOption().getKind()) {
    case Option::UnknownClass: // For GCC or nvcc.
    case Option::InputClass:   // The input; or the value of an unknown option.
      return;
    default:
      break;
    }
    StringRef Name = A.getOption().getPrefixedName();
    if (Name == "-Xclang")
      return takeFrontendWord(A);
    IsCuda |= Name == "-x" && StringRef(A.getValue()).starts_with("cu");
    if (isForbidden(Name) || (Name == "-W" && makesErrors(A.getValue())))
      return;
    if (Name == "-include" && hasPrecompiledTwin(A.getValue()))
      return keep({"-Xclang", "-include", "-Xclang", A.getValue()});
    A.render(Args, Kept);
  }

  /// -Xclang -include-pch -Xclang FILE comes as two arguments.
  void takeFrontendWord(const Arg &A) {
    StringRef Word = A.getValue();
    if (SkipNextWord || Word == "-include-pch") {
      SkipNextWord = !SkipNextWord;
      return;
    }
    if (Word.starts_with("-emit-") || Word.starts_with("-fmodule") ||
        Word.starts_with("-load"))
      return;
    A.render(Args, Kept);
  }

  /// "-I" removes -Ix and -I x; "-Ix" the former; "-DX*" all that start so.
  bool isRemoved(const Arg &A) const {
    StringRef Word = Args.getArgString(A.getIndex());
    return llvm::any_of(Removed, [&](StringRef Pattern) {
      if (Pattern.consume_back("*"))
        return Word.starts_with(Pattern);
      return Word == Pattern || A.getSpelling() == Pattern;
    });
  }

  /// Options that make errors of warnings, name files of another compiler, or
  /// have files written.
  static bool isForbidden(StringRef Name) {
    for (StringRef Start :
         {"-include-pch", "-pedantic-errors", "-resource-dir",
          "-fprebuilt-module-path", "-fmodule", "-fpch-", "-fimplicit-module",
          "-fplugin", "-fpass-plugin", "-Xcompiler", "-serialize-diagnostics",
          "--serialize-diagnostics", "-fproc-stat-report", "-index-"})
      if (Name.starts_with(Start))
        return true;
    return false;
  }

  static bool makesErrors(StringRef Warning) {
    return Warning == "fatal-errors" || Warning == "error" ||
           Warning.starts_with("error=");
  }

  /// Clang would read the precompiled twin of an included header unasked.
  bool hasPrecompiledTwin(StringRef Header) const {
    llvm::SmallString<256> File;
    if (!path::is_absolute(Header))
      File = Unit.Directory;
    path::append(File, Header);
    return llvm::sys::fs::exists(File + ".pch") ||
           llvm::sys::fs::exists(File + ".gch");
  }

  void keep(std::initializer_list<const char *> Words) {
    Kept.append(Words.begin(), Words.end());
  }

  const Words &Command;
  const CompileUnit &Unit;
  const Words &Removed;
  llvm::opt::InputArgList Args;
  llvm::opt::ArgStringList Kept;
  bool SkipNextWord = false;
  bool IsCuda;
};

} // namespace

llvm::Expected<Words>
gilaudit::adjustCommandLine(const CompileUnit &Unit,
                            const CommandLineOptions &Options) {
  using namespace clang::tooling;
  Words Command = Unit.CommandLine;
  dropLaunchers(Command);
  if (llvm::Error E = expandResponseFiles(Command, Unit.Directory))
    return std::move(E);
  if (isNvcc(Command.front()))
    if (llvm::Error E = translateNvcc(Command, Unit.Directory))
      return std::move(E);
  addTargetAndModeForProgramName(Command, Command.front());
  for (const ArgumentsAdjuster &Adjust :
       {getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster(),
        getStripPluginsAdjuster(), getClangSyntaxOnlyAdjuster()})
    Command = Adjust(Command, Unit.File);
  // Clang 19's adjuster leaves it to the later -fsyntax-only to win.
  llvm::erase_if(Command,
                 [](llvm::StringRef W) { return W == "-c" || W == "-S"; });

  Words Result = {Command.front()};
  llvm::append_range(Result, Options.ExtraArgsBefore);
  OptionFilter Filter(Command, Unit, Options.RemovedArgs);
  for (const char *Word : Filter.run())
    Result.push_back(Word);
  llvm::append_range(
      Result, Words{"-Wno-error", "-w", "-resource-dir", Options.ResourceDir});
  llvm::append_range(Result, Options.ExtraArgs);
  llvm::append_range(Result, Words{"--", Unit.File});
  return Result;
}
