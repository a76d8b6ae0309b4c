//===- Report.h - The formats of a report -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every format is a pure function of a Report (and, for excerpts, of the source
// files): the same report gives the same bytes.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_REPORT_H
#define GIL_AUDIT_REPORT_H

#include "gil-audit/Finding.h"
#include "gil-audit/RuleInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>

namespace gilaudit {

/// "1 error", "2 errors".
inline std::string counted(size_t N, llvm::StringRef One) {
  return (llvm::Twine(N) + " " + One + (N == 1 ? "" : "s")).str();
}

/// The text of a file that a Place names; nullopt: not to be had.
using SourceReader = std::function<std::optional<std::string>(llvm::StringRef)>;

/// Reads files from disk, relative names against \p Root.
SourceReader readSourcesBelow(std::string Root);

struct TextOptions {
  bool Colour = false;
  bool ShowUnresolved = false; ///< List what could not be followed.
  bool ShowInventory = false;  ///< Tables of callbacks, bindings and calls.
  bool RepeatNotes = false;    ///< Else a note is printed once in its group.
  bool Quiet = false;          ///< Findings only.
  SourceReader Source;         ///< Empty: no excerpts.
  /// Lines to print below a finding, for programs that read them (Clang's
  /// -fdiagnostics-parseable-fixits). Empty: none.
  std::function<std::string(const Finding &)> Fixits;
};

/// The findings that count, as Clang prints diagnostics, group by group, each
/// under its story. Ends with what was not audited, what is fixed and one
/// summary line (not if Quiet).
void printText(const Report &R, llvm::raw_ostream &OS, const TextOptions &O);

/// --summary: how many findings, by rule and severity; what was audited and
/// what was not. Ends with the summary line.
void printSummary(const Report &R, llvm::raw_ostream &OS);

/// The tables of --inventory.
void printInventory(const Inventory &I, llvm::raw_ostream &OS);

/// "gil-audit: 2 errors, 1 warning in 27 translation units; ...", no newline.
std::string summaryLine(const Report &R);

/// The findings of the baseline that are fixed, a line each with its newline.
std::string baselineSummary(const Report &R);

/// How many findings have fixes, by rule; how many guards that takes, and what
/// they cost. Lines with a newline each; empty if no fixes were planned.
std::string fixSummary(const Report &R);

/// The document of docs/json.md, "gil-audit/1", with a newline at its end.
void printJson(const Report &R, llvm::raw_ostream &OS);

//===----------------------------------------------------------------------===//
// All formats alike
//===----------------------------------------------------------------------===//

enum class Format { Text, Json, Html, Sarif, GitHub, GitLab, JUnit };

/// What formats need beside the report.
struct ReportContext {
  TextOptions Text;
  SourceReader Source;         ///< For columns and excerpts; may be empty.
  std::vector<RuleInfo> Rules; ///< All that there are, sorted by name.
  std::string Version;         ///< Of the program, "1.2.3".
  /// The folder that names of files are relative to where a service shows them
  /// beside the code: the root or a folder above it. Empty: the root.
  std::string Repository;
};

/// What did not get into the output, because of a limit of those who read it.
/// One sentence each, for people.
using Notices = std::vector<std::string>;

struct FormatInfo {
  Format Kind;
  llvm::StringRef Name;    ///< "sarif"
  llvm::StringRef Summary; ///< For --help.
  bool HasFixes;           ///< Says what the fixes are.
  Notices (*Print)(const Report &R, const ReportContext &C,
                   llvm::raw_ostream &OS);
};

/// All formats, text first.
llvm::ArrayRef<FormatInfo> formats();
const FormatInfo &formatInfo(Format F);
/// Null: there is none of that name.
const FormatInfo *findFormat(llvm::StringRef Name);

/// One page without references to anything outside of it (docs/report-html.md).
std::string renderHtml(const Report &R, const ReportContext &C);
/// SARIF 2.1.0, as GitHub's code scanning takes it (docs/reports.md).
Notices printSarif(const Report &R, const ReportContext &C,
                   llvm::raw_ostream &OS);
/// Commands for the log of a GitHub workflow.
Notices printGitHub(const Report &R, const ReportContext &C,
                    llvm::raw_ostream &OS);
/// GitLab's code quality report.
Notices printGitLab(const Report &R, const ReportContext &C,
                    llvm::raw_ostream &OS);
Notices printJUnit(const Report &R, const ReportContext &C,
                   llvm::raw_ostream &OS);

} // namespace gilaudit

#endif
