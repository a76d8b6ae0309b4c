//===- Options.cpp - The command line -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Config.h"
#include "Errors.h"
#include "OptionTable.h"
#include "OutputOptions.h"
#include "gil-audit/NearestName.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

Error unknownOption(StringRef Given) {
  std::vector<StringRef> Names;
  for (const OptionSpec &S : optionTable())
    Names.push_back(S.Name);
  std::string Best = nearestName(Given.ltrim('-').split('=').first, Names);
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
    for (const SubcommandSpec &S : subcommands())
      if (Args[0] == S.Name) {
        Options.What = S.What;
        ++Next;
        return;
      }
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
        return error("option '" + dashed(Spec->Name) +
                     "' needs a value: " + Spec->Value);
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

/// "  LEFT  RIGHT", with RIGHT in a column where it can be.
static std::string helpLine(std::string Left, StringRef Right) {
  Left = "  " + Left + "  ";
  if (Left.size() < 30)
    Left.resize(30, ' ');
  return Left + Right.str() + "\n";
}

std::string gilaudit::helpText() {
  std::string Text = "Audits the GIL safety of Python bindings.\n\n"
                     "usage: gil-audit [options] [FILE|DIR...]\n"
                     "       gil-audit [options] FILE -- FLAGS...\n"
                     "       gil-audit SUBCOMMAND [options] ...\n\n"
                     "Without FILE or DIR all of compile_commands.json is "
                     "audited.\n\nsubcommands:\n";
  for (const SubcommandSpec &S : subcommands())
    Text += helpLine((S.Name + " " + S.Arguments).str(), S.Help);
  Text += "\noptions:\n";
  for (const OptionSpec &S : optionTable()) {
    std::string Left = dashed(S.Name);
    if (!S.Value.empty())
      Left += (S.Name.size() == 1 ? " " : "=") + S.Value.str();
    Text += helpLine(std::move(Left), S.Help);
  }
  return Text +
         "\nexit status: 0 nothing found; 1 findings (errors or warnings); 2 "
         "the call was wrong;\n3 something was not audited.\n";
}
