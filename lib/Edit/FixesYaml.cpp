//===- FixesYaml.cpp - Fixes for clang-apply-replacements -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Edit.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace gilaudit;
using clang::tooling::Diagnostic;
using clang::tooling::DiagnosticMessage;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Edits by file, each as often as fixes have it: once.
using EditSet = std::set<std::pair<std::string, SourceEdit>>;

llvm::Error cannotExport(StringRef File, StringRef Why) {
  return llvm::createStringError("cannot export the fixes of " + File + ": " +
                                 Why);
}

/// What clang-apply-replacements would refuse, with its reason.
llvm::Error check(const EditSet &Edits) {
  const std::pair<std::string, SourceEdit> *Last = nullptr;
  for (const auto &Edit : Edits) {
    const auto &[File, E] = Edit;
    if (!llvm::json::isUTF8(E.Text))
      return cannotExport(File,
                          "a changed line is not UTF-8, which YAML cannot "
                          "hold");
    if (Last && Last->first == File) {
      const SourceEdit &L = Last->second;
      if (L.Offset + L.Length > E.Offset ||
          (L.Offset == E.Offset && E.Length == 0))
        return cannotExport(File, "two of them change the same lines");
    }
    Last = &Edit;
  }
  return llvm::Error::success();
}

Diagnostic::Level levelOf(StringRef Severity) {
  return Severity == "error"     ? Diagnostic::Error
         : Severity == "warning" ? Diagnostic::Warning
                                 : Diagnostic::Remark;
}

DiagnosticMessage message(StringRef Text, StringRef File, unsigned Offset) {
  DiagnosticMessage M(llvm::json::fixUTF8(Text));
  M.FilePath = File.str();
  M.FileOffset = Offset;
  return M;
}

/// \p Fix with those of its edits that are not in \p Done, which get into it.
Diagnostic diagnosticOf(const ExportedFix &Fix, EditSet &Done) {
  DiagnosticMessage Message = message(Fix.Message, Fix.File, Fix.Offset);
  for (const auto &[File, E] : Fix.Edits)
    if (Done.insert({File, E}).second)
      llvm::cantFail(Message.Fix[File].add({File, E.Offset, E.Length, E.Text}));
  llvm::SmallVector<DiagnosticMessage, 1> Notes;
  for (const ExportedFix::Note &N : Fix.Notes)
    Notes.push_back(message(N.Message, N.File, N.Offset));
  return Diagnostic(Fix.Rule, Message, Notes, levelOf(Fix.Severity),
                    /*BuildDirectory=*/"");
}

} // namespace

llvm::Error gilaudit::writeFixesYaml(llvm::raw_ostream &OS,
                                     StringRef MainSourceFile,
                                     ArrayRef<ExportedFix> Fixes) {
  EditSet All, Done;
  for (const ExportedFix &Fix : Fixes)
    All.insert(Fix.Edits.begin(), Fix.Edits.end());
  if (llvm::Error E = check(All))
    return E;
  clang::tooling::TranslationUnitDiagnostics Document;
  Document.MainSourceFile = MainSourceFile.str();
  for (const ExportedFix &Fix : Fixes)
    Document.Diagnostics.push_back(diagnosticOf(Fix, Done));
  llvm::yaml::Output Yaml(OS);
  Yaml << Document;
  return llvm::Error::success();
}
