//===- FixReport.cpp - Proved fixes, finding by finding -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FixReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <map>
#include <set>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// Lines that change in one file.
struct Hunk {
  unsigned File; ///< Index of the edited file.
  SourceEdit Edit;
  std::set<unsigned> Findings, Closures;
};

/// [Begin, End) of the line that has \p Offset, its line break included.
std::pair<unsigned, unsigned> lineAround(StringRef Text, unsigned Offset) {
  size_t Break = Text.take_front(Offset).rfind('\n');
  size_t End = Text.find('\n', Offset);
  return {Break == StringRef::npos ? 0 : unsigned(Break) + 1,
          End == StringRef::npos ? unsigned(Text.size()) : unsigned(End) + 1};
}

class Distribution {
public:
  Distribution(Report &R, const FixPlan &Plan, llvm::ArrayRef<EditedFile> Files)
      : R(R), Plan(Plan), Files(Files) {
    for (unsigned I = 0; I != Files.size(); ++I)
      for (SourceEdit &E : lineEdits(Files[I].Before, Files[I].After))
        Hunks.push_back({I, std::move(E), {}, {}});
  }

  void run() {
    for (unsigned I = 0; I != Plan.Findings.size(); ++I)
      for (const auto &[File, Offset] : Plan.Findings[I].Anchors)
        if (isApplied(I))
          giveByAnchor(I, File, Offset);
    for (Hunk &H : Hunks)
      if (H.Findings.empty())
        giveByEdit(H);
    for (Hunk &H : Hunks)
      for (unsigned F : H.Findings)
        H.Closures.insert(unsigned(Plan.Findings[F].Closure));
    fill();
  }

private:
  bool isApplied(unsigned Finding) const {
    int C = Plan.Findings[Finding].Closure;
    return C >= 0 && !Plan.Closures[C].Changes.empty();
  }

  /// The hunks that touch the line of a finding's own edit.
  void giveByAnchor(unsigned Finding, StringRef File, unsigned Offset) {
    for (Hunk &H : Hunks) {
      if (Files[H.File].File != File)
        continue;
      auto [Begin, End] = lineAround(Files[H.File].Before, Offset);
      if (H.Edit.Offset <= End && H.Edit.Offset + H.Edit.Length >= Begin)
        H.Findings.insert(Finding);
    }
  }

  /// A hunk of no finding, such as an include: it goes with the nearest edit's
  /// closure, to its first finding in that file.
  void giveByEdit(Hunk &H) {
    unsigned Best = UINT_MAX;
    const Closure *Owner = nullptr;
    for (const Closure &C : Plan.Closures)
      for (const FileChange &Change : C.Changes) {
        if (Change.File != Files[H.File].File)
          continue;
        unsigned D = UINT_MAX - 1;
        for (const SourceEdit &E : Change.Edits)
          D = std::min(D, distance(H.Edit, E.Offset));
        if (D < Best) {
          Best = D;
          Owner = &C;
        }
      }
    if (Owner && !Owner->Findings.empty())
      H.Findings.insert(firstFinding(*Owner, Files[H.File].File));
  }

  unsigned firstFinding(const Closure &C, StringRef File) const {
    for (unsigned F : C.Findings)
      for (const auto &[AnchorFile, Offset] : Plan.Findings[F].Anchors)
        if (AnchorFile == File)
          return F;
    return C.Findings.front();
  }

  void fill() {
    R.FixesPlanned = true;
    for (unsigned I = 0; I != Plan.Findings.size(); ++I)
      fillFinding(I);
    for (unsigned I = 0; I != Plan.Closures.size(); ++I)
      fillClosure(I);
  }

  void fillFinding(unsigned I) {
    Finding &F = R.Findings[I];
    if (!isApplied(I)) {
      F.NoFixReason = Plan.Findings[I].Reason;
      return;
    }
    F.Closure = Plan.Closures[Plan.Findings[I].Closure].Id;
    for (const Hunk &H : Hunks)
      if (H.Findings.count(I))
        F.Fixes.push_back({relativeTo(R.Root, Files[H.File].File),
                           H.Edit.Offset, H.Edit.Length, H.Edit.Text});
    F.FixDiff = diff([&](const Hunk &H) { return H.Findings.count(I) != 0; });
  }

  void fillClosure(unsigned I) {
    const Closure &C = Plan.Closures[I];
    FixClosure Out;
    Out.Id = C.Id;
    for (unsigned F : C.Findings)
      Out.Fingerprints.push_back(R.Findings[F].Fingerprint);
    Out.Releases = C.Releases;
    Out.Acquires = C.Acquires;
    Out.CallGuards = C.CallGuards;
    Out.Moved = C.Moved;
    Out.Refused = C.Refused;
    Out.Diff = diff([&](const Hunk &H) { return H.Closures.count(I) != 0; });
    R.Closures.push_back(std::move(Out));
  }

