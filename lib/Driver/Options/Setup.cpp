//===- Setup.cpp - Options checked against what there is ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Setup.h"
#include "Errors.h"
#include "Fixes/FixReport.h"
#include "Units/CompileUnits.h"
#include "gil-audit/NearestName.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

Error unknown(StringRef What, StringRef Name,
              const std::vector<std::string> &Known) {
  std::string Best = nearestName(Name, Known);
  return error("unknown " + What + " '" + Name + "'" +
               (Best.empty() ? "" : "; did you mean '" + Best + "'?"));
}

std::vector<std::string> ruleNames() {
  std::vector<std::string> Names;
  for (const Rule *R : allRules())
    Names.push_back(R->info().Name.str());
  return Names;
}

bool isPedantic(StringRef Name) {
  for (const Rule *R : allRules())
    if (R->info().Name == Name)
      return R->info().PedanticOnly;
  return false;
}

std::vector<StringRef> listOf(StringRef Text) {
  std::vector<StringRef> Items;
  for (StringRef Item : llvm::split(Text, ','))
    if (!Item.trim().empty())
      Items.push_back(Item.trim());
  return Items;
}

/// Applies one GLOB or -GLOB of \p Option to \p Enabled.
Error applyGlob(StringRef Option, StringRef Glob,
                const std::vector<std::string> &Names,
                std::set<std::string> &Enabled) {
  bool Negative = Glob.consume_front("-");
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (!Pattern)
    return error(Option + ": '" + Glob +
                 "': " + llvm::toString(Pattern.takeError()));
  bool Matches = false;
  for (const std::string &Name : Names) {
    if (!Pattern->match(Name))
      continue;
    Matches = true;
    if (Negative)
      Enabled.erase(Name);
    else
      Enabled.insert(Name);
  }
  return Matches ? Error::success() : unknown("rule", Glob, Names);
}

/// GLOB,GLOB: these alone; -GLOB: all others. The last glob that matches
/// decides.
llvm::Expected<std::set<std::string>> matchRules(StringRef Option,
                                                 StringRef Globs) {
  std::vector<std::string> Names = ruleNames();
  std::set<std::string> Enabled;
  if (Globs.starts_with("-"))
    Enabled.insert(Names.begin(), Names.end());
  for (StringRef Glob : listOf(Globs))
    if (Error E = applyGlob(Option, Glob, Names, Enabled))
      return std::move(E);
  return Enabled;
}

/// A pedantic rule that is named in full runs without --pedantic.
Error selectRules(StringRef Globs, AnalysisOptions &Out) {
  if (Globs.empty())
    return Error::success();
  llvm::Expected<std::set<std::string>> Enabled = matchRules("--rules", Globs);
  if (!Enabled)
    return Enabled.takeError();
  for (StringRef Glob : listOf(Globs))
    if (isPedantic(Glob))
      Out.Pedantic = true;
  Out.RuleEnabled = [Enabled = std::move(*Enabled)](StringRef Rule) {
    return Enabled.count(Rule.str()) != 0;
  };
  return Error::success();
}

/// A rule whose level is "off" does not run.
Error applySeverities(const std::map<std::string, std::string> &Severities,
                      AnalysisOptions &Out) {
  std::vector<std::string> Names = ruleNames();
  std::set<std::string> Off;
  for (const auto &[Rule, Level] : Severities) {
    if (!llvm::is_contained(Names, Rule))
      return unknown("rule", Rule, Names);
    if (Level == "off")
      Off.insert(Rule);
  }
  if (!Off.empty())
    Out.RuleEnabled = [Asked = Out.RuleEnabled, Off](StringRef Rule) {
      return !Off.count(Rule.str()) && (!Asked || Asked(Rule));
    };
  return Error::success();
}

Error checkKinds(llvm::ArrayRef<std::string> Given, const ModelSet &Models) {
  std::vector<std::string> Known;
  for (const ApiModel &M : Models.models())
    for (const auto &Kind : M.Kinds)
      Known.push_back(Kind.first);
  for (const std::string &Name : Given)
    if (!Models.kind(Name))
      return unknown("kind of callback", Name, Known);
  return Error::success();
}

/// An API is named by its model, the first part of that, or a prefix.
Error checkApis(const std::map<std::string, unsigned> &Given,
                const ModelSet &Models) {
  std::vector<std::string> Known;
  for (const ApiModel &M : Models.models()) {
    Known.push_back(M.Name);
    Known.push_back(StringRef(M.Name).split('-').first.str());
    Known.insert(Known.end(), M.Prefixes.begin(), M.Prefixes.end());
  }
  for (const auto &[Name, Release] : Given)
    if (!llvm::is_contained(Known, Name))
      return unknown("API", Name, Known);
  return Error::success();
}

} // namespace

llvm::Expected<ApiModel> gilaudit::loadModel(const std::string &File,
                                             const ModelSet &Known) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return error(File + ": " + Buffer.getError().message());
  return parseModel((*Buffer)->getBuffer(), File, &Known);
}

llvm::Expected<ModelSet> gilaudit::loadModels(const DriverOptions &Options) {
  ModelSet Models = ModelSet::builtin();
  for (const std::string &File : Options.ModelFiles) {
    llvm::Expected<ApiModel> Model = loadModel(File, Models);
    if (!Model)
      return Model.takeError();
    Models.add(std::move(*Model));
  }
  return Models;
}

llvm::Expected<AnalysisOptions>
gilaudit::analysisOptions(const DriverOptions &Options,
                          const ModelSet &Models) {
  AnalysisOptions Out;
  Out.ClosedWorld = Options.ClosedWorld;
  Out.AssumeRegistered = Options.AssumeRegistered;
  Out.Threading = Options.AssumeThreading;
  Out.ApiVersions = Options.ApiVersions;
  Out.Pedantic = Options.Pedantic;
  Out.AllowWithoutReason = Options.AllowWithoutReason;
  if (Error E = selectRules(Options.RuleGlobs, Out))
    return std::move(E);
  if (Error E = applySeverities(Options.Severities, Out))
    return std::move(E);
  if (Error E = checkKinds(Options.AssumeRegistered, Models))
    return std::move(E);
  if (Error E = checkApis(Options.ApiVersions, Models))
    return std::move(E);
  return Out;
}

llvm::Expected<FixOptions>
gilaudit::fixOptions(const DriverOptions &Options,
                     const AnalysisOptions &Analysis) {
  FixOptions Out;
  Out.Comments = Options.FixComments;
  Out.Condition = Options.FixCondition;
  std::set<std::string> Rules;
  if (!Options.FixRuleGlobs.empty())
    if (Error E =
            matchRules("--fix-rules", Options.FixRuleGlobs).moveInto(Rules))
      return std::move(E);
  std::vector<std::string> Files;
  for (const std::string &File : Options.FixFiles) {
    if (!llvm::sys::fs::exists(File))
      return error("--fix-files: " + File + ": no such file");
    Files.push_back(realPath(File));
  }
  Out.Seed = [=, AllRules = Options.FixRuleGlobs.empty()](const Finding &F) {
    if (Analysis.RuleEnabled && !Analysis.RuleEnabled(F.Rule))
      return false;
    if (!AllRules && !Rules.count(F.Rule))
      return false;
    return Files.empty() ||
           llvm::is_contained(Files,
                              absoluteBelow(Analysis.Root, F.Where.File));
  };
  return Out;
}
