//===- Extract.h - One translation unit -> TUFacts --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_EXTRACT_H
#define GIL_AUDIT_EXTRACT_H

#include "gil-audit/Facts.h"
#include "gil-audit/Inputs.h"
#include "gil-audit/Model.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace gilaudit {

class Comments;
class IncludeGraph;

/// Absolute real path -> the text that the file is to have.
using FileTexts = std::map<std::string, std::string>;

struct ExtractOptions {
  /// Absolute real path. Code below it is project code, unless it lies in a
  /// system header or in the headers of a binding library.
  std::string Root;
  /// Parse the bodies of library functions too: slower, nothing is assumed.
  bool ParseAllBodies = false;
  /// Files that are read from here, not from the disk they lie on.
  FileTexts Overlay;
  /// Fill ExtractResult::Inputs, for a cache.
  bool RecordInputs = false;
};

struct ExtractResult {
  TUFacts Facts;
  /// Compile errors in order, "FILE:LINE:COL: error: text". If there is one,
  /// the TU counts as not audited and Facts is empty.
  std::vector<std::string> Errors;
  /// What was asked of the file system, by RecordInputs.
  ParseInputs Inputs;
};

/// Parses \p File with \p CommandLine (argv[0] included, already adjusted for
/// -fsyntax-only; run as if in \p Directory) and states its facts. Fails only
/// where no compiler invocation can be made of the command line.
llvm::Expected<ExtractResult>
extractFacts(const std::vector<std::string> &CommandLine,
             llvm::StringRef Directory, llvm::StringRef File,
             const ModelSet &Models, const ExtractOptions &Options);

/// Facts of a unit that somebody else parses (a plugin), all bodies included.
class FactsCollector {
public:
  /// Before anything is parsed. \p PP may outlive this if it is done by then.
  explicit FactsCollector(clang::Preprocessor &PP);
  ~FactsCollector();

  /// The facts of an AST that is complete and without errors. Of \p Options the
  /// root counts, the rest is about parsing.
  TUFacts collect(clang::ASTContext &Ctx, const ModelSet &Models,
                  const ExtractOptions &Options) const;

private:
  std::unique_ptr<IncludeGraph> Includes;
  std::unique_ptr<Comments> Notes;
};

/// The name that TUFacts::Files has for a file that the parser knows as
/// \p Path: absolute and real, where it is on disk.
std::string realPathOf(const clang::SourceManager &SM, llvm::StringRef Path);

} // namespace gilaudit

#endif
