//===- Config.h - .gil-audit.json -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A configuration is a list of options with their places: whatever it says
// could be said by flags (docs/configuration.md). Flags come later and prevail;
// options that are repeatable add up.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_CONFIG_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_CONFIG_H

#include "Options.h"

namespace gilaudit {

/// One option that a configuration gives.
struct Setting {
  std::string Option; ///< As in Options.cpp, without dashes.
  std::string Value;  ///< Files are absolute.
  size_t Offset = 0;  ///< In Config::Text.
};

struct Config {
  std::string File; ///< Absolute; empty: there is none.
  std::string Text;
  std::vector<Setting> Settings;

  /// \p Message behind the place of \p S.
  llvm::Error errorAt(const Setting &S, const llvm::Twine &Message) const;
  /// "FILE:LINE"
  std::string placeOf(const Setting &S) const;
};

/// Parses \p Text: shapes and fields, but not whether rules, models and files
/// exist. Relative files are taken to be relative to the folder of \p File.
llvm::Expected<Config> readConfig(llvm::StringRef Text, llvm::StringRef File);

/// Whether all that \p C names exists: rules, models and what is in them,
/// kinds, APIs, globs, the root. All mistakes, each with its place.
llvm::Error checkConfig(const Config &C);

/// Reads and checks \p File.
llvm::Expected<Config> loadConfig(llvm::StringRef File);

/// Where the search for the configuration of \p O begins: the root, as far as
/// it can be told by now.
std::string configSearchStart(const DriverOptions &O);

/// ".gil-audit.json" in \p Folder or above; empty: there is none.
std::string findConfig(llvm::StringRef Folder);

/// The configuration of \p O: --config, the one that is found, or none.
llvm::Expected<Config> configOf(const DriverOptions &O);

/// gil-audit check-config [FILE]. Returns the exit status.
int checkConfigFile(const DriverOptions &O);

/// --dump-config: each value and where it comes from. \p O has its Origins.
void dumpConfig(llvm::raw_ostream &OS, const DriverOptions &O);

} // namespace gilaudit

#endif
