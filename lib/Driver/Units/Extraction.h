//===- Extraction.h - All translation units to facts ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_EXTRACTION_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_EXTRACTION_H

#include "Workers.h"
#include "gil-audit/CompileCommand.h"
#include "gil-audit/Extract.h"
#include "gil-audit/Finding.h"
#include "llvm/ADT/ArrayRef.h"

namespace gilaudit {

struct ExtractionOptions {
  CommandLineOptions CommandLine;
  ExtractOptions Extract;
  WorkerLimits Limits;
  bool ShowProgress = false; ///< A line on standard error.
  bool AllErrors = false;    ///< Not the first compile error only: a line each.
  std::string CacheFolder;   ///< Facts of earlier runs; empty: none.
  std::vector<std::string> ModelFiles; ///< What the models were read from.
};

/// What one parse took.
struct ParseCost {
  std::string File;
  double Seconds = 0;
  unsigned Megabytes = 0;
};

struct ExtractionResult {
  std::vector<TUFacts> Facts;
  std::vector<unsigned> UnitOf;    ///< Facts[I] are of unit UnitOf[I].
  std::vector<NotAudited> Missing; ///< With absolute file names.
  std::vector<ParseCost> Parsed;   ///< Units that the cache did not have.
  double LookUpSeconds = 0, ParseSeconds = 0, ReadSeconds = 0;
  std::string Warning;             ///< About the cache; empty: none.
};

/// Extracts one unit in this process. Compile errors are errors.
llvm::Expected<ExtractResult> extractUnit(const CompileUnit &Unit,
                                    const ModelSet &Models,
                                    const ExtractionOptions &Options);

/// Extracts all units that the cache does not have, each in a process of its
/// own. Both lists are in the order of \p Units. Fails only where there is no
/// place for temporary files.
llvm::Expected<ExtractionResult>
extractUnits(llvm::ArrayRef<CompileUnit> Units, const ModelSet &Models,
             const ExtractionOptions &Options);

/// Reads a facts file.
llvm::Expected<TUFacts> readFactsFile(llvm::StringRef Path);

} // namespace gilaudit

#endif
