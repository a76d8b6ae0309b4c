//===- FixOutput.cpp - Where fixes go -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FixReport.h"
#include "Fixes.h"
#include "Output.h"
#include "Reports.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

llvm::Error printDiff(const FixedAudit &A) {
  return writeOutput("", [&](llvm::raw_ostream &OS) {
    for (const EditedFile &F : A.Files)
      OS << unifiedDiff(F, relativeTo(A.Found.Root, F.File));
  });
}

/// The file that --export-fixes=\p Given means; its folder is made.
llvm::Expected<std::string> exportFile(StringRef Given) {
  llvm::SmallString<256> File(Given);
  if (Given.ends_with("/") || fs::is_directory(Given))
    path::append(File, "gil-audit.yaml");
  StringRef Folder = path::parent_path(File);
  if (!Folder.empty())
    if (std::error_code EC = fs::create_directories(Folder))
      return llvm::createStringError(EC, "--export-fixes: cannot make " +
                                             Folder + ": " + EC.message());
  return File.str().str();
}

llvm::Error exportYaml(const FixedAudit &A, StringRef Given) {
  llvm::Expected<std::string> File = exportFile(Given);
  if (!File)
    return File.takeError();
  std::vector<ExportedFix> Fixes = exportedFixes(A.All, readTextFile);
  // The format wants a main file; there is none behind a whole program.
  StringRef Main = Fixes.empty() ? StringRef() : StringRef(Fixes[0].File);
  std::string Text;
  llvm::raw_string_ostream Yaml(Text);
  if (llvm::Error E = writeFixesYaml(Yaml, Main, Fixes))
    return E;
  return writeOutput(*File, [&](llvm::raw_ostream &OS) { OS << Yaml.str(); });
}

void sayWhatWasDone(const FixedAudit &A) {
  auto Counts = [](const Finding &F) { return F.counts(); };
  size_t Fixed = llvm::count_if(A.Found.Findings, [](const Finding &F) {
    return F.counts() && !F.Closure.empty();
  });
  llvm::errs() << "gil-audit: fixed " << Fixed << " of "
               << counted(llvm::count_if(A.Found.Findings, Counts), "finding")
               << " in " << counted(A.Files.size(), "file") << "; "
               << llvm::count_if(A.Left.Findings, Counts) << " left\n";
}

} // namespace

std::map<std::string, std::string> gilaudit::fixitLines(const FixedAudit &A) {
  std::map<std::string, StringRef> Texts;
  for (const EditedFile &F : A.Files)
    Texts[relativeTo(A.Found.Root, F.File)] = F.Before;
  std::map<std::string, std::string> Lines;
  std::set<std::pair<StringRef, unsigned>> Printed;
  for (const Finding &F : A.Found.Findings)
    for (const FixEdit &E : F.Fixes)
      if (Printed.insert({E.File, E.Offset}).second)
        Lines[F.Fingerprint] += parseableFixits(
            E.File, Texts[E.File], SourceEdit{E.Offset, E.Length, E.Text});
  return Lines;
}

llvm::Error gilaudit::handOutFixes(const FixedAudit &A,
                                   const DriverOptions &O) {
  // Another report than text on standard output has the fixes itself.
  if (O.FixPreview && (O.Format == Format::Text || !toStandardOutput(O)))
    if (llvm::Error E = printDiff(A))
      return E;
  if (!O.ExportFixes.empty())
    if (llvm::Error E = exportYaml(A, O.ExportFixes))
      return E;
  if (!O.Fix)
    return llvm::Error::success();
  if (llvm::Error E = writeEdited(A.Files))
    return E;
  if (!O.Quiet)
    sayWhatWasDone(A);
  return llvm::Error::success();
}
