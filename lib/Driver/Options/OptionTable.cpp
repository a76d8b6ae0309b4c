//===- OptionTable.cpp - All options of the command line ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of our own: llvm::cl would take the hundreds of options that libLLVM
// registers for ours, and guess misspelled names among them.
//
//===----------------------------------------------------------------------===//
#include "OptionTable.h"
#include "Errors.h"
#include "OutputOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// An option that is stored as it is.
template <auto Member> Error store(DriverOptions &O, StringRef Value) {
  O.*Member = Value.str();
  return Error::success();
}
template <auto Member> Error append(DriverOptions &O, StringRef Value) {
  (O.*Member).push_back(Value.str());
  return Error::success();
}
template <auto Member> Error set(DriverOptions &O, StringRef) {
  O.*Member = true;
  return Error::success();
}
template <auto Member> Error unset(DriverOptions &O, StringRef) {
  O.*Member = false;
  return Error::success();
}
template <Command C> Error command(DriverOptions &O, StringRef) {
  O.What = C;
  return Error::success();
}
template <auto Member> Error number(DriverOptions &O, StringRef Value) {
  if (Value.getAsInteger(10, O.*Member))
    return error("'" + Value + "' is not a number");
  return Error::success();
}

Error colour(DriverOptions &O, StringRef Value) {
  auto C = llvm::StringSwitch<std::optional<ColourMode>>(Value)
               .Case("auto", ColourMode::Auto)
               .Case("always", ColourMode::Always)
               .Case("never", ColourMode::Never)
               .Default(std::nullopt);
  if (!C)
    return error("unknown colour mode '" + Value +
                 "': want auto, always or never");
  O.Colour = *C;
  return Error::success();
}

Error threading(DriverOptions &O, StringRef Value) {
  if (Value != "on" && Value != "off")
    return error("--assume-threading: want on or off, got '" + Value + "'");
  O.AssumeThreading = Value == "on";
  return Error::success();
}

Error apiVersion(DriverOptions &O, StringRef Value) {
  auto [Api, Release] = Value.split('=');
  unsigned Number;
  if (Api.empty() || Release.getAsInteger(10, Number) || Number == 0)
    return error("--api-version: want API=RELEASE, for example mlir=23, got '" +
                 Value + "'");
  O.ApiVersions[Api.str()] = Number;
  return Error::success();
}

Error severity(DriverOptions &O, StringRef Value) {
  auto [Rule, Level] = Value.split('=');
  if (Rule.empty() ||
      !llvm::is_contained({"error", "warning", "note", "off"}, Level))
    return error("--severity: want RULE=error, warning, note or off, got '" +
                 Value + "'");
  O.Severities[Rule.str()] = Level.str();
  return Error::success();
}

Error fixStyle(DriverOptions &O, StringRef Value) {
  O.FixStyle = llvm::StringSwitch<std::optional<FixStyle>>(Value)
                   .Case("scoped", FixStyle::Scoped)
                   .Case("conditional", FixStyle::Conditional)
                   .Default(std::nullopt);
  if (!O.FixStyle)
    return error("--fix-style: want scoped or conditional, got '" + Value +
                 "'");
  return Error::success();
}

Error fixFiles(DriverOptions &O, StringRef Value) {
  llvm::SmallVector<StringRef, 8> List;
  Value.split(List, ',', -1, /*KeepEmpty=*/false);
  for (StringRef File : List)
    O.FixFiles.push_back(File.str());
  return O.FixFiles.empty() ? error("--fix-files: want files, got none")
                            : Error::success();
}

Error generate(DriverOptions &O, StringRef Value) {
  O.What = Command::Generate;
  O.Page = Value.str();
  return Error::success();
}

using O = DriverOptions;

