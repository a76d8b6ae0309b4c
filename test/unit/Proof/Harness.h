//===- Harness.h - Proofs with a planner that does as it is told -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner is a list of recipes: which findings of which functions a closure
// mends, and what it puts where. So a fix can be as wrong as a test needs it.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_PROOF_HARNESS_H
#define GIL_AUDIT_TEST_UNIT_PROOF_HARNESS_H

#include "../Program/Build.h"
#include "../Support/TestFolder.h"
#include "gil-audit/Proof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace gilaudit::test {

/// Text goes in front of Needle, the first one in the file.
struct Insertion {
  std::string File, Needle, Text;
};

struct Recipe {
  std::string Id;
  std::vector<std::string> Functions; ///< Of the findings that it mends.
  std::vector<Insertion> Insertions;
  unsigned Claims = ~0u;       ///< So many of these findings at most.
  unsigned NeedsFindings = 1;  ///< No closure where there are less, or where
  std::string NeedsText = "";  ///< the first file does not have this.
};

inline llvm::Expected<std::string> readFile(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(), "cannot read");
  return (*Buffer)->getBuffer().str();
}

/// "FILE:LINE:COL: error: ..."
inline CompileError errorOf(const std::string &Text) {
  auto [Path, Rest] = llvm::StringRef(Text).split(':');
  CompileError Error{Path.str(), 0, Text};
  Rest.consumeInteger(10, Error.Line);
  return Error;
}

class ProofHarness : public ::testing::Test {
protected:
  ProofHarness() : Models(models()) {
    Options.Root = Folder.path();
    Options.ClosedWorld = true;
  }

  std::string addUnit(llvm::StringRef Name, llvm::StringRef Text) {
    Units.push_back(Folder.write(Name, Text));
    return Units.back();
  }

  /// Audits the units, then proves the recipes.
  ProvedFixes prove(std::vector<Recipe> List) {
    Recipes = std::move(List);
    for (const std::string &Unit : Units) {
      Reparsed R = parse(Unit, {});
      for (const CompileError &E : R.Errors)
        ADD_FAILURE() << E.Text;
      Facts.push_back(std::move(R.Facts));
    }
    Before = analyzeWhole(Facts, Models, Options);
    auto Plan = [this](const Solution &, const Report &R, const FixOptions &O,
                       const FileReader &Read) { return plan(R, O, Read); };
    auto Reparse = [this](llvm::ArrayRef<unsigned> Indices,
                          const FileTexts &Texts) {
      return llvm::Expected<std::vector<Reparsed>>(parse(Indices, Texts));
    };
    ProofInput In = {Before, Facts, Models, Options, Plan, Reparse};
    auto Result = proveFixes(In, FixOptions(), readFile);
    if (Result)
      return std::move(*Result);
    ADD_FAILURE() << llvm::toString(Result.takeError());
    return ProvedFixes();
  }

  static std::vector<std::string> functions(const Report &R) {
    std::vector<std::string> Names;
    for (const Finding &F : R.Findings)
      Names.push_back(F.Function);
    return Names;
  }

  std::vector<Reparsed> parse(llvm::ArrayRef<unsigned> Indices,
                              const FileTexts &Texts) {
    std::vector<Reparsed> Out;
    for (unsigned I : Indices) {
      ParsedAgain.push_back(I);
      Out.push_back(parse(Units[I], Texts));
    }
    return Out;
  }

  Reparsed parse(const std::string &File, const FileTexts &Texts) {
    ExtractOptions O;
    O.Root = Folder.path();
    O.Overlay = Texts;
    std::vector<std::string> Args = {
        "clang++", "-fsyntax-only", "-std=c++17", "-w",
        "-I" GIL_AUDIT_SOURCE_DIR "/test/unit/Extract/Inputs", File};
    Reparsed R;
    auto Result = extractFacts(Args, Folder.path(), File, Models, O);
    if (!Result) {
      R.Errors.push_back({"", 0, llvm::toString(Result.takeError())});
      return R;
    }
    R.Facts = std::move(Result->Facts);
    for (const std::string &E : Result->Errors)
      R.Errors.push_back(errorOf(E));
    return R;
  }

  FixPlan plan(const Report &R, const FixOptions &O, const FileReader &Read) {
    FixPlan Plan;
    Plan.Findings.resize(R.Findings.size());
    for (const Recipe &Recipe : Recipes) {
      Closure C;
      C.Id = Recipe.Id;
      for (unsigned I = 0; I != R.Findings.size(); ++I)
        if (llvm::is_contained(Recipe.Functions, R.Findings[I].Function))
          C.Findings.push_back(I);
      if (C.Findings.size() < Recipe.NeedsFindings || !applies(Recipe, Read))
        continue;
      C.Findings.resize(std::min<size_t>(C.Findings.size(), Recipe.Claims));
      auto Rejected = O.Rejected.find(C.Id);
      if (Rejected != O.Rejected.end() && !Stubborn)
        C.Refused = Rejected->second;
      else
        C.Changes = changes(Recipe, Read);
      for (unsigned I : C.Findings)
        Plan.Findings[I] = {int(Plan.Closures.size()), C.Refused, {}};
      Plan.Closures.push_back(std::move(C));
    }
    return Plan;
  }

  bool applies(const Recipe &Recipe, const FileReader &Read) {
    auto Text = Read(Folder.path(Recipe.Insertions[0].File));
    return llvm::StringRef(llvm::cantFail(std::move(Text)))
        .contains(Recipe.NeedsText);
  }

  std::vector<FileChange> changes(const Recipe &Recipe,
                                  const FileReader &Read) {
    std::map<std::string, FileChange> Changes;
    for (const Insertion &I : Recipe.Insertions) {
      FileChange &C = Changes[I.File];
      C.File = Folder.path(I.File);
      std::string Text = llvm::cantFail(Read(C.File));
      size_t At = Text.find(I.Needle);
      EXPECT_NE(At, std::string::npos) << I.Needle;
      C.Edits.push_back({unsigned(At), 0, I.Text});
    }
    std::vector<FileChange> Out;
    for (auto &[File, Change] : Changes)
      Out.push_back(std::move(Change));
    return Out;
  }

  TestFolder Folder;
  ModelSet Models;
  AnalysisOptions Options;
  std::vector<std::string> Units;
  std::vector<TUFacts> Facts;
  Analysis Before;
  std::vector<Recipe> Recipes;
  std::vector<unsigned> ParsedAgain; ///< Units, in the order of the parses.
  bool Stubborn = false; ///< The planner does not care what was rejected.
};

} // namespace gilaudit::test

#endif
