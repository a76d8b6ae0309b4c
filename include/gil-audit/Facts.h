//===- Facts.h - All that one translation unit says -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TUFacts is what Extract writes and Program reads: facts, never verdicts.
// Plain data, no Clang type, no pointer. Everything that Program, Rules and Fix
// ever learn about the source is in here.
//
// Identity. A function is named by its FunctionId: Clang's USR (with template
// arguments) for functions with external linkage; the USR, '@' and the main
// file of the TU for those with internal linkage; a lambda's call operator by
// the id of the enclosing function and the position of the lambda.
//
// Flow nodes say where function pointers and callable objects travel. A node
// is a string of one of these forms, optionally followed by ".field" parts:
//   fn:ID          the function ID itself (always a source, never assigned to)
//   param:ID#N     parameter N (0-based) of function ID
//   ret:ID         what function ID returns
//   var:ID         a variable (local, static or global)
//   field:REC::F   field F of any object of record REC that is not a variable
//                  of its own
// An edge X <- Y also means X.f <- Y.f for every field path f.
//
// Files are indices into TUFacts::Files, which holds absolute real paths.
// Lines and columns are 1-based, columns count bytes, positions inside macro
// expansions are those of the expansion. Offsets are byte offsets.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_FACTS_H
#define GIL_AUDIT_FACTS_H

#include "gil-audit/GilState.h"
#include "gil-audit/InternedString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace gilaudit {

/// Bump on every change of the stored form; readers reject other versions.
constexpr unsigned FactsVersion = 6;

/// A position. Line 0 means "no position".
struct Loc {
  unsigned File = 0;
  unsigned Line = 0;
  unsigned Column = 0;
  bool isValid() const { return Line != 0; }
};

/// A half-open range of bytes [Begin, End) in one file. End 0 means "none".
struct ByteRange {
  unsigned File = 0;
  unsigned Begin = 0;
  unsigned End = 0;
  bool isValid() const { return End != 0; }
};

/// An argument of a call. One that touches Python has to be evaluated before a
/// released region is entered.
struct ArgSite {
  ByteRange Range;
  Loc Begin, End;   ///< The same; End is behind it.
  std::string Type; ///< The parameter's, as it can be spelled for a local.
  std::string Name; ///< The parameter's; may be empty.
  /// Its value may not outlive the full expression: it makes temporaries that
  /// have destructors, or the parameter is a reference.
  bool Temporary = false;
  /// It makes a temporary that the call's result may refer to.
  bool KeptAlive = false;
};

/// How the statement around a call is shaped: decides the form of a fix.
enum class SiteShape : uint8_t {
  Expression,      ///< The call is the whole expression statement.
  DeclInit,        ///< T v = call(...);
  Assignment,      ///< v = ... call(...) ...;
  Condition,       ///< In the condition of if, while, for, switch or ?:.
  Return,          ///< In the operand of return.
  MemberInit,      ///< In a constructor's member initialiser.
  DefaultArgument, ///< In a parameter's default argument: text elsewhere.
  Part,            ///< In an expression statement, of which all else changes
                   ///< at most local variables.
  Argument,        ///< Nested in an expression of another kind.
};

