//===- Reports.cpp - From a report to files -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reports.h"
#include "Errors.h"
#include "Options/Root.h"
#include "Output.h"
#include "Timing.h"
#include "gil-audit/Rule.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

TextOptions textOptions(const DriverOptions &O, StringRef File,
                        SourceReader Source) {
  TextOptions T;
  T.Colour = O.Colour == ColourMode::Always ||
             (O.Colour == ColourMode::Auto && isTerminal(File));
  T.ShowUnresolved = O.ShowUnresolved;
  T.ShowInventory = O.ShowInventory;
  T.RepeatNotes = O.RepeatNotes;
  T.Quiet = O.Quiet;
  T.Source = std::move(Source);
  return T;
}

ReportContext contextOf(const Report &R) {
  ReportContext C;
  C.Source = readSourcesBelow(R.Root);
  for (const Rule *Known : allRules())
    C.Rules.push_back(Known->info());
  C.Version = GIL_AUDIT_VERSION;
  C.Repository = gitTopLevel(R.Root + "/.");
  return C;
}

/// One report to one file.
class ReportWriter {
public:
  ReportWriter(const Report &R, const DriverOptions &O, const ReportContext &C)
      : R(R), O(O), C(C) {}

  PendingOutput pending(Format F, const std::string &File) {
    return {File,
            [this, F, File](llvm::raw_ostream &OS) { print(F, File, OS); }};
  }

  PendingOutput summary(const std::string &File) {
    return {File, [this](llvm::raw_ostream &OS) { printSummary(R, OS); }};
  }

  /// What is to be said once all is written.
  void sayNotices() const {
    for (const std::string &Text : Said)
      llvm::errs() << Text;
  }

private:
  void print(Format F, StringRef File, llvm::raw_ostream &OS) {
    StopWatch Watch;
    ReportContext Own = C;
    Own.Text = textOptions(O, File, C.Source);
    Own.Text.Fixits = C.Text.Fixits;
    const FormatInfo &Info = formatInfo(F);
    for (const std::string &Notice : Info.Print(R, Own, OS))
      Said.push_back(
          ("gil-audit: warning: " + Info.Name + " report: " + Notice + "\n")
              .str());
    if (O.Timing)
      printPhase(llvm::errs(), Watch.lap(), ("report " + Info.Name).str());
  }

  const Report &R;
  const DriverOptions &O;
  const ReportContext &C;
  std::vector<std::string> Said;
};

/// A name that all spellings of a file's path share, as far as it is there.
std::string identity(StringRef File) {
  llvm::SmallString<256> Real;
  if (!fs::real_path(File, Real))
    return Real.str().str();
  StringRef Folder = path::parent_path(File);
  if (fs::real_path(Folder.empty() ? "." : Folder, Real))
    return File.str();
  path::append(Real, path::filename(File));
  return Real.str().str();
}

} // namespace

bool gilaudit::toStandardOutput(const DriverOptions &O) {
  return O.Output.empty() || O.Output == "-";
}

static llvm::Error checkNoneIsRead(const DriverOptions &O,
                                   const std::vector<std::string> &Outputs,
                                   llvm::ArrayRef<TUFacts> Read) {
  std::set<std::string> Inputs;
  for (const std::string &File : O.Inputs)
    Inputs.insert(identity(File));
  for (const TUFacts &Unit : Read)
    Inputs.insert(Unit.Files.begin(), Unit.Files.end());
  for (const std::string &File : Outputs)
    if (!isWrittenInPlace(File) && Inputs.count(identity(File)))
      return error("cannot write " + File + ": it is an input");
  return llvm::Error::success();
}

llvm::Error gilaudit::checkOutputs(const DriverOptions &O,
                                   llvm::ArrayRef<TUFacts> Read) {
  std::vector<std::string> Files;
  if (!toStandardOutput(O))
    Files.push_back(O.Output);
  for (const ReportOutput &More : O.MoreOutputs)
    Files.push_back(More.File);
  std::map<std::string, std::string> Seen;
  for (const std::string &File : Files) {
    if (llvm::Error E = checkOutput(File))
      return E;
    if (isWrittenInPlace(File)) // Two reports to /dev/null are fine.
      continue;
    auto [It, New] = Seen.try_emplace(identity(File), File);
    if (!New)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "-o: two reports to one file: " + It->second +
              (It->second == File ? "" : " and " + File));
  }
  if (!O.ExportFixes.empty() && !fs::is_directory(O.ExportFixes))
    Files.push_back(O.ExportFixes);
  return checkNoneIsRead(O, Files, Read);
}

llvm::Error
gilaudit::writeReports(const Report &R, const DriverOptions &O,
                       std::function<std::string(const Finding &)> Fixits) {
  ReportContext C = contextOf(R);
  C.Text.Fixits = std::move(Fixits);
  ReportWriter Writer(R, O, C);
  std::vector<PendingOutput> Outputs;
  bool TextHere = O.Format == Format::Text && toStandardOutput(O);
  bool DiffHere = O.FixPreview && TextHere;
  if (O.SummaryOnly)
    Outputs.push_back(Writer.summary(O.Output));
  else if (!DiffHere)
    Outputs.push_back(Writer.pending(O.Format, O.Output));
  for (const ReportOutput &More : O.MoreOutputs)
    Outputs.push_back(Writer.pending(More.Format, More.File));
  if (llvm::Error E = writeOutputs(Outputs))
    return E;
  Writer.sayNotices();
  // The text report on standard output has said it already.
  if (!O.Quiet && (DiffHere || !TextHere))
    llvm::errs() << baselineSummary(R) << fixSummary(R) << summaryLine(R)
                 << '\n';
  return llvm::Error::success();
}
