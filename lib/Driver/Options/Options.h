//===- Options.h - The command line -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONS_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_OPTIONS_H

#include "gil-audit/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gilaudit {

enum class Command {
  Audit,       ///< gil-audit [FILE|DIR...]
  Extract,     ///< gil-audit extract FILE
  Analyze,     ///< gil-audit analyze FACTS...
  Explain,     ///< gil-audit explain RULE|FINGERPRINT [FILE|DIR|FACTS...]
  CheckModel,  ///< gil-audit check-model FILE...
  CheckConfig, ///< gil-audit check-config [FILE]
  DumpConfig,  ///< --dump-config
  ListRules,
  Generate, ///< --generate=man|bash|zsh|fish|rules
  Version,
  Help
};

enum class ColourMode { Auto, Always, Never };
enum class FixStyle { Scoped, Conditional };

/// -o FORMAT:FILE
struct ReportOutput {
  gilaudit::Format Format;
  std::string File;
};

struct Config;

/// Who has given an option.
struct OptionOrigin {
  std::string Option, Value;
  std::string Where; ///< "FILE:LINE", or the flag.
  bool OfConfig = false;
};

/// The command line as it was given, and the configuration; nothing is looked
/// up yet.
struct DriverOptions {
  Command What = Command::Audit;
  std::vector<std::string> Inputs;
  /// Behind "--": the compile flags of the one input.
  std::optional<std::vector<std::string>> FixedFlags;

  std::vector<OptionOrigin> Origins; ///< In the order in which they applied.
  std::string ConfigFile;            ///< --config; empty: it is looked for.
  bool NoConfig = false;

  std::string BuildPath; ///< -p
  std::string Root;      ///< --root
  std::string Page;      ///< --generate
  std::string Depfile;   ///< --depfile; empty: none
  std::string Output;    ///< -o; empty: standard output
  gilaudit::Format Format = Format::Text; ///< Of the report at Output.
  std::optional<gilaudit::Format> FormatGiven; ///< --format
  /// Reports beside the one at Output. Never standard output.
  std::vector<ReportOutput> MoreOutputs;
  std::optional<gilaudit::Format> StandardOutput; ///< -o FORMAT:-
  ColourMode Colour = ColourMode::Auto;
  std::vector<std::string> ModelFiles;
  std::vector<std::string> ExtraArgs, ExtraArgsBefore, RemovedArgs;
  std::string ResourceDir;
  std::string CacheDir; ///< --cache-dir; empty: the user's
  bool NoCache = false;
  bool Timing = false;
  std::string RuleGlobs; ///< --rules, as given
  bool Pedantic = false;
  bool ClosedWorld = false;
  std::vector<std::string> AssumeRegistered;
  bool AssumeThreading = true;
  std::map<std::string, unsigned> ApiVersions;
  bool ShowUnresolved = false;
  bool ShowInventory = false;
  bool SummaryOnly = false; ///< --summary
  bool RepeatNotes = false;
  bool Quiet = false;
  bool ParseAllBodies = false;

  std::string Baseline;      ///< --baseline; empty: none
  std::string WriteBaseline; ///< --write-baseline; empty: no
  bool PruneBaseline = false;
  std::string Since; ///< --since; empty: no
  std::string Diff;  ///< --diff; empty: no; "-": standard input
  bool AllowWithoutReason = false;
  std::map<std::string, std::string> Severities; ///< By rule; "off" too.
  /// Globs of the paths of findings: only these (empty: all), but not those.
  std::vector<std::string> IncludePaths, ExcludePaths;

  bool Fix = false;             ///< --fix: write the fixes to the files.
  bool FixPreview = false;      ///< --fix-preview: print them as a diff.
  std::string ExportFixes;      ///< --export-fixes, as given; empty: no.
  bool ParseableFixits = false; ///< -fdiagnostics-parseable-fixits
  bool FixComments = false;
  std::string FixRuleGlobs;          ///< --fix-rules, as given
  std::vector<std::string> FixFiles; ///< --fix-files, as given; empty: all
  std::optional<gilaudit::FixStyle> FixStyle;
  std::string FixCondition;
  bool FixFlag = false; ///< Some --fix-... was given by a flag.
  /// Fixes are planned and tried. A configuration says how, but not whether.
  bool wantsFixes() const {
    return Fix || FixPreview || !ExportFixes.empty() || ParseableFixits ||
           FixFlag;
  }

  unsigned Jobs = 0;           ///< 0: as many as there are cores.
  unsigned TimeLimit = 600;    ///< Seconds for one translation unit; 0: none.
  unsigned MemoryLimit = 8192; ///< Megabytes for one translation unit; 0: none.
};

/// Parses \p Args (without argv[0]). Unknown options are errors that suggest
/// the nearest name. What \p Settings says comes first. A \p Draft is not checked
/// for what fits together: a configuration may be missing.
llvm::Expected<DriverOptions> parseOptions(llvm::ArrayRef<const char *> Args,
                                           const Config *Settings = nullptr,
                                           bool Draft = false);

/// Gives \p O the option \p Name (without dashes), which exists.
llvm::Error applyOption(DriverOptions &O, llvm::StringRef Name,
                        llvm::StringRef Value);

/// What --help prints.
std::string helpText();

} // namespace gilaudit

#endif