const OptionSpec Table[] = {
    {"p", "DIR", "Folder of compile_commands.json; default: found upwards",
     store<&O::BuildPath>},
    {"root", "DIR",
     "Project root; default: the git work tree, else the nearest common folder",
     store<&O::Root>},
    {"format", "text|json|html|sarif|github|gitlab|junit",
     "Format of the report", takeFormat},
    {"o", "[FORMAT:]FILE",
     "Write the report to FILE; with FORMAT one more (repeatable)", takeOutput},
    {"j", "N", "Translation units at a time; default: one a core",
     number<&O::Jobs>},
    {"model", "FILE", "Add an API model (repeatable)", append<&O::ModelFiles>},
    {"rules", "GLOB,-GLOB", "Rules to run; default: all but pedantic ones",
     store<&O::RuleGlobs>},
    {"severity", "RULE=LEVEL",
     "error, warning, note or off for all findings of a rule (repeatable)",
     severity},
    {"include", "GLOB",
     "Only findings in files like that; '*' means '/' too (repeatable)",
     append<&O::IncludePaths>},
    {"exclude", "GLOB", "No findings in files like that (repeatable)",
     append<&O::ExcludePaths>},
    {"baseline", "FILE", "Findings in FILE do not count", store<&O::Baseline>},
    {"write-baseline", "FILE", "Write all findings to FILE: they are known now",
     store<&O::WriteBaseline>},
    {"prune-baseline", "", "Take out of --baseline what is fixed",
     set<&O::PruneBaseline>},
    {"since", "REV", "Only findings in what has changed since a git revision",
     store<&O::Since>},
    {"diff", "FILE|-", "Only findings in what a unified diff has changed",
     store<&O::Diff>},
    {"allow-without-reason", "", "Comments that suppress need give no reason",
     set<&O::AllowWithoutReason>},
    {"pedantic", "", "Run rules that are off by default", set<&O::Pedantic>},
    {"no-pedantic", "", "Undoes --pedantic of a configuration",
     unset<&O::Pedantic>},
    {"closed-world", "", "Only registrations in the audited code count",
     set<&O::ClosedWorld>},
    {"open-world", "", "Undoes --closed-world of a configuration",
     unset<&O::ClosedWorld>},
    {"assume-registered", "KIND",
     "Take this kind of callback as registered from Python (repeatable)",
     append<&O::AssumeRegistered>},
    {"assume-threading", "on|off", "Whether the API runs worker threads",
     threading},
    {"api-version", "API=RELEASE", "Release of an API, for example mlir=23",
     apiVersion},
    {"fix", "", "Write the fixes to the files", set<&O::Fix>},
    {"fix-preview", "", "Print the fixes as a diff, not the report",
     set<&O::FixPreview>},
    {"export-fixes", "FILE|DIR",
     "Write the fixes as YAML for clang-apply-replacements",
     store<&O::ExportFixes>},
    {"fix-rules", "GLOB,-GLOB", "Fix only findings of these rules",
     store<&O::FixRuleGlobs>},
    {"fix-files", "FILE,...", "Fix only findings in these files (repeatable)",
     fixFiles},
    {"fix-comments", "", "Say at each new guard why it is there",
     set<&O::FixComments>},
    {"no-fix-comments", "", "Undoes --fix-comments of a configuration",
     unset<&O::FixComments>},
    {"fix-style", "scoped|conditional",
     "Release always, or only where --fix-condition holds", fixStyle},
    {"fix-condition", "EXPR", "C++ expression for --fix-style=conditional",
     store<&O::FixCondition>},
    {"fdiagnostics-parseable-fixits", "",
     "Print fixes below findings as Clang does, for editors",
     set<&O::ParseableFixits>},
    {"show-unresolved", "", "List what could not be followed",
     set<&O::ShowUnresolved>},
    {"inventory", "", "Print tables of callbacks, bindings and calls",
     set<&O::ShowInventory>},
    {"summary", "", "Print counts instead of findings", set<&O::SummaryOnly>},
    {"all-notes", "", "Repeat notes that findings of a group share",
     set<&O::RepeatNotes>},
    {"quiet", "", "Print findings only", set<&O::Quiet>},
    {"color", "auto|always|never", "Colours of the text report", colour},
    {"extra-arg", "ARG", "Append to the compile command (repeatable)",
     append<&O::ExtraArgs>},
    {"extra-arg-before", "ARG", "Put before the compile flags (repeatable)",
     append<&O::ExtraArgsBefore>},
    {"removed-arg", "ARG",
     "Drop from the compile command; 'ARG*': all that start so (repeatable)",
     append<&O::RemovedArgs>},
    {"resource-dir", "DIR", "Clang's resource folder (has include/stddef.h)",
     store<&O::ResourceDir>},
    {"cache-dir", "DIR", "Facts of earlier runs; default: ~/.cache/gil-audit",
     store<&O::CacheDir>},
    {"no-cache", "", "Parse everything again, keep nothing", set<&O::NoCache>},
    {"parse-all-bodies", "", "Parse the bodies of library functions too",
     set<&O::ParseAllBodies>},
    {"timing", "", "Print on standard error what took how long",
     set<&O::Timing>},
    {"depfile", "FILE",
     "extract: write the names of all files that were read, for a build tool",
     store<&O::Depfile>},
    {"time-limit", "SECONDS", "For one translation unit; default: 600",
     number<&O::TimeLimit>},
    {"memory-limit", "MB", "For one translation unit; default: 8192",
     number<&O::MemoryLimit>},
    {"config", "FILE",
     "Configuration; default: .gil-audit.json in the root or above",
     store<&O::ConfigFile>},
    {"no-config", "", "Take no configuration", set<&O::NoConfig>},
    {"dump-config", "", "Print each value of the configuration and its origin",
     command<Command::DumpConfig>},
    {"generate", "man|bash|zsh|fish|rules",
     "Print the manual page, a shell's completions, or docs/rules.md",
     generate},
    {"list-rules", "", "Print the rules", command<Command::ListRules>},
    {"version", "", "Print versions and Clang's resource folder",
     command<Command::Version>},
    {"help", "", "Print this", command<Command::Help>},
};

const SubcommandSpec Subcommands[] = {
    {"extract", Command::Extract, "FILE",
     "One translation unit to a facts file (-o)"},
    {"analyze", Command::Analyze, "FACTS...", "Facts files to findings"},
    {"explain", Command::Explain, "RULE|FINGERPRINT [FILE|DIR|FACTS...]",
     "What a rule is about, or the full story of a finding"},
    {"check-model", Command::CheckModel, "FILE...", "Whether models are right"},
    {"check-config", Command::CheckConfig, "[FILE]",
     "Whether a configuration is right"},
};

} // namespace

llvm::ArrayRef<OptionSpec> gilaudit::optionTable() { return Table; }

llvm::ArrayRef<SubcommandSpec> gilaudit::subcommands() { return Subcommands; }

const OptionSpec *gilaudit::findOption(StringRef Name) {
  for (const OptionSpec &S : Table)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

std::string gilaudit::dashed(StringRef Name) {
  return (Name.size() == 1 ? "-" : "--") + Name.str();
}