/// What a fix needs to know about the place of one call (semantics, section 6).
/// Recorded for each call of an API function and each first Python operation.
struct FixSite {
  SiteShape Shape = SiteShape::Argument;
  ByteRange Statement;     ///< The full statement, with its semicolon.
  ByteRange Call;          ///< The call expression alone.
  ByteRange Scope;         ///< The enclosing compound statement, braces included.
  ByteRange FunctionBody;  ///< The enclosing function's (lambda's) body.
  bool InMacro = false;    ///< Some part is spelled in a macro body.
  bool InTemplate = false; ///< Inside a template (one text, many instances).
  /// The call is the whole initialiser, right side or operand of the return; of
  /// an assignment the left side names a variable or member.
  bool IsWhole = false;
  bool IsReference = false; ///< The call returns a reference.
  Loc CallBegin, CallEnd;   ///< Call; CallEnd is behind it.
  Loc StatementBegin, StatementEnd; ///< Statement, likewise.
  std::string DeclName;    ///< DeclInit: the variable.
  std::string DeclType;    ///< DeclInit: its type as written, qualifiers included.
  bool DeclAssignable = false; ///< DeclInit: default-constructible and assignable,
                               ///< not const, no reference, no auto.
  bool DeclIsStatic = false;   ///< DeclInit: of a static, under its own lock.
  /// Condition: the type of a local that may take the call's result before the
  /// statement, by assignment; nothing notices the difference. Empty: none may.
  std::string HoistType;
  /// The result may refer to a temporary of the call that is in none of Args:
  /// the object of a member call, a default argument.
  bool MayDangle = false;
  std::vector<ArgSite> Args; ///< As written, default arguments left out.
  /// MemberInit: the member; empty: a base, or the call is not the whole of it.
  std::string Member;
  bool MemberAssignable = false; ///< It can be assigned in the body instead.
  bool MemberReadLater = false;  ///< A later initialiser may read it.
  /// MemberInit: "member(call())" with the comma that goes with it, or with the
  /// colon where it is the only initialiser that is written.
  ByteRange Initializer;
  /// MemberInit: members that are initialised behind this call, in order.
  std::vector<std::string> LaterMembers;
};

enum class EventKind : uint8_t {
  PyOp,    ///< A Python operation of the function itself.
  Call,    ///< A call of project code.
  ApiCall, ///< A call of a function that some model describes, or of an API
           ///< prefix (inert ones too).
  Release, ///< A guard or token gives the GIL up. Needs an attached thread.
  Acquire, ///< A guard or token takes the GIL.
  Lock,    ///< A project lock is taken.
};

enum class CallVia : uint8_t {
  Direct,     ///< f(), x.f() non-virtually, constructors.
  Virtual,    ///< Callee names the method that is named; overriders may run.
  Destructor, ///< A destructor with a body in project code; as Virtual if Virtual.
  Indirect,   ///< Through a function pointer or callable: Callee is a flow node.
  Assumed,    ///< A callable handed to library code that is taken to call it
              ///< here, e.g. std::call_once.
};

/// A callback argument of an ApiCall, or one of its constant arguments.
struct ArgFact {
  int Param = 0;                    ///< 0-based; -1: the object the member is called on.
  std::vector<InternedString> Sources; ///< Flow nodes of the argument (structs: of
                                    ///< the whole; ask Source + ".field").
  InternedString Constant;          ///< "null", "true", "false", a decimal number;
                                    ///< "nonnull": a function or an address;
                                    ///< empty: not known.
  bool FunctionPointerType = false; ///< The parameter is a function pointer or a
                                    ///< record that has one (unmodelled-callback).
};

struct Event {
  EventKind Kind = EventKind::PyOp;
  GilState State = GilState::Inherited; ///< Before the event, relative to entry.
  CallVia Via = CallVia::Direct;
  bool AtExit = false;    ///< A destructor that runs behind the last statement of
                          ///< its scope (a declaration is its position).
  Loc Where;
  int Region = -1;        ///< State == Released: index into FunctionFacts::Regions
                          ///< of the release that is in force; else -1.
  int Acquire = -1;       ///< State == Held: index into FunctionFacts::Acquires of
                          ///< the acquire that is in force; else -1.
  int Site = -1;          ///< Index into TUFacts::FixSites, or -1.
  int Index = -1;         ///< Release/Acquire/Lock: its own index into
                          ///< Regions/Acquires/Locks.
  std::vector<int> Locks; ///< Project locks held here: indices into
                          ///< FunctionFacts::Locks.
  InternedString What;    ///< PyOp: a phrase for messages, e.g. "copies 'nanobind::object'".
                          ///< ApiCall: the qualified name of the function.
                          ///< Call: printable name of the callee.
                          ///< Release, Acquire: the guard's or function's name.
  std::vector<InternedString> Callees; ///< Call: FunctionIds (Indirect: flow nodes).
  std::vector<ArgFact> Args;           ///< ApiCall only; only arguments worth a fact.
};

