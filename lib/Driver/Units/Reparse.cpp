//===- Reparse.cpp - Units parsed again, with edited files ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reparse.h"
#include "Fixes/FixReport.h"
#include "Interrupt.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

std::vector<CompileError> parseErrors(StringRef Lines, const CompileUnit &Unit,
                                      StringRef Root) {
  std::vector<CompileError> Errors;
  for (StringRef Line : llvm::split(Lines, '\n'))
    Errors.push_back(parseCompileError(Line, Unit.Directory, Root));
  return Errors;
}

/// One for each unit, from the two lists of \p Extracted.
std::vector<Reparsed> inOrder(ExtractionResult Extracted,
                              llvm::ArrayRef<CompileUnit> Units,
                              StringRef Root) {
  std::vector<Reparsed> Results(Units.size());
  std::vector<char> Done(Units.size(), false);
  for (size_t I = 0; I != Extracted.Facts.size(); ++I) {
    Results[Extracted.UnitOf[I]].Facts = std::move(Extracted.Facts[I]);
    Done[Extracted.UnitOf[I]] = true;
  }
  auto Missing = Extracted.Missing.begin();
  for (size_t I = 0; I != Units.size(); ++I)
    if (!Done[I])
      Results[I].Errors = parseErrors((Missing++)->Error, Units[I], Root);
  return Results;
}

} // namespace

CompileError gilaudit::parseCompileError(StringRef Text, StringRef Directory,
                                         StringRef Root) {
  // A file name may have colons, too; the message has the last of them.
  for (size_t Colon = Text.find(':'); Colon != StringRef::npos;
       Colon = Text.find(':', Colon + 1)) {
    StringRef Rest = Text.drop_front(Colon + 1);
    unsigned Line, Column;
    if (Rest.consumeInteger(10, Line) || !Rest.consume_front(":") ||
        Rest.consumeInteger(10, Column) || !Rest.starts_with(": error: "))
      continue;
    std::string File = realPath(Text.take_front(Colon), Directory);
    return {File, Line, relativeTo(Root, File) + Text.drop_front(Colon).str()};
  }
  return {"", 0, Text.str()};
}

Reparser gilaudit::makeReparser(const AuditInput &Input,
                                const std::vector<unsigned> &UnitOf) {
  return [&](llvm::ArrayRef<unsigned> Indices,
             const FileTexts &Texts) -> llvm::Expected<std::vector<Reparsed>> {
    std::vector<CompileUnit> Units;
    for (unsigned I : Indices)
      Units.push_back(Input.Units[UnitOf[I]]);
    ExtractionOptions Options = Input.Options;
    Options.Extract.ParseAllBodies = true;
    Options.Extract.Overlay = Texts;
    Options.AllErrors = true;
    Options.CacheFolder.clear(); // It knows texts by what is on the disk.
    llvm::Expected<ExtractionResult> Extracted =
        extractUnits(Units, Input.Models, Options);
    if (!Extracted)
      return Extracted.takeError();
    if (wasInterrupted())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "interrupted; nothing was written");
    return inOrder(std::move(*Extracted), Units, Options.Extract.Root);
  };
}
