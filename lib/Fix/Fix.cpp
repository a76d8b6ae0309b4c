//===- Fix.cpp - From findings to guards ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Fix.h"
#include "Nodes.h"
#include "Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

class Planner {
public:
  Planner(const Solution &S, const Report &R, const FixOptions &Options,
          FileReader Read)
      : S(S), P(S.program()), R(R), Options(Options), Text(P, Read),
        Shared{P, S, Text, Options} {}

  FixPlan run() {
    Plan.Findings.resize(R.Findings.size());
    Nodes = collectGuards(S, R);
    groupGuards(S, Nodes);
    std::map<unsigned, std::vector<unsigned>> Groups;
    for (auto [Index, N] : llvm::enumerate(Nodes))
      Groups[N.Group].push_back(Index);
    for (auto &[Group, Indices] : Groups)
      planClosure(withoutAccepted(std::move(Indices)));
    llvm::stable_sort(Plan.Closures, [](const Closure &A, const Closure &B) {
      return A.Findings < B.Findings;
    });
    for (auto [Index, C] : llvm::enumerate(Plan.Closures))
      for (unsigned F : C.Findings)
        Plan.Findings[F].Closure = Index;
    for (auto [Index, F] : llvm::enumerate(Plan.Findings))
      if (F.Closure < 0 && F.Reason.empty())
        F.Reason = whyNoGuard(R.Findings[Index]);
    return std::move(Plan);
  }

private:
  /// Guards that only mend what comments suppress are left out, but for those
  /// that an acquire would turn from a fault that was accepted into another.
  std::vector<unsigned> withoutAccepted(std::vector<unsigned> Members) const {
    bool Acquires = llvm::any_of(Members, [&](unsigned N) {
      return Nodes[N].Kind == GuardNode::Acquire;
    });
    if (!Acquires)
      llvm::erase_if(Members, [&](unsigned N) {
        const std::vector<unsigned> &Mended = Nodes[N].Findings;
        return !Mended.empty() && llvm::all_of(Mended, [&](unsigned F) {
          return R.Findings[F].Suppression.has_value();
        });
      });
    return Members;
  }

  void planClosure(llvm::ArrayRef<unsigned> Members) {
    Closure C;
    for (unsigned N : Members)
      llvm::append_range(C.Findings, Nodes[N].Findings);
    llvm::sort(C.Findings);
    if (C.Findings.empty())
      return; // Its rules are switched off.
    C.Id = idOf(C.Findings);
    if (Options.Seed && llvm::none_of(C.Findings, [&](unsigned F) {
          return Options.Seed(R.Findings[F]);
        })) {
      for (unsigned F : C.Findings)
        Plan.Findings[F].Reason = "not asked for";
      return;
    }
    if (auto It = Options.Rejected.find(C.Id); It != Options.Rejected.end())
      C.Refused = It->second;
    std::vector<Placement> Placed = placeAll(Members);
    refuseTogether(C, Members, Placed);
    if (C.Refused.empty())
      takeChanges(C, Members, Placed);
    Plan.Closures.push_back(std::move(C));
  }

  std::string idOf(llvm::ArrayRef<unsigned> Findings) const {
    std::vector<StringRef> Fingerprints;
    for (unsigned F : Findings)
      Fingerprints.push_back(R.Findings[F].Fingerprint);
    llvm::sort(Fingerprints);
    std::string Hex = llvm::utohexstr(
        llvm::xxh3_64bits(llvm::join(Fingerprints, "\n")), /*LowerCase=*/true);
    return "fix-" + Hex.substr(0, 8);
  }

  std::vector<Placement> placeAll(llvm::ArrayRef<unsigned> Members) {
    std::vector<Placement> Placed(Members.size());
    // Releases in one function may share a guard.
    std::map<FunctionIndex, std::vector<unsigned>> ByFunction;
    for (auto [I, Member] : llvm::enumerate(Members)) {
      const GuardNode &N = Nodes[Member];
      if (Options.OnlyAcquires && N.Kind != GuardNode::Acquire)
        continue;
      if (N.Kind == GuardNode::Release)
        ByFunction[N.Where.front().Function].push_back(I);
      else if (N.Kind == GuardNode::Acquire)
        Placed[I] = placeAcquire(Shared, N.Where.front().Function,
                                 mayOutlivePython(N), commentOf(N));
      else if (N.Kind == GuardNode::CallGuard)
        Placed[I] = placeCallGuard(Shared, N.Binding);
      else if (N.Kind == GuardNode::Narrower)
        Placed[I] = placeNarrower(Shared, N.Where.front().Function,
                                  P.event(N.Where.front()).Region);
      else
        Placed[I] = placeRemoval(Shared, N.Where.front().Function,
                                 P.event(N.Where.front()).Where);
      if (!N.Refused.empty())
        Placed[I].Refused = N.Refused;
    }
    for (auto &[F, Indices] : ByFunction) {
      bool Free = llvm::all_of(Indices, [&](unsigned I) {
        return Nodes[Members[I]].Refused.empty();
      });
      if (int B = callGuardBinding(Shared, F); B >= 0 && Free) {
        // One guard for all of them.
        for (unsigned I : Indices)
          Placed[I].Anchor = P.Bindings[B].Fact.Call.End - 1;
        Placed[Indices.front()] = placeCallGuard(Shared, B);
        continue;
      }
      std::vector<unsigned> Calls;
      std::vector<std::string> Why;
      for (unsigned I : Indices) {
        Calls.push_back(Nodes[Members[I]].Where.front().Event);
        Why.push_back(commentOf(Nodes[Members[I]]));
      }
      std::vector<Placement> Results = placeReleases(Shared, F, Calls, Why);
      for (auto [Number, I] : llvm::enumerate(Indices)) {
        std::string Refused = std::move(Placed[I].Refused);
        Placed[I] = std::move(Results[Number]);
        if (!Refused.empty())
          Placed[I].Refused = std::move(Refused);
      }
    }
    return Placed;
  }

