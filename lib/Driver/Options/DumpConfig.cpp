//===- DumpConfig.cpp - --dump-config -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// A field of the configuration and the options that set it.
struct KeyRow {
  StringRef Key, Default;
  bool AddsUp; ///< Else the last one prevails.
  std::vector<std::pair<StringRef, StringRef>> Options; ///< Name, and what it
                                                        ///< stands for, if it
                                                        ///< takes no value.
};

const KeyRow Keys[] = {
    {"rules", "all but pedantic ones", false, {{"rules", ""}}},
    {"pedantic",
     "false",
     false,
     {{"pedantic", "true"}, {"no-pedantic", "false"}}},
    {"allow-without-reason",
     "false",
     false,
     {{"allow-without-reason", "true"}}},
    {"severities", "as --list-rules", true, {{"severity", ""}}},
    {"models", "built-in", true, {{"model", ""}}},
    {"root", "found", false, {{"root", ""}}},
    {"include", "all", true, {{"include", ""}}},
    {"exclude", "none", true, {{"exclude", ""}}},
    {"world",
     "open",
     false,
     {{"open-world", "open"}, {"closed-world", "closed"}}},
    {"assume-registered", "none", true, {{"assume-registered", ""}}},
    {"assume-threading", "on", false, {{"assume-threading", ""}}},
    {"api-versions", "inferred", true, {{"api-version", ""}}},
    {"fix-style", "scoped", false, {{"fix-style", ""}}},
    {"fix-condition", "none", false, {{"fix-condition", ""}}},
    {"fix-comments",
     "false",
     false,
     {{"fix-comments", "true"}, {"no-fix-comments", "false"}}},
    {"format", "text", false, {{"format", ""}}},
    {"outputs", "standard output", true, {{"o", ""}}},
    {"jobs", "one a core", false, {{"j", ""}}},
    {"cache-dir", "~/.cache/gil-audit", false, {{"cache-dir", ""}}},
    {"baseline", "none", false, {{"baseline", ""}}},
};

void printRow(llvm::raw_ostream &OS, StringRef Key, StringRef Value,
              StringRef From) {
  OS << llvm::formatv("{0,-21} {1,-31} {2}\n", Key, Value, From);
}

/// The origins that made the value of \p Row, in order.
std::vector<std::pair<StringRef, StringRef>> valuesOf(const KeyRow &Row,
                                                      const DriverOptions &O) {
  std::vector<std::pair<StringRef, StringRef>> Values;
  for (const OptionOrigin &From : O.Origins)
    for (const auto &[Option, Stands] : Row.Options)
      if (From.Option == Option) {
        // Globs of the configuration are one value, in several places.
        bool Joins = From.OfConfig && Row.Key == "rules";
        if (!Row.AddsUp && !Joins)
          Values.clear();
        Values.emplace_back(Stands.empty() ? StringRef(From.Value) : Stands,
                            From.Where);
      }
  return Values;
}

} // namespace

void gilaudit::dumpConfig(llvm::raw_ostream &OS, const DriverOptions &O) {
  OS << "configuration: " << (O.ConfigFile.empty() ? "none" : O.ConfigFile)
     << '\n';
  for (const KeyRow &Row : Keys) {
    auto Values = valuesOf(Row, O);
    if (Values.empty())
      printRow(OS, Row.Key, Row.Default, "default");
    for (const auto &[Value, Where] : Values)
      printRow(OS, Row.Key, Value, Where);
  }
}
