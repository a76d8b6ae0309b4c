//===- Options.cpp - The command line -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of our own: llvm::cl would take the hundreds of options that libLLVM
// registers for ours, and guess misspelled names among them.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Config.h"
#include "OutputOptions.h"
#include "gil-audit/NearestName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

Error error(const Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

/// One option. Value is its placeholder in --help; empty: takes none.
struct OptionSpec {
  StringRef Name, Value, Help;
  Error (*Apply)(DriverOptions &O, StringRef Value);
};

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
    return error("--fix-style: want scoped or conditional, got '" + Value + "'");
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
    {"format", "text|json|html|sarif|github|gitlab|junit", "Format of the report",
     takeFormat},
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
     "Print the manual page, a shell's completions, or docs/rules.md", generate},
    {"list-rules", "", "Print the rules", command<Command::ListRules>},
    {"version", "", "Print versions and Clang's resource folder",
     command<Command::Version>},
    {"help", "", "Print this", command<Command::Help>},
};

const OptionSpec *findOption(StringRef Name) {
  for (const OptionSpec &S : Table)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

std::string dashed(StringRef Name) {
  return (Name.size() == 1 ? "-" : "--") + Name.str();
}

Error unknownOption(StringRef Given) {
  std::vector<StringRef> Names;
  for (const OptionSpec &S : Table)
    Names.push_back(S.Name);
  std::string Best =
      nearestName(Given.ltrim('-').split('=').first, Names);
  return error("unknown option '" + Given + "'" +
               (Best.empty() ? "" : "; did you mean '" + dashed(Best) + "'?"));
}

class Parser {
public:
  Parser(llvm::ArrayRef<const char *> Args, const Config *Settings, bool Draft)
      : Args(Args.begin(), Args.end()), Settings(Settings), Draft(Draft) {}

  llvm::Expected<DriverOptions> parse() {
    takeSubcommand();
    if (Settings)
      if (Error E = takeSettings(*Settings))
        return std::move(E);
    if (Error E = takeWords())
      return std::move(E);
    if (Draft)
      return std::move(Options);
    setFormatAside();
    if (Options.What != Command::DumpConfig)
      if (Error E = settleOutputs(Options))
        return std::move(E);
    if (Error E = checkFixOptions())
      return std::move(E);
    if (Error E = checkBaselineOptions())
      return std::move(E);
    if (Error E = checkChangeOptions())
      return std::move(E);
    if (!Options.Depfile.empty() &&
        (Options.What != Command::Extract || Options.Output.empty()))
      return error("--depfile: only with extract and -o FILE");
    return std::move(Options);
  }

private:
  Error takeSettings(const Config &C) {
    // Elsewhere -o is another output than the report's.
    bool Reports =
        Options.What == Command::Audit || Options.What == Command::Analyze;
    for (const Setting &S : C.Settings) {
      if (S.Option == "o" && !Reports)
        continue;
      // Globs are one option, but a list in the file.
      std::string Value = S.Value;
      if (S.Option == "rules" && !Options.RuleGlobs.empty())
        Value = Options.RuleGlobs + "," + Value;
      if (Error E = applyOption(Options, S.Option, Value))
        return C.errorAt(S, llvm::toString(std::move(E)));
      Options.Origins.push_back({S.Option, S.Value, C.placeOf(S), true});
    }
    return Error::success();
  }

  /// The format of the configuration, where the flags want something else.
  void setFormatAside() {
    bool Unfit = Options.StandardOutput || Options.SummaryOnly ||
                 (Options.FixPreview && !formatInfo(Options.Format).HasFixes);
    if (!Unfit || isFlag("format"))
      return;
    Options.FormatGiven.reset();
    Options.Format = Format::Text;
  }

  /// One -o takes the place of all that the configuration says.
  void dropConfiguredOutputs() {
    auto IsTheirs = [](const OptionOrigin &From) {
      return From.OfConfig && From.Option == "o";
    };
    if (llvm::none_of(Options.Origins, IsTheirs))
      return;
    llvm::erase_if(Options.Origins, IsTheirs);
    Options.Output.clear();
    Options.MoreOutputs.clear();
    Options.StandardOutput.reset();
  }

  bool isFlag(StringRef Option) const {
    return llvm::any_of(Options.Origins, [&](const OptionOrigin &From) {
      return From.Option == Option && !From.OfConfig;
    });
  }

  Error takeWords() {
    for (; Next != Args.size(); ++Next) {
      StringRef Arg = Args[Next];
      if (Arg == "--") {
        Options.FixedFlags.emplace();
        for (size_t I = Next + 1; I != Args.size(); ++I)
          Options.FixedFlags->push_back(Args[I].str());
        break;
      }
      if (!Arg.starts_with("-") || Arg == "-")
        Options.Inputs.push_back(Arg.str());
      else if (Error E = takeOption(Arg))
        return E;
    }
    return Error::success();
  }

  void takeSubcommand() {
    if (Args.empty())
      return;
    Options.What = llvm::StringSwitch<Command>(Args[0])
                       .Case("extract", Command::Extract)
                       .Case("analyze", Command::Analyze)
                       .Case("explain", Command::Explain)
                       .Case("check-model", Command::CheckModel)
                       .Case("check-config", Command::CheckConfig)
                       .Default(Command::Audit);
    if (Options.What != Command::Audit)
      ++Next;
  }

  Error checkFixOptions() {
    bool Conditional = Options.FixStyle == FixStyle::Conditional;
    // That of a configuration whose style a flag overrides.
    if (!Conditional && !isFlag("fix-condition"))
      Options.FixCondition.clear();
    if (Conditional && Options.FixCondition.empty())
      return error("--fix-style=conditional: want --fix-condition=EXPR too");
    if (!Conditional && !Options.FixCondition.empty())
      return error("--fix-condition: only with --fix-style=conditional");
    if (Options.wantsFixes() && Options.What == Command::Analyze)
      return error("analyze: facts files have no compile commands to try fixes "
                   "with; run gil-audit -p instead");
    if (Options.wantsFixes() && Options.What != Command::Audit &&
        Options.What != Command::Help)
      return error("fixes are made by a plain audit only");
    return Error::success();
  }

  Error checkBaselineOptions() const {
    if (Options.PruneBaseline && Options.Baseline.empty())
      return error("--prune-baseline: want --baseline=FILE too");
    if (!Options.WriteBaseline.empty() && Options.PruneBaseline)
      return error("--write-baseline and --prune-baseline: one at a time");
    bool Writes = !Options.WriteBaseline.empty() || Options.PruneBaseline;
    if (Writes && Options.wantsFixes())
      return error("fixes and a baseline are written in two runs");
    if (Writes && Options.What != Command::Audit &&
        Options.What != Command::Analyze && Options.What != Command::Help)
      return error("a baseline is written by an audit or by analyze only");
    return Error::success();
  }

  Error checkChangeOptions() const {
    if (isFlag("since") && Options.Since.empty())
      return error("--since: want a revision, for example HEAD");
    if (isFlag("diff") && Options.Diff.empty())
      return error("--diff: want a file, or - for standard input");
    if (Options.Since.empty() && Options.Diff.empty())
      return Error::success();
    if (!Options.Since.empty() && !Options.Diff.empty())
      return error("--since and --diff: one at a time");
    if (!Options.WriteBaseline.empty())
      return error("a baseline is of the whole program, not of a change: "
                   "--write-baseline without --since and --diff");
    if (Options.What == Command::Extract)
      return error("extract: facts are of the whole file; --since and --diff "
                   "are for the audit");
    return Error::success();
  }

  Error takeOption(StringRef Arg) {
    StringRef Name = Arg;
    Name.consume_front("-");
    Name.consume_front("-");
    bool HasValue = Name.contains('=');
    StringRef Value;
    std::tie(Name, Value) = Name.split('=');
    if (Arg == "-h")
      Name = "help";
    const OptionSpec *Spec = findOption(Name);
    if (!Spec && !Arg.starts_with("--") && Name.size() > 1) {
      // -j4
      Spec = findOption(Name.take_front());
      if (Spec && !Spec->Value.empty()) {
        Value = Arg.drop_front(2);
        HasValue = true;
      } else
        Spec = nullptr;
    }
    if (!Spec)
      return unknownOption(Arg);
    if (Spec->Value.empty() && HasValue)
      return error("option '" + dashed(Spec->Name) + "' takes no value");
    if (!Spec->Value.empty() && !HasValue) {
      if (Next + 1 == Args.size())
        return error("option '" + dashed(Spec->Name) + "' needs a value: " +
                     Spec->Value);
      Value = Args[++Next];
    }
    if (Spec->Name == "o")
      dropConfiguredOutputs();
    Options.FixFlag |= Spec->Name.starts_with("fix-");
    Options.Origins.push_back(
        {Spec->Name.str(), Value.str(), dashed(Spec->Name), false});
    return Spec->Apply(Options, Value);
  }

  std::vector<StringRef> Args;
  const Config *Settings;
  bool Draft;
  size_t Next = 0;
  DriverOptions Options;
};

} // namespace

