//===- CompileCommand.h - Compile commands made fit for parsing -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_COMPILECOMMAND_H
#define GIL_AUDIT_COMPILECOMMAND_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gilaudit {

/// One translation unit as the compilation database has it.
struct CompileUnit {
  std::string File;      ///< Absolute; a real path where the file exists.
  std::string Directory; ///< Absolute.
  std::vector<std::string> CommandLine; ///< argv[0] included, not adjusted.
};

/// What is put into every compile command.
struct CommandLineOptions {
  std::string ResourceDir; ///< The folder of Clang's builtin headers.
  std::vector<std::string> ExtraArgs, ExtraArgsBefore;
  /// Options to drop, with their values; "X*" drops all that start with X.
  std::vector<std::string> RemovedArgs;
};

/// The command of \p Unit for Clang's parser alone: response files expanded,
/// compiler launchers, outputs, plugins, precompiled headers and modules taken
/// out, warnings off, and options that this Clang does not know left out. Fails
/// on a response file that cannot be read.
llvm::Expected<std::vector<std::string>>
adjustCommandLine(const CompileUnit &Unit, const CommandLineOptions &Options);

} // namespace gilaudit

#endif
