//===- CommandLine.h - Compile commands made fit for parsing ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_COMMANDLINE_H
#define GIL_AUDIT_LIB_DRIVER_COMMANDLINE_H

#include "CompileUnits.h"

namespace gilaudit {

/// What is put into every compile command.
struct CommandLineOptions {
  std::string ResourceDir;
  std::vector<std::string> ExtraArgs, ExtraArgsBefore;
};

/// The command of \p Unit for Clang's parser alone: response files expanded,
/// compiler launchers, outputs, plugins, precompiled headers and modules taken
/// out, warnings off, and options that this Clang does not know left out. Fails
/// on a response file that cannot be read.
llvm::Expected<std::vector<std::string>>
adjustCommandLine(const CompileUnit &Unit, const CommandLineOptions &Options);

/// Clang's resource folder: \p Given, or the one found at configure time. Fails
/// if it has no include/stddef.h.
llvm::Expected<std::string> findResourceDir(llvm::StringRef Given);

} // namespace gilaudit

#endif
