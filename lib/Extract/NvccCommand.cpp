//===- NvccCommand.cpp - Compile commands of nvcc -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NvccCommand.h"
#include "CommandFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace gilaudit;
using llvm::StringRef;

using Words = std::vector<std::string>;

namespace {

/// What becomes of an option.
enum class Fate {
  Drop,      ///< It goes, ...
  DropValue, ///< ... and its value too.
  Language,  ///< -x
  Host,      ///< Its value, split at commas, is for the host compiler.
  File,      ///< Its value names a file of options.
  Value,     ///< It and its value stay.
};

struct NvccOption {
  StringRef Short, Long; ///< One may be empty.
  Fate What;
  StringRef Clang = ""; ///< Fate::Value: what Clang calls it.
};

// By nvcc --help. Options that Clang does not know and that have no value of
// their own need no row: they are left out later, as those of GCC are.
const NvccOption Table[] = {
    {"-I", "--include-path", Fate::Value, "-I"},
    {"-isystem", "--system-include", Fate::Value, "-isystem"},
    {"-D", "--define-macro", Fate::Value, "-D"},
    {"-U", "--undefine-macro", Fate::Value, "-U"},
    {"-include", "--pre-include", Fate::Value, "-include"},
    {"-x", "--x", Fate::Language},
    {"-Xcompiler", "--compiler-options", Fate::Host},
    {"-optf", "--options-file", Fate::File},
    {"-arch", "--gpu-architecture", Fate::DropValue},
    {"-code", "--gpu-code", Fate::DropValue},
    {"-gencode", "--generate-code", Fate::DropValue},
    {"-ccbin", "--compiler-bindir", Fate::DropValue},
    {"-Xptxas", "--ptxas-options", Fate::DropValue},
    {"-Xlinker", "--linker-options", Fate::DropValue},
    {"-Xnvlink", "--nvlink-options", Fate::DropValue},
    {"-Xarchive", "--archive-options", Fate::DropValue},
    {"-Xcudafe", "", Fate::DropValue},
    {"-o", "--output-file", Fate::DropValue},
    {"-odir", "--output-directory", Fate::DropValue},
    {"-MF", "--dependency-output", Fate::DropValue},
    {"-MT", "--dependency-target-name", Fate::DropValue},
    {"-l", "--library", Fate::DropValue},
    {"-L", "--library-path", Fate::DropValue},
    {"-t", "--threads", Fate::DropValue},
    {"-maxrregcount", "--maxrregcount", Fate::DropValue},
    {"-default-stream", "--default-stream", Fate::DropValue},
    {"-diag-suppress", "--diag-suppress", Fate::DropValue},
    {"-diag-warn", "--diag-warn", Fate::DropValue},
    {"-diag-error", "--diag-error", Fate::DropValue},
    {"-Werror", "--Werror", Fate::DropValue},
    {"-keep-dir", "--keep-dir", Fate::DropValue},
    {"-cudart", "--cudart", Fate::DropValue},
    // Clang has other meanings for these.
    {"-G", "--device-debug", Fate::Drop},
    {"-c", "--compile", Fate::Drop},
    {"-dc", "--device-c", Fate::Drop},
    {"-dw", "--device-w", Fate::Drop},
    {"-dlink", "--device-link", Fate::Drop},
    {"-dlto", "--dlink-time-opt", Fate::Drop},
    {"-lineinfo", "--generate-line-info", Fate::Drop},
    {"-use_fast_math", "--use_fast_math", Fate::Drop},
    {"-extended-lambda", "--extended-lambda", Fate::Drop},
};

class Translator {
public:
  Translator(Words &Command, StringRef Directory)
      : Command(Command), Directory(Directory) {}

  llvm::Error run() {
    Words Result = {"clang++"};
    for (size_t I = 1; I != Command.size(); ++I)
      if (llvm::Error E = take(I, Result))
        return E;
    Command = std::move(Result);
    return llvm::Error::success();
  }

private:
  llvm::Error take(size_t &I, Words &Result) {
    std::string Value;
    const NvccOption *Option = match(I, Value);
    if (!Option) {
      Result.push_back(Command[I]);
      return llvm::Error::success();
    }
    switch (Option->What) {
    case Fate::Drop:
    case Fate::DropValue:
      break;
    case Fate::Language:
      Result.insert(Result.end(), {"-x", Value == "cu" ? "cuda" : Value});
      break;
    case Fate::Value:
      Result.insert(Result.end(), {Option->Clang.str(), Value});
      break;
    case Fate::Host:
      for (StringRef Word : llvm::split(Value, ','))
        Result.push_back(Word.str());
      break;
    case Fate::File:
      return readOptions(Value, I);
    }
    return llvm::Error::success();
  }

  /// The option that word \p I is, or begins: "-x V", "-x=V"; "-DX" too where
  /// Clang knows it so. Moves \p I to its last word.
  const NvccOption *match(size_t &I, std::string &Value) const {
    for (const NvccOption &O : Table)
      for (StringRef Name : {O.Short, O.Long}) {
        StringRef Rest = Command[I];
        if (Name.empty() || !Rest.consume_front(Name))
          continue;
        if (Rest.empty() && O.What == Fate::Drop)
          return &O;
        bool Joined = Name.size() == 2 && O.What == Fate::Value;
        if (Rest.consume_front("=") || (Joined && !Rest.empty()))
          Value = Rest.str();
        else if (Rest.empty() && I + 1 != Command.size())
          Value = Command[++I];
        else
          continue;
        return &O;
      }
    return nullptr;
  }

  /// Puts the words of \p Files behind word \p I.
  llvm::Error readOptions(StringRef Files, size_t I) {
    Words More = {"nvcc"};
    for (StringRef File : llvm::split(Files, ','))
      More.push_back(("@" + File).str());
    if (llvm::Error E = expandResponseFiles(More, Directory))
      return E;
    Command.insert(Command.begin() + I + 1, More.begin() + 1, More.end());
    return llvm::Error::success();
  }

  Words &Command;
  StringRef Directory;
};

} // namespace

bool gilaudit::isNvcc(StringRef Compiler) {
  return llvm::sys::path::stem(Compiler) == "nvcc";
}

llvm::Error gilaudit::translateNvcc(Words &Command, StringRef Directory) {
  return Translator(Command, Directory).run();
}