/// A stretch of code in which the GIL is released, named by what released it.
struct Region {
  Loc Where;
  InternedString Guard;      ///< "nanobind::gil_scoped_release", "PyEval_SaveThread", ...
};

/// Likewise for a stretch in which it was acquired.
struct AcquireScope {
  Loc Where;
  InternedString Guard;
};

/// A project lock. Two locks are the same if their Ids are equal.
struct LockFact {
  Loc Where;        ///< Where it is taken.
  InternedString Id;   ///< "field:REC::F" or "var:ID".
  InternedString Name; ///< For messages.
};

/// A PyGILState_Ensure or PyEval_SaveThread that some path does not undo.
struct Unbalanced {
  Loc Where;        ///< The call.
  InternedString What; ///< "PyGILState_Ensure", "PyEval_SaveThread".
  Loc Exit;         ///< Where the path leaves the function.
  bool ByThrow = false;
};

/// A statement of a compound statement. Only those with an event in them are
/// recorded; an event's is the innermost whose range has the event's position.
/// Parameters' destructors and member initialisers are in none.
struct StatementFact {
  ByteRange Range;  ///< With its semicolon.
  Loc Begin, End;   ///< Range; End is behind it.
  ByteRange Block;  ///< The compound statement that it is in, with its braces.
  unsigned Index = 0;        ///< Its position in that, 0-based.
  int Parent = -1;           ///< The statement around Block (Block may be all of
                             ///< it); -1: Block is the function's body.
  unsigned BlockDeclarations = 0; ///< Declaration statements directly in Block.
  bool IsBlock = false;      ///< It is a compound statement itself.
  bool DeclaresNames = false; ///< A declaration statement.
  bool IsLabelled = false;   ///< A label or case, or directly in a switch's body.
  bool InMacro = false;      ///< Nothing can be inserted before it: it begins
                             ///< inside of a macro expansion.
  bool IsLoop = false;
  /// The offset behind what is before it in Block, recorded or not: a statement,
  /// or the brace. 0: that has no one place in the file.
  unsigned Before = 0;
  std::string Variable;      ///< The one variable that it declares, or empty.
};

/// A name that a new local could hide or collide with.
struct NameFact {
  InternedString Name;
  ByteRange Range; ///< The scope in which the body declares it; all of the body
                   ///< for parameters and for names of elsewhere that it uses.
};

struct FunctionFacts {
  InternedString Id;
  InternedString Name; ///< Qualified, printable; lambdas: "lambda in 'f'".
  Loc Where;        ///< Its name, or the lambda's '['.
  bool IsLambda = false;
  bool IsInstance = false;  ///< Template instance, or inside one.
  bool IsDestructor = false;
  bool NeverReturns = false; ///< Every path throws or ends the process.
  std::vector<InternedString> Overrides; ///< FunctionIds of the methods it overrides.
  /// In an order in which control can pass them (reverse post-order).
  std::vector<Event> Events;
  std::vector<Region> Regions;
  std::vector<AcquireScope> Acquires;
  std::vector<LockFact> Locks;
  std::vector<Unbalanced> Leaks;
  std::vector<StatementFact> Statements; ///< In the order of the text.
  ByteRange Body;           ///< With its braces; none: implicit or defaulted.
  bool ReturnsVoid = false;
  bool IsConstexpr = false; ///< May hold no guard.
  /// How the binding library is spelled in the function: "nb", "py",
  /// "nanobind", "pybind11"; empty: it is not declared there.
  InternedString GuardNamespace;
  std::vector<NameFact> Names; ///< Used or declared in the body without
                               ///< qualification; sorted, unique.
  /// For the call operator of a closure or functor: a FunctionFacts whose
  /// events are what destroying the closure does; empty: nothing of interest.
  InternedString ClosureDestructor;
};

