//===- OptionPages.cpp - Manual page and completions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OptionPages.h"
#include "OptionTable.h"
#include "RulePages.h"
#include "gil-audit/Driver.h"
#include "gil-audit/Rule.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// "a|b|c", whose parts are to be taken as they are.
bool isChoice(StringRef Value) {
  return Value.contains('|') && Value == Value.lower();
}

std::vector<StringRef> choices(const OptionSpec &D) {
  llvm::SmallVector<StringRef, 8> Parts;
  if (isChoice(D.Value))
    D.Value.split(Parts, '|');
  std::vector<StringRef> All(Parts.begin(), Parts.end());
  if (D.Name == "rules" || D.Name == "fix-rules")
    for (const Rule *R : allRules())
      All.push_back(R->info().Name);
  return All;
}

//===----------------------------------------------------------------------===//
// Manual page
//===----------------------------------------------------------------------===//

/// Text that roff prints as it is.
std::string roff(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else if (C == '\'' || C == '.')
      Out += std::string("\\&") + C; // No request, at the start of a line.
    else
      Out += C;
  }
  return Out;
}

std::string manualPage() {
  std::string Text =
      ".TH GIL\\-AUDIT 1 \"\" \"gil\\-audit " GIL_AUDIT_VERSION "\"\n"
      ".SH NAME\n"
      "gil\\-audit \\- audits the GIL safety of Python "
      "bindings\n"
      ".SH SYNOPSIS\n"
      ".B gil\\-audit\n[options] [FILE|DIR...]\n.br\n"
      ".B gil\\-audit\n[options] FILE \\-\\- FLAGS...\n";
  for (const SubcommandSpec &S : subcommands())
    Text += ".br\n.B gil\\-audit " + roff(S.Name) + "\n[options] " +
            roff(S.Arguments) + "\n";
  Text += ".SH DESCRIPTION\n"
          "Without FILE or DIR all of compile_commands.json is audited.\n"
          ".SS Subcommands\n";
  for (const SubcommandSpec &S : subcommands())
    Text += ".TP\n.B " + roff(S.Name) + "\n" + roff(S.Help) + ".\n";
  Text += ".SH OPTIONS\n";
  for (const OptionSpec &D : optionTable()) {
    Text += ".TP\n.B " + roff(dashed(D.Name));
    if (!D.Value.empty())
      Text += (D.Name.size() == 1 ? " \\fI" : "=\\fI") + roff(D.Value) + "\\fR";
    Text += "\n" + roff(D.Help) + ".\n";
  }
  Text += ".SH EXIT STATUS\n"
          ".TP\n.B 0\nNothing found, or nothing that counts.\n"
          ".TP\n.B 1\nErrors or warnings were found.\n"
          ".TP\n.B 2\nWrong call, bad input or unwritable output.\n"
          ".TP\n.B 3\nSome translation units could not be audited; they are "
          "named.\n"
          ".SH RULES\n";
  for (const Rule *R : allRules())
    Text += ".TP\n.B " + roff(R->info().Name) + "\n" + roff(R->info().Summary) +
            ".\n";
  return Text;
}

//===----------------------------------------------------------------------===//
// Completions
//===----------------------------------------------------------------------===//

std::string words(llvm::ArrayRef<StringRef> Texts) {
  return llvm::join(Texts, " ");
}

std::string subcommandNames() {
  std::vector<StringRef> Names;
  for (const SubcommandSpec &S : subcommands())
    Names.push_back(S.Name);
  return words(Names);
}

std::string bash() {
  std::string Options, Cases;
  for (const OptionSpec &D : optionTable()) {
    Options += " " + dashed(D.Name);
    if (std::vector<StringRef> Known = choices(D); !Known.empty())
      Cases += "    " + dashed(D.Name) + ")\n      COMPREPLY=($(compgen -W '" +
               words(Known) + "' -- \"$cur\"))\n      return ;;\n";
  }
  return "# bash completion of gil-audit; made by gil-audit --generate=bash\n"
         "_gil_audit() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} "
         "prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  # \"--opt=val\" comes as three words.\n"
         "  if [[ $cur == = ]]; then cur=\n"
         "  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case $prev in\n" +
         Cases +
         "  esac\n"
         "  if [[ $cur == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         StringRef(Options).ltrim().str() +
         "' -- \"$cur\"))\n"
         "  elif [[ $COMP_CWORD == 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         subcommandNames() +
         "' -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _gil_audit gil-audit\n";
}

/// Text inside of single quotes, for every shell here.
std::string quoted(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out;
}

std::string zsh() {
  auto Escaped = [](StringRef Text) {
    std::string Out;
    for (char C : quoted(Text))
      Out += C == ':' || C == '[' || C == ']' ? std::string("\\") + C
                                              : std::string(1, C);
    return Out;
  };
  std::string Text = "#compdef gil-audit\n"
                     "# made by gil-audit --generate=zsh\n"
                     "_arguments -S \\\n";
  for (const OptionSpec &D : optionTable()) {
    bool Short = D.Name.size() == 1;
    Text += "  '*" + dashed(D.Name) +
            (D.Value.empty() ? ""
             : Short         ? "+"
                             : "=") +
            "[" + Escaped(D.Help) + "]";
    if (std::vector<StringRef> Known = choices(D); !Known.empty())
      Text += ":" + D.Name.str() + ":(" + words(Known) + ")";
    else if (!D.Value.empty())
      Text += ":" + Escaped(D.Value.lower()) + ":_files";
    Text += "' \\\n";
  }
  return Text +
         "  '1::subcommand or file:{_alternative "
         "\"commands::(" +
         subcommandNames() + ")\" \"files::_files\"}' '*:file:_files'\n";
}

std::string fish() {
  std::string Text = "# made by gil-audit --generate=fish\n";
  for (const SubcommandSpec &S : subcommands())
    Text += "complete -c gil-audit -n __fish_use_subcommand -a " +
            S.Name.str() + " -d '" + quoted(S.Help) + "'\n";
  for (const OptionSpec &D : optionTable()) {
    Text += "complete -c gil-audit " +
            std::string(D.Name.size() == 1 ? "-s " : "-l ") + D.Name.str();
    if (!D.Value.empty())
      Text += " -r";
    if (std::vector<StringRef> Known = choices(D); !Known.empty())
      Text += " -f -a '" + words(Known) + "'";
    Text += " -d '" + quoted(D.Help) + "'\n";
  }
  return Text;
}

} // namespace

llvm::Expected<std::string> gilaudit::optionPage(StringRef Name) {
  if (Name == "man")
    return manualPage();
  if (Name == "bash")
    return bash();
  if (Name == "zsh")
    return zsh();
  if (Name == "fish")
    return fish();
  if (Name == "rules")
    return rulesPage();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "--generate: want man, bash, zsh, fish or rules, "
      "got '" +
          Name.str() + "'");
}
