//===- Program.h - All translation units, linked ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   TUFacts...  --link-->  Program  --solve-->  Solution  --rules-->  Findings
//
// A Program is what the facts of all translation units say together, read with
// the API models for the release in use: functions (one for each FunctionId),
// calls resolved to functions, callbacks resolved to the API that takes them,
// kinds of callbacks and whether they need Python. It holds no GIL state; that
// is the Solution's (Solution.h). Immutable once linked.
//
// Ids are interned: a function is its index in Functions, which is sorted by
// FunctionId, so neither the order of inputs nor the address of anything ever
// shows in the output.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_PROGRAM_H
#define GIL_AUDIT_PROGRAM_H

#include "gil-audit/Facts.h"
#include "gil-audit/Model.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gilaudit {

/// What the user may say about the world around the audited code.
struct AnalysisOptions {
  /// Only audited registrations count; without it, kinds that the API's own
  /// Python bindings register count when the program is built on them.
  bool ClosedWorld = false;
  /// Kinds that are Python-backed by the user's word.
  std::vector<std::string> AssumeRegistered;
  /// Off: the API starts no workers. Waits vanish, "any thread" is the
  /// caller's, locks stay. Threads that the project starts itself are not the
  /// API's.
  bool Threading = true;
  /// Release by model name ("mlir-c"), its first part or a prefix ("mlir").
  std::map<std::string, unsigned> ApiVersions;
  /// Rules that are off by default run too.
  bool Pedantic = false;
  /// Empty: all rules.
  std::function<bool(llvm::StringRef)> RuleEnabled;
  /// Absolute; places in the report are relative to it.
  std::string Root;
  /// allow() needs no reason.
  bool AllowWithoutReason = false;
  /// Units are missing: a comment that suppresses nothing may well do so in a
  /// whole audit.
  bool Partial = false;
};

using FunctionIndex = unsigned;
using KindIndex = unsigned;

/// Event number Event of function number Function.
struct EventRef {
  FunctionIndex Function = 0;
  unsigned Event = 0;
};
inline bool operator==(EventRef A, EventRef B) {
  return A.Function == B.Function && A.Event == B.Event;
}
inline bool operator<(EventRef A, EventRef B) {
  return A.Function != B.Function ? A.Function < B.Function : A.Event < B.Event;
}

/// One callback parameter of one ApiCall and what was found to reach it.
struct CallbackArg {
  const CallbackClaim *Claim = nullptr; ///< Never null.
  KindIndex Kind = 0;
  std::vector<FunctionIndex>
      Functions;       ///< Sorted. Empty: null or not followed.
  bool Unseen = false; ///< A function without a body in the facts reaches it.
  bool OnWorkers = false; ///< During-call: workers run it too.
};

/// One "may invoke" of one ApiCall that its arguments do not rule out.
struct InvokeEffect {
  const InvokeClaim *Claim = nullptr; ///< Never null.
  KindIndex Kind = 0;
  bool OnWorkers = false; ///< On any thread, with Options.Threading seen to.
};

/// A call of a modelled function, claims that the release or a constant
/// argument rules out left out. Inert functions of a prefix are ApiCall events
/// but no ApiCalls.
struct ApiCall {
  EventRef Where;
  const FunctionModel *Model = nullptr; ///< Never null.
  bool Waits = false;
  std::vector<CallbackArg> Callbacks;
  std::vector<InvokeEffect> Invokes;
  std::vector<const LockClaim *> Locks;
  std::vector<FunctionIndex>
      Object; ///< What flows into the object of the call.

  /// It waits, locks or calls back: it belongs into the inventory.
  bool isInteresting() const;
};

/// A callback that is handed to an API.
struct Registration {
  EventRef Call;
  const CallbackClaim *Claim = nullptr; ///< Never null.
  KindIndex Kind = 0;
  FunctionIndex Function = 0;
};

/// Why a kind counts as Python-backed, the strongest reason.
enum class Backing : uint8_t {
  None,      ///< It does not.
  ByUser,    ///< --assume-registered
  ByApi,     ///< The API's own Python bindings register it.
  Registered ///< An audited registration touches Python.
};

/// A kind of callback.
struct CallbackKind {
  std::string Name;
  const KindModel *Model = nullptr; ///< Null if no model describes it.
  Backing Python = Backing::None;
  /// Retained: some modelled function may invoke it on a worker thread.
  bool OnAnyThread = false;
  /// Functions that may invoke it on any thread, the plainest first.
  std::vector<const FunctionModel *> WorkerInvokers;
  /// Audited registrations, sorted by place.
  std::vector<Registration> Registrations;
  /// The first registration that touches Python, or -1.
  int PythonRegistration = -1;
  /// Locks that every function of the model holds while it runs this kind;
  /// sorted.
  std::vector<std::string> AlwaysUnder;
};

/// A function of the model that runs a Python-backed kind under a lock.
struct LockHolder {
  const FunctionModel *Model = nullptr;
  const LockClaim *Claim = nullptr;
  KindIndex Kind = 0;
};

