//===- Formats.cpp - The table of formats ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

static Notices textNotices(const Report &R, const ReportContext &C,
                           llvm::raw_ostream &OS) {
  printText(R, OS, C.Text);
  return {};
}

static Notices jsonNotices(const Report &R, const ReportContext &,
                           llvm::raw_ostream &OS) {
  printJson(R, OS);
  return {};
}

static Notices htmlNotices(const Report &R, const ReportContext &C,
                           llvm::raw_ostream &OS) {
  OS << renderHtml(R, C);
  return {};
}

static const FormatInfo Table[] = {
    {Format::Text, "text", "for people", true, textNotices},
    {Format::Json, "json", "everything, for programs", true, jsonNotices},
    {Format::Html, "html", "one page to read, with pictures", true,
     htmlNotices},
    {Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning and editors", true,
     printSarif},
    {Format::GitHub, "github", "annotations in the log of a GitHub workflow",
     false, printGitHub},
    {Format::GitLab, "gitlab", "GitLab's code quality report", false,
     printGitLab},
    {Format::JUnit, "junit", "JUnit XML, for test reports", false, printJUnit},
};

llvm::ArrayRef<FormatInfo> gilaudit::formats() { return Table; }

const FormatInfo &gilaudit::formatInfo(Format F) {
  return *llvm::find_if(Table,
                        [&](const FormatInfo &I) { return I.Kind == F; });
}

const FormatInfo *gilaudit::findFormat(llvm::StringRef Name) {
  const auto *Found =
      llvm::find_if(Table, [&](const FormatInfo &I) { return I.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}