  /// What the hunks of \p Wanted alone would change.
  template <typename Predicate> std::string diff(Predicate Wanted) const {
    std::string Text;
    for (unsigned I = 0; I != Files.size(); ++I) {
      EditedFile Partly = {Files[I].File, Files[I].Before, Files[I].Before, ""};
      // From the end, so that the offsets in front stay good.
      for (const Hunk &H : llvm::reverse(Hunks))
        if (H.File == I && Wanted(H))
          Partly.After.replace(H.Edit.Offset, H.Edit.Length, H.Edit.Text);
      Text += unifiedDiff(Partly, relativeTo(R.Root, Partly.File));
    }
    return Text;
  }

  Report &R;
  const FixPlan &Plan;
  llvm::ArrayRef<EditedFile> Files;
  std::vector<Hunk> Hunks;
};

/// The offset of \p P in \p Text.
unsigned offsetOf(const Place &P, StringRef Text) {
  size_t Offset = offsetOfLine(Text, P.Line) + (P.Column ? P.Column - 1 : 0);
  return unsigned(std::min(Offset, Text.size()));
}

} // namespace

std::string gilaudit::relativeTo(StringRef Root, StringRef File) {
  StringRef Rest = File;
  if (Rest.consume_front(Root) && Rest.consume_front("/"))
    return Rest.str();
  return File.str();
}

std::string gilaudit::absoluteBelow(StringRef Root, StringRef File) {
  if (llvm::sys::path::is_absolute(File))
    return File.str();
  return (Root + "/" + File).str();
}

void gilaudit::attachFixes(Report &R, const FixPlan &Plan,
                           llvm::ArrayRef<EditedFile> Files) {
  Distribution(R, Plan, Files).run();
}

void gilaudit::takeFixes(Report &R, const Report &Planned) {
  std::map<StringRef, const Finding *> ByFingerprint;
  for (const Finding &F : Planned.Findings)
    ByFingerprint[F.Fingerprint] = &F;
  R.FixesPlanned = Planned.FixesPlanned;
  R.Closures = Planned.Closures;
  for (Finding &F : R.Findings) {
    auto It = ByFingerprint.find(F.Fingerprint);
    if (It == ByFingerprint.end())
      continue;
    F.Fixes = It->second->Fixes;
    F.FixDiff = It->second->FixDiff;
    F.Closure = It->second->Closure;
    F.NoFixReason = It->second->NoFixReason;
  }
}

void gilaudit::noteReleases(Report &R, const std::string &Condition) {
  for (Finding &F : R.Findings) {
    if (F.Closure.empty() || (F.Target.Kind != FixTarget::Call &&
                              F.Target.Kind != FixTarget::Binding))
      continue;
    F.Witness.push_back(
        {"exposed",
         {},
         "while the GIL is released, other Python threads may change or free "
         "what the call works on, and its callbacks may get what those threads "
         "emit"});
    if (!Condition.empty())
      F.Witness.push_back({"assumption",
                           {},
                           "the fix releases the GIL only where '" + Condition +
                               "' holds; that nothing waits elsewhere rests on "
                               "your word"});
  }
}

std::vector<ExportedFix> gilaudit::exportedFixes(const Report &R,
                                                 FileReader Read) {
  std::map<std::string, std::string> Texts;
  auto OffsetOf = [&](const Place &P) {
    std::string File = absoluteBelow(R.Root, P.File);
    auto [It, New] = Texts.try_emplace(File);
    if (New)
      if (llvm::Error E = Read(File).moveInto(It->second))
        llvm::consumeError(std::move(E)); // No offset, but a fix all the same.
    return offsetOf(P, It->second);
  };
  std::vector<ExportedFix> Out;
  for (const Finding &F : R.Findings) {
    if (F.Fixes.empty())
      continue;
    ExportedFix Fix;
    Fix.Rule = "gil-audit-" + F.Rule;
    Fix.Message = F.Message;
    Fix.Severity = F.Severity;
    Fix.File = absoluteBelow(R.Root, F.Where.File);
    Fix.Offset = OffsetOf(F.Where);
    for (const FixEdit &E : F.Fixes)
      Fix.Edits.emplace_back(absoluteBelow(R.Root, E.File),
                             SourceEdit{E.Offset, E.Length, E.Text});
    for (const WitnessStep &S : F.Witness)
      if (!S.Where.File.empty())
        Fix.Notes.push_back({S.Message, absoluteBelow(R.Root, S.Where.File),
                             OffsetOf(S.Where)});
    Out.push_back(std::move(Fix));
  }
  return Out;
}
