//===- Actions.h - A function as the guard flow sees it ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering turns Clang's CFG, completed by what it leaves out, into blocks of
// actions; GuardFlow runs over them. No Clang type in here, so that the flow
// can be tested on hand-written functions.
//
// Object keys name the things that can hold a guard, a token, a mutex or a
// Python reference: "v7" (a local variable or by-value parameter), "p8" (what a
// reference or pointer parameter stands for), "g9" (a variable that outlives
// the function), "this", "t12" (a temporary), "ret" (what the function
// returns), each followed by ".field" parts. Numbers are unique in a TU. The
// empty key is an object that cannot be named.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_ACTIONS_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_ACTIONS_H

#include "gil-audit/Facts.h"
#include "gil-audit/PythonApi.h"
#include <string>
#include <utility>
#include <vector>

namespace gilaudit {

struct Action {
  enum KindTy : uint8_t {
    PyOp,    ///< Needs the GIL; not if Key is known to be null (UnlessNull).
    Call,    ///< Of project code.
    ApiCall, ///< Of a modelled or prefix function.
    Enter,   ///< A guard object at Key is constructed, or a token put there.
    Exit,    ///< The guard at Key is destroyed, reset, or the token given back.
    Set,     ///< The state changes for good (PyEval_ReleaseThread, ...).
    Disarm,  ///< The guard at Key will not restore anything.
    Null,    ///< The owner or token at Key becomes null.
    NotNull, ///< The owner or token at Key may be anything again.
    Move,    ///< What From holds (guard, token, known-null) moves to Key.
    Lock,    ///< The mutex What is taken; Key is the lock object, or What again.
    Unlock,  ///< What Key took is given back.
    Escape,  ///< The token at Key is handed out: somebody else undoes it.
    Throw,   ///< An explicit throw.
    Return   ///< Position only: where a path leaves.
  };
  KindTy Kind = PyOp;
  Loc Where;
  std::string Key;
  std::string From;
  std::string What;
  GilEffect Effect = GilEffect::Acquire; ///< Enter, Exit, Set.
  bool Raii = false;       ///< Enter: unwinding undoes it. Lock: likewise.
  bool UnlessNull = false; ///< PyOp, Call: only where Key is not known null.
  bool AtExit = false;     ///< See Event::AtExit.
  CallVia Via = CallVia::Direct;
  std::vector<std::string> Callees;
  std::string ObjectKey; ///< Call: what `this` is in the callee.
  std::string ResultKey; ///< Call: what "ret" is in the callee.
  std::vector<std::string> ArgKeys; ///< Call: by parameter; may be empty strings.
  std::vector<std::string> Forgets; ///< Call: what it may change, unless its
                                    ///< body is interpreted in place.
  bool NoThrow = false; ///< Cannot leave by an exception.
  bool Constructs = false; ///< Call: makes an object whose destructor will run.
  std::vector<ArgFact> Args;        ///< ApiCall.
  int Try = -1;  ///< Innermost try whose block this is in.
  int Site = -1; ///< Index into TUFacts::FixSites.
};

/// What a branch tells about one object: on the true edge it is not null (a
/// token is live, a guard is engaged), on the false edge it is; the other way
/// round if Negated.
struct BranchFact {
  std::string Key;
  bool Negated = false;
  /// The condition is PyGILState_Check(), or (Key set) a variable that was
  /// initialised with it.
  bool AsksGil = false;
};

struct FlowBlock {
  std::vector<Action> Actions;
  std::vector<int> Succs; ///< True edge first where Branch is set; -1: none.
  BranchFact Branch;      ///< Key empty: nothing known.
  int CatchOf = -1;       ///< Entry of a handler of this try.
  bool Throws = false;    ///< Leaves by an explicit throw: Succs is empty.
};

struct FlowTry {
  int Parent = -1; ///< The enclosing try, or -1.
};

struct FlowFunction {
  std::string Id;
  std::vector<FlowBlock> Blocks; ///< In reverse post-order; [0] is the entry.
  std::vector<FlowTry> Tries;
  int Exit = -1;                 ///< The block where normal paths leave.
  std::vector<std::string> ParamKeys; ///< By parameter.
  Loc End;                       ///< The closing brace.
};

} // namespace gilaudit

#endif