llvm::Expected<DriverOptions>
gilaudit::parseOptions(llvm::ArrayRef<const char *> Args,
                       const Config *Settings, bool Draft) {
  return Parser(Args, Settings, Draft).parse();
}

Error gilaudit::applyOption(DriverOptions &O, StringRef Name, StringRef Value) {
  return findOption(Name)->Apply(O, Value);
}

std::vector<OptionDoc> gilaudit::optionDocs() {
  std::vector<OptionDoc> Docs;
  for (const OptionSpec &S : Table)
    Docs.push_back({S.Name, S.Value, S.Help});
  return Docs;
}

std::string gilaudit::helpText() {
  std::string Text =
      "Audits the GIL safety of Python bindings.\n\n"
      "usage: gil-audit [options] [FILE|DIR...]\n"
      "       gil-audit [options] FILE -- FLAGS...\n"
      "       gil-audit extract [options] FILE     one translation unit to a "
      "facts file\n"
      "       gil-audit analyze [options] FACTS... facts files to findings\n"
      "       gil-audit explain RULE               what a rule is about\n"
      "       gil-audit explain [options] FINGERPRINT [FILE|DIR|FACTS...]\n"
      "                                            the full story of a "
      "finding\n"
      "       gil-audit check-model FILE...        whether models are right\n"
      "       gil-audit check-config [FILE]        whether a configuration "
      "is\n\n"
      "Without FILE or DIR all of compile_commands.json is audited.\n\n"
      "options:\n";
  for (const OptionSpec &S : Table) {
    std::string Left = "  " + dashed(S.Name);
    if (!S.Value.empty())
      Left += (S.Name.size() == 1 ? " " : "=") + S.Value.str();
    Left += "  ";
    if (Left.size() < 30)
      Left.resize(30, ' ');
    Text += Left + S.Help.str() + "\n";
  }
  return Text +
         "\nexit status: 0 nothing found; 1 findings (errors or warnings); 2 "
         "the call was wrong;\n3 something was not audited.\n";
}
