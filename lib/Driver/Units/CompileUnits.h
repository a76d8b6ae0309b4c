//===- CompileUnits.h - What is to be audited -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_COMPILEUNITS_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_COMPILEUNITS_H

#include "Options/Options.h"
#include "gil-audit/CompileCommand.h"

namespace gilaudit {

/// All entries of a compile_commands.json, in its order. Relative directories
/// are relative to the folder of \p Path.
llvm::Expected<std::vector<CompileUnit>> readDatabase(llvm::StringRef Path);

/// The translation units that the options name: the fixed one of "-- flags", or
/// the entries of the database for the inputs (files, folders; none: all). An
/// input without an entry, such as a header, stands for the units that include
/// it.
/// Sorted by file, each command once. Never empty.
llvm::Expected<std::vector<CompileUnit>>
findCompileUnits(const DriverOptions &Options);

/// The absolute real path of \p Path; without links resolved if it does not
/// exist.
std::string realPath(llvm::StringRef Path, llvm::StringRef Directory = "");

} // namespace gilaudit

#endif