/// A binding with its targets resolved.
struct Binding {
  BindingFact Fact;
  std::vector<FunctionIndex> Targets; ///< Sorted.
  /// The bound API function as a call without known arguments, or no model.
  ApiCall Api;
};

/// The release of one model that the program is read with.
struct ApiRelease {
  std::string Model;
  unsigned Release = 0; ///< 0: unknown, taken as the newest.
  std::string Reason;
  bool Matters = false; ///< Some claim of the model depends on the release.
};

class Program {
public:
  std::string Root;               ///< AnalysisOptions::Root.
  std::vector<std::string> Files; ///< Sorted, absolute. Loc::File indexes it.
  std::vector<FunctionFacts> Functions;   ///< Sorted by Id, unique.
  std::vector<FixSite> FixSites;          ///< Event::Site indexes it.
  std::vector<FileFact> FileFacts; ///< By Files; of a file that is no project
                                   ///< file all is false, File is ~0u.
  std::vector<Binding> Bindings;          ///< Sorted by place, then name.
  std::vector<ApiCall> ApiCalls;          ///< Sorted by Where.
  std::vector<CallbackKind> Kinds;        ///< Sorted by Name.
  std::vector<ApiRelease> Releases;       ///< In the order of the models.
  std::vector<UnresolvedFact> Unresolved; ///< The extractor's, and callbacks
                                          ///< that could not be followed.
  std::vector<SuppressionFact> Suppressions; ///< Sorted by place; one of each.
  std::vector<EventRef>
      UnfollowedCalls; ///< Indirect calls of nobody knows what.
  std::vector<EventRef> UnmodelledCalls; ///< ApiCalls in a prefix that no model
                                         ///< describes.
  unsigned TranslationUnits = 0;
  bool OnApiPythonBindings = false;

  const FunctionFacts &function(FunctionIndex F) const { return Functions[F]; }
  /// Relative to Root; absolute outside of it.
  llvm::StringRef path(const Loc &L) const;
  const Event &event(EventRef E) const {
    return Functions[E.Function].Events[E.Event];
  }
  /// Functions that a Call event may enter: overriders and what flows into a
  /// function pointer included, functions without a body left out.
  llvm::ArrayRef<FunctionIndex> callees(EventRef E) const;
  /// Null: not an ApiCall event, or an inert function.
  const ApiCall *apiCall(EventRef E) const;
  /// The function that stands for destroying closure \p F, or -1.
  int closureDestructor(FunctionIndex F) const { return Destructors[F]; }

  /// Reaches a Python operation or an acquire: it needs Python at some point.
  bool touchesPython(FunctionIndex F) const { return Touches[F]; }
  /// Likewise, or destroying the closure does.
  bool closureTouchesPython(FunctionIndex F) const {
    return Touches[F] || (Destructors[F] >= 0 && Touches[Destructors[F]]);
  }
  /// Entered without the GIL, runs a Python operation (or a release guard, with
  /// \p WithReleases) without it, itself or in a callee. What happens in its
  /// own released regions is left out: that is the region's fault.
  bool needsGil(FunctionIndex F, bool WithReleases) const {
    return (WithReleases ? NeedsOrReleases : Needs)[F];
  }

  /// A function of the model that runs a Python-backed kind while it holds
  /// \p Lock, the one with the best-backed kind; null: the lock is harmless.
  const LockHolder *dangerousLock(llvm::StringRef Lock) const;

  /// The kind of this name, or null.
  const CallbackKind *kind(llvm::StringRef Name) const;

  // Tables behind the accessors, filled by link().
  std::vector<unsigned> FirstEvent;  ///< Function -> number of its first event;
                                     ///< one more at the end.
  std::vector<unsigned> CalleeBegin; ///< Event number -> first of its callees.
  std::vector<FunctionIndex> CalleeTable; ///< All callees, event by event.
  std::vector<int> ApiCallOf;             ///< Event number -> ApiCalls, or -1.
  std::vector<int> Destructors;
  std::vector<char> Touches, Needs, NeedsOrReleases;
  std::map<std::string, LockHolder, std::less<>> Dangerous;
};

/// Puts \p Units into the order that a Linker wants: by main file; two
/// configurations of one file are rare, and then their text decides.
void sortUnits(std::vector<TUFacts> &Units);

/// Links units one after the other, and keeps of each only what no earlier one
/// has said: memory goes with the size of the program, not with the sum of its
/// units.
class Linker {
public:
  /// Both must outlive the Linker, \p Models the Program too.
  Linker(const ModelSet &Models, const AnalysisOptions &Options);
  ~Linker();
  /// Units come in the order of sortUnits: of functions with equal Ids the
  /// first stays.
  void add(TUFacts Unit);
  /// Once, after all units.
  Program finish();

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Links all facts, whose order does not matter. \p Models must outlive the
/// Program.
Program link(std::vector<TUFacts> Facts, const ModelSet &Models,
             const AnalysisOptions &Options);

} // namespace gilaudit

#endif
