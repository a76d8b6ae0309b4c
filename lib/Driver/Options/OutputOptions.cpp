//===- OutputOptions.cpp - What is written where --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputOptions.h"
#include "Errors.h"
#include "gil-audit/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

std::vector<StringRef> formatNames() {
  std::vector<StringRef> Names;
  for (const FormatInfo &I : formats())
    Names.push_back(I.Name);
  return Names;
}

Error unknownFormat(StringRef Name, const Twine &More = "") {
  std::vector<StringRef> Names = formatNames();
  std::string Best = nearestName(Name, Names);
  std::string Last = Names.back().str();
  Names.pop_back();
  return error("unknown format '" + Name + "'" +
               (Best.empty() ? "" : "; did you mean '" + Best + "'?") +
               (Best.empty() ? ": want " : " (") + llvm::join(Names, ", ") +
               " or " + Last + (Best.empty() ? "" : ")") + More);
}

/// "sarif" of "sarif:out"; empty where it is a plain file name.
StringRef formatOf(StringRef Value) {
  auto [Name, File] = Value.split(':');
  bool IsName = Name.size() > 1 && Name.size() != Value.size() &&
                llvm::all_of(Name, llvm::isAlpha);
  return IsName ? Name : StringRef();
}

Error takePlainOutput(DriverOptions &O, StringRef File) {
  if (!O.Output.empty() && O.Output != File)
    return error("-o " + File + ": the report goes to " + O.Output +
                 " already; give one of them a format: -o FORMAT:FILE");
  O.Output = File.str();
  return Error::success();
}

} // namespace

Error gilaudit::takeFormat(DriverOptions &O, StringRef Value) {
  const FormatInfo *F = findFormat(Value);
  if (!F)
    return unknownFormat(Value);
  O.FormatGiven = O.Format = F->Kind;
  return Error::success();
}

Error gilaudit::takeOutput(DriverOptions &O, StringRef Value) {
  StringRef Name = formatOf(Value);
  if (Name.empty())
    return takePlainOutput(O, Value);
  const FormatInfo *F = findFormat(Name);
  if (!F)
    return unknownFormat(Name, "; for a file of that name: -o ./" + Value);
  StringRef File = Value.drop_front(Name.size() + 1);
  if (File.empty())
    return error("-o " + Value + ": want a file behind the colon");
  if (File != "-") {
    O.MoreOutputs.push_back({F->Kind, File.str()});
    return Error::success();
  }
  if (O.StandardOutput)
    return error("-o " + Value + ": standard output takes one report");
  O.StandardOutput = F->Kind;
  return Error::success();
}

Error gilaudit::settleOutputs(DriverOptions &O) {
  if (O.StandardOutput) {
    if (O.FormatGiven || !O.Output.empty())
      return error("-o " + formatInfo(*O.StandardOutput).Name +
                   ":-: not beside --format or -o FILE, which say the same");
    O.Format = *O.StandardOutput;
    O.Output = "-";
  }
  bool Reports = O.What == Command::Audit || O.What == Command::Analyze ||
                 O.What == Command::Help;
  if (!Reports && (O.StandardOutput || !O.MoreOutputs.empty()))
    return error("-o FORMAT:FILE is for findings; want -o FILE");
  if (O.SummaryOnly && O.Format != Format::Text)
    return error("--summary is text: leave out --format");
  bool There = O.Output.empty() || O.Output == "-";
  if (O.FixPreview && There && !formatInfo(O.Format).HasFixes)
    return error("--fix-preview prints its diff where --format=" +
                 formatInfo(O.Format).Name +
                 " goes: give the report a file, -o " +
                 formatInfo(O.Format).Name + ":FILE");
  return Error::success();
}
