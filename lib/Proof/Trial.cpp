//===- Trial.cpp - One attempt at a plan ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Trial.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

/// Indices of the units that read one of \p Texts.
static std::vector<unsigned> unitsThatRead(const FileTexts &Texts,
                                           llvm::ArrayRef<TUFacts> Facts) {
  std::vector<unsigned> Units;
  for (unsigned I = 0; I != Facts.size(); ++I)
    if (llvm::any_of(Facts[I].Files, [&](const std::string &File) {
          return Texts.count(File) != 0;
        }))
      Units.push_back(I);
  return Units;
}

llvm::Expected<Trial> gilaudit::tryFiles(const ProofInput &In,
                                         llvm::ArrayRef<EditedFile> Files) {
  FileTexts Texts;
  for (const EditedFile &F : Files)
    Texts[F.File] = F.After;
  std::vector<unsigned> Units = unitsThatRead(Texts, In.Facts);
  llvm::Expected<std::vector<Reparsed>> Parsed = In.Reparse(Units, Texts);
  if (!Parsed)
    return Parsed.takeError();

  Trial T;
  std::vector<TUFacts> Facts = In.Facts;
  for (unsigned I = 0; I != Units.size(); ++I) {
    Reparsed &R = (*Parsed)[I];
    if (R.Errors.empty())
      Facts[Units[I]] = std::move(R.Facts);
    else
      T.Broken.push_back({Units[I], std::move(R.Errors)});
  }
  if (T.Broken.empty())
    T.After = analyzeWhole(std::move(Facts), In.Models, In.Options);
  return std::move(T);
}