  /// It destroys something, and not only inside of calls that a Python thread
  /// makes and waits for: somebody unseen may call it, or an exit handler.
  bool mayOutlivePython(const GuardNode &N) const {
    bool Teardown = false, Alone = false;
    for (EventRef E : N.Where) {
      Alone |= S.reached(E.Function, Context::AfterExit);
      for (const CallbackKind &K : P.Kinds)
        if (K.Model && K.Model->Teardown)
          for (const Registration &Reg : K.Registrations)
            if (Reg.Function == E.Function) {
              Teardown = true;
              const FileFact &File =
                  P.FileFacts[P.function(E.Function).Body.File];
              // Where the file asks, it asks here too.
              Alone |= !File.FinalizationTest.empty() &&
                       P.function(E.Function).ReturnsVoid;
            }
    }
    return Teardown && Alone;
  }

  std::string commentOf(const GuardNode &N) const {
    if (!Options.Comments || N.Findings.empty())
      return "";
    const Finding &F = R.Findings[N.Findings.front()];
    if (N.Kind == GuardNode::Acquire)
      return "May be called by a thread that does not hold the GIL.";
    if (F.Rule == "gil-held-across-wait")
      return "May wait for threads that need the GIL.";
    return "Takes a lock under which callbacks wait for the GIL.";
  }

  /// What one guard cannot have, none of its closure gets.
  void refuseTogether(Closure &C, llvm::ArrayRef<unsigned> Members,
                      llvm::ArrayRef<Placement> Placed) {
    std::string Culprit;
    for (auto [I, Member] : llvm::enumerate(Members)) {
      if (Placed[I].Refused.empty())
        continue;
      for (unsigned F : Nodes[Member].Findings)
        Plan.Findings[F].Reason = Placed[I].Refused;
      std::string Place = placeOf(Nodes[Member]);
      if (C.Refused.empty())
        C.Refused = Place + ": " + Placed[I].Refused;
      if (Culprit.empty())
        Culprit = C.Refused;
    }
    if (C.Refused.empty())
      return;
    for (unsigned F : C.Findings)
      if (Plan.Findings[F].Reason.empty())
        Plan.Findings[F].Reason =
            Culprit.empty() ? C.Refused
                            : "it only works together with " + Culprit;
  }

  std::string placeOf(const GuardNode &N) const {
    Loc L;
    if (N.Kind == GuardNode::CallGuard)
      L = P.Bindings[N.Binding].Fact.Where;
    else if (N.Kind != GuardNode::Acquire)
      L = P.event(N.Where.front()).Where;
    else
      L = P.function(N.Where.front().Function).Where;
    return P.path(L).str() + ":" + std::to_string(L.Line);
  }

  void takeChanges(Closure &C, llvm::ArrayRef<unsigned> Members,
                   llvm::ArrayRef<Placement> Placed) {
    std::map<std::string, FileChange> ByFile;
    for (auto [I, Member] : llvm::enumerate(Members)) {
      const Placement &New = Placed[I];
      C.Releases += New.Releases;
      C.Acquires += New.Acquires;
      C.CallGuards += New.CallGuards;
      C.Moved += New.Moved;
      for (unsigned F : Nodes[Member].Findings)
        Plan.Findings[F].Anchors.emplace_back(
            New.Change.File.empty() ? fileOf(Nodes[Member]) : New.Change.File,
            New.Anchor);
      if (New.Change.File.empty())
        continue;
      FileChange &Change = ByFile[New.Change.File];
      Change.File = New.Change.File;
      llvm::append_range(Change.Edits, New.Change.Edits);
      llvm::append_range(Change.Reformat, New.Change.Reformat);
      for (const std::string &Include : New.Change.Includes)
        if (!llvm::is_contained(Change.Includes, Include))
          Change.Includes.push_back(Include);
    }
    for (auto &[File, Change] : ByFile)
      C.Changes.push_back(std::move(Change));
  }

  std::string fileOf(const GuardNode &N) const {
    unsigned File = N.Kind == GuardNode::CallGuard
                        ? P.Bindings[N.Binding].Fact.Call.File
                    : N.Kind != GuardNode::Acquire
                        ? P.event(N.Where.front()).Where.File
                        : P.function(N.Where.front().Function).Body.File;
    return P.Files[File];
  }

  std::string whyNoGuard(const Finding &F) const {
    if (F.Suppression)
      return "a comment suppresses it";
    if (F.Target.Kind == FixTarget::AtExit)
      return "no guard helps when the interpreter is gone; empty the object "
             "before";
    if (F.Rule == "unmodelled-callback")
      return "describe the function in a model (--model)";
    if (F.Rule == "unbalanced-gil")
      return "which state the callers expect is not known";
    if (F.Rule == "gil-lock-order")
      return "which of the two orders is right is not known";
    if (F.Rule == "stale-suppression" || F.Rule == "wrong-suppression")
      return "it is about a comment";
    return "no guard at one place repairs it";
  }

  const Solution &S;
  const Program &P;
  const Report &R;
  const FixOptions &Options;
  Source Text;
  PlacementContext Shared;
  std::vector<GuardNode> Nodes;
  FixPlan Plan;
};

} // namespace

FixPlan gilaudit::planFixes(const Solution &S, const Report &R,
                            const FixOptions &Options, const FileReader &Read) {
  return Planner(S, R, Options, Read).run();
}
