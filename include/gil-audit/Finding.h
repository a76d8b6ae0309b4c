//===- Finding.h - What the audit says --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Report is all that a run has to say; the formats of lib/Report are pure
// functions of it. Paths are relative to the root (absolute outside of it),
// lines and columns 1-based, columns in bytes.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_FINDING_H
#define GIL_AUDIT_FINDING_H

#include <optional>
#include <string>
#include <vector>

namespace gilaudit {

struct Place {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
};

/// One step of a witness, in the order of the story.
/// Roles: "entry" (bound or entered here), "call", "model" (what the API does,
/// with evidence), "registration" (the callback is handed over here),
/// "operation" (it touches Python here), "lock", "guard", "exit", "cost",
/// "exposed" (what a release in a fix lays open), "assumption" (what a fix takes the user's word for),
/// "change" (no other step is on a changed line: what was changed around one).
struct WitnessStep {
  std::string Role;
  Place Where; ///< File empty: no place (a fact of the model).
  std::string Message;
  /// In a deadlock: on the thread that is waited for, and that waits for the
  /// GIL. All other steps are on the thread that the finding is about.
  bool OtherThread = false;
  /// Whether the step's thread holds the GIL from this step on, as far as the
  /// story says.
  enum GilTy : unsigned char { Unsaid, Held, Released } Gil = Unsaid;
};

/// What in the linked program a finding is about. For Fix, which has that
/// program at hand; meaningless elsewhere.
struct FixTarget {
  enum KindTy : unsigned char {
    None,     ///< Nothing that a guard at one place repairs.
    Call,     ///< Event: an API call that has to be made without the GIL.
    Binding,  ///< Function is the number of a binding of such a function.
    Callback, ///< Function has to acquire the GIL before Event.
    AtExit,   ///< Function runs when the interpreter is gone.
    Region,   ///< Event: an operation in a released region of Function.
    Guard     ///< Event: a guard that nothing needs.
  } Kind = None;
  unsigned Function = 0;
  unsigned Event = 0;
};

/// Lines that a fix changes: the bytes [Offset, Offset + Length) of a file are
/// replaced by Text. Whole lines always, formatted.
struct FixEdit {
  std::string File; ///< As in Place.
  unsigned Offset = 0, Length = 0;
  std::string Text;
};

/// Whether a finding was there when the baseline was written.
enum class BaselineState : unsigned char {
  None, ///< No baseline was given.
  New,
  Unchanged ///< In the baseline, perhaps at another place: it does not count.
};

/// A comment that takes responsibility for a finding, which does not count then.
struct Suppression {
  std::string Kind; ///< "allow", "NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN"
  std::string Justification; ///< Empty: none was given.
  Place Where;               ///< Of the comment.
};

struct Finding {
  std::string Rule;
  std::string Severity; ///< "error", "warning", "note"
  Place Where;
  std::string Function; ///< Printable name of the function it is in.
  std::string Message;
  std::string Api;  ///< The API function, or empty.
  std::string Kind; ///< The callback kind, or empty.
  std::string Fingerprint; ///< Survives edits elsewhere in the file.
  /// Equal for findings that only a number in the fingerprint tells apart, such
  /// as two calls of one API in one function: mending the first of them gives
  /// its fingerprint to the second.
  std::string Likeness;
  /// Equal for findings of one rule, function and API, in whatever file: what
  /// is left of the fingerprint of a finding whose file was renamed.
  std::string Content;
  std::string Group;       ///< Group::Id
  bool Assumed = false;    ///< Rests on a registration by the API's own bindings
                           ///< or the user's word, not on one that was audited.
  std::vector<WitnessStep> Witness;
  FixTarget Target;
  gilaudit::BaselineState BaselineState = BaselineState::None;
  std::optional<gilaudit::Suppression> Suppression;
  /// Report::Change is there, and nothing of the witness lies in it.
  bool OutsideChange = false;
  /// Whether it is reported as text and makes the exit status.
  bool counts() const { return countsAnywhere() && !OutsideChange; }
  /// Likewise, if the whole program had been asked about.
  bool countsAnywhere() const {
    return !Suppression && BaselineState != BaselineState::Unchanged;
  }
  /// The rest is empty unless Report::FixesPlanned. Fixes are the part of the
  /// closure's edits that belongs to this finding; findings may share edits.
  std::vector<FixEdit> Fixes;
  std::string FixDiff;     ///< Fixes as a unified diff.
  std::string Closure;     ///< FixClosure::Id; empty: there is no fix.
  std::string NoFixReason; ///< Why there is none; empty: there is one.
};

/// Guards that are put in place together or not at all. Every one that is not
/// refused was tried: with it all units compile, its findings are gone and
/// there is no new one.
struct FixClosure {
  std::string Id;
  std::vector<std::string> Fingerprints; ///< Of its findings.
  unsigned Releases = 0, Acquires = 0, CallGuards = 0; ///< New guards.
  unsigned Moved = 0;   ///< Guards that were there and are moved or widened.
  std::string Diff;     ///< Unified; empty if refused.
  std::string Refused;  ///< Why there is no fix; empty: there is one.
};

/// Findings with one root: the same retained kind, the same lock.
struct Group {
  std::string Id;
  std::string Story;
};

struct CallbackRow {
  Place Where; ///< The call that hands it over.
  std::string Kind, Api;
  std::string Acquires; ///< "yes", "no", "late", "mixed"
  std::string Verdict;
};

struct BindingRow {
  Place Where;
  std::string Name, Form;
  std::vector<std::string> Reaches; ///< Waiting, locking or calling-back APIs.
  std::string Verdict;
};

struct CallRow {
  Place Where;
  std::string Api;
  std::string State; ///< Absolute: "held", "released", "mixed", "both", "unreached"
  std::string Verdict;
};

/// What callbacks of one kind mean for a binding: the worst that was found.
struct MatrixCell {
  std::string Kind;  ///< Empty: what the binding does itself, callbacks aside.
  std::string State; ///< "deadlock", "crash", "unproven", "guarded", "safe"
  std::string Why;   ///< "'mlirRun' waits for them with the GIL held"
  Place Where;       ///< Of the call that Why is about.
  /// Fingerprints, sorted: of what is at the call, and in the callbacks that
  /// the binding hands over or, of those handed over earlier, in the worst.
  std::vector<std::string> Findings;
};

/// A binding and the kinds of callbacks that it runs, waits for, hands over, or
/// whose lock it takes.
struct MatrixRow {
  Place Where;
  std::string Name, Form;
  std::vector<MatrixCell> Cells; ///< Sorted by Kind; never empty.
};

struct Inventory {
  std::vector<CallbackRow> Callbacks;
  std::vector<BindingRow> Bindings;
  std::vector<CallRow> Calls;
  std::vector<MatrixRow> Matrix; ///< Sorted by place, then name.
};

struct NotAudited {
  std::string File, Error;
};

struct UnresolvedRow {
  Place Where;
  std::string What;
};

struct Coverage {
  unsigned TranslationUnits = 0; ///< Audited ones.
  std::vector<NotAudited> Missing;
  std::vector<UnresolvedRow> Unresolved;
};

/// A finding as a baseline remembers it. Function and Message are for people.
struct BaselineEntry {
  std::string Rule, Fingerprint, Content, File, Function, Message;
};

/// What came of the comparison with a baseline.
struct BaselineComparison {
  std::string File; ///< As the user named it.
  /// What it covers, relative to the root; sorted; empty: everything.
  std::vector<std::string> Scope;
  unsigned Moved = 0; ///< Unchanged findings that are in another file now.
  std::vector<BaselineEntry> Fixed; ///< Looked for and not found; sorted.
  /// Entries of rules, paths or units that this run left out; sorted.
  std::vector<BaselineEntry> NotLooked;
};

/// The change that was asked about.
struct ChangeNote {
  std::string Since; ///< The revision, as it was named; or
  std::string Diff;  ///< the file of the diff; "-": standard input.
  unsigned Files = 0; ///< Files with changes, read by a unit or not.
  unsigned TranslationUnits = 0; ///< Audited ones that read such a file.
  /// Files of the diff that are not there, as it names them; sorted.
  std::vector<std::string> NotFound;
};

struct Report {
  std::string Root; ///< Absolute.
  std::vector<Finding> Findings; ///< Sorted by file, line, column, rule.
  std::vector<Group> Groups;     ///< Sorted by Id.
  gilaudit::Inventory Inventory;
  gilaudit::Coverage Coverage;
  /// "mlir-c 23 (inferred)": model, release and where that comes from.
  std::vector<std::string> ApiReleases;
  std::optional<BaselineComparison> Baseline; ///< --baseline was given.
  std::optional<ChangeNote> Change; ///< --since or --diff was given.
  unsigned Filtered = 0; ///< Findings that the path filters took out.
  bool FixesPlanned = false;        ///< Fixes were asked for.
  std::vector<FixClosure> Closures; ///< Sorted by their first finding.
};

} // namespace gilaudit

#endif