/// Something that Python (or the runtime) calls.
struct BindingFact {
  InternedString Name; ///< As Python sees it, where it is a literal; else printable.
  InternedString Form; ///< "def", "def_static", "def_prop_ro", "init", "m.def",
                    ///< "PyMethodDef", "slot", "module-init", "destructor",
                    ///< "type-caster", "trampoline", "capsule", "at-exit",
                    ///< "static-destructor", ...
  Loc Where;
  std::vector<InternedString> Targets; ///< Flow nodes.
  InternedString Api;  ///< A modelled API function that is bound itself, or empty.
  GilState Entry = GilState::Held; ///< Released: call_guard<gil_scoped_release>;
                                   ///< Mixed: after finalisation, no Python at all.
  Loc GuardWhere;   ///< Entry == Released: the guard.
  ByteRange Call;   ///< The binder's call; none: it is not one, or in a macro.
  InternedString GuardNamespace; ///< As FunctionFacts::GuardNamespace.
};

/// A project file that the TU reads, as far as fixes go.
struct FileFact {
  unsigned File = 0;
  bool IsGenerated = false; ///< Its head says so.
  /// Its includes, its own or those of its headers, declare the guards.
  bool SeesGuards = false;
  /// The include by which it gets them: of the library's main header, or of a
  /// header that includes that itself. Spelled as written; empty: none.
  std::string GuardInclude;
  /// The condition of an `if (...) return;` in it that asks whether the
  /// interpreter is going away; empty: there is none.
  std::string FinalizationTest;
};

/// X <- Y1, Y2, ...
struct FlowEdge {
  InternedString To;
  std::vector<InternedString> From;
};

/// Something the extractor could not follow.
struct UnresolvedFact {
  Loc Where;
  InternedString What;
};

/// Lines [First, Last] of a file.
struct LineRange {
  unsigned File = 0, First = 0, Last = 0;
};

/// A comment that takes responsibility for findings: "gil-audit: allow(RULE) --
/// reason" or clang-tidy's NOLINT(gil-audit-RULE).
struct SuppressionFact {
  Loc Where;
  std::string Kind; ///< "allow", "NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN"; of
                    ///< one with a Problem also "NOLINTEND".
  std::vector<std::string> Rules; ///< As written; may be globs.
  std::string Reason;             ///< Empty: none.
  std::string Problem;            ///< Why it has no effect; empty: it may have.
  std::vector<LineRange> Covers;  ///< Places of the findings that are meant.
};

struct TUFacts {
  std::string MainFile;           ///< Absolute real path.
  /// Absolute real paths; index 0 is MainFile. All project files that the TU
  /// reads are among them.
  std::vector<std::string> Files;
  std::vector<FunctionFacts> Functions; ///< Sorted by Id, unique.
  std::vector<BindingFact> Bindings;
  std::vector<FlowEdge> Flows;          ///< Sorted by To, unique.
  std::vector<FixSite> FixSites;
  std::vector<FileFact> FileFacts; ///< Sorted by path.
  std::vector<UnresolvedFact> Unresolved;
  std::vector<SuppressionFact> Suppressions; ///< Sorted by place.
  /// Modelled functions and prefix functions that the headers in use declare;
  /// sorted, unique. Tells which release of the API this is.
  std::vector<std::string> DeclaredApi;
  /// Includes that mean "built on the API's own Python bindings" (model data).
  bool OnApiPythonBindings = false;
};

/// JSON text of \p Facts, one line, with "gil-audit-facts/VERSION" as schema.
/// The same facts give the same bytes.
std::string writeFacts(const TUFacts &Facts);

/// The inverse. Fails with one clear message on malformed or truncated text
/// and on other versions ("facts version: want 4, got 3").
llvm::Expected<TUFacts> readFacts(llvm::StringRef Text, llvm::StringRef Name);

} // namespace gilaudit

#endif
