//===- Inventory.cpp - The audit's positive half --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every callback that is handed over, every call that waits, locks or calls
// back, and every binding that reaches one, safe ones included. Instances of a
// template are at one place and share a row.
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>
#include <tuple>

using namespace gilaudit;

namespace {

/// What a callback does, itself and in what it calls.
struct Content {
  bool Acquires = false, Mixed = false, PyOps = false;
};

class InventoryTaker {
public:
  explicit InventoryTaker(const Solution &S) : S(S), P(S.program()) {}

  Inventory take() {
    for (const ApiCall &Call : P.ApiCalls) {
      takeCallbacks(Call);
      if (Call.isInteresting())
        takeCall(Call);
    }
    markReaching();
    for (const Binding &B : P.Bindings)
      takeBinding(B);
    finish(Result.Callbacks, [](const CallbackRow &R) {
      return std::tie(R.Kind, R.Api, R.Acquires, R.Verdict);
    });
    finish(Result.Bindings, [](const BindingRow &R) {
      return std::tie(R.Name, R.Form, R.Reaches, R.Verdict);
    });
    finish(Result.Calls, [](const CallRow &R) {
      return std::tie(R.Api, R.State, R.Verdict);
    });
    return std::move(Result);
  }

private:
  template <typename Row, typename KeyFn>
  static void finish(std::vector<Row> &Rows, KeyFn Key) {
    auto Place = [](const Row &R) {
      return std::tie(R.Where.File, R.Where.Line, R.Where.Column);
    };
    llvm::sort(Rows, [&](const Row &A, const Row &B) {
      return Place(A) != Place(B) ? Place(A) < Place(B) : Key(A) < Key(B);
    });
    Rows.erase(std::unique(Rows.begin(), Rows.end(),
                           [&](const Row &A, const Row &B) {
                             return Place(A) == Place(B) && Key(A) == Key(B);
                           }),
               Rows.end());
  }

  //===--- Callbacks ------------------------------------------------------===//

  void takeCallbacks(const ApiCall &Call) {
    for (const CallbackArg &C : Call.Callbacks) {
      CallbackRow Row;
      Row.Where = placeOf(P, P.event(Call.Where).Where);
      Row.Kind = P.Kinds[C.Kind].Name;
      Row.Api = Call.Model->Name;
      for (FunctionIndex F : C.Functions) {
        judge(F, runsWithGil(Call, *C.Claim), Row);
        Result.Callbacks.push_back(Row);
      }
      if (!C.Unseen)
        continue;
      Row.Acquires = "no";
      Row.Verdict = "not judged: its body is not in the audited code";
      Result.Callbacks.push_back(Row);
    }
  }

  Content contentOf(FunctionIndex Root) const {
    Content Found;
    std::set<FunctionIndex> Seen = {Root};
    std::vector<FunctionIndex> Work = {Root};
    while (!Work.empty()) {
      FunctionIndex F = Work.back();
      Work.pop_back();
      for (auto [Index, E] : llvm::enumerate(P.function(F).Events)) {
        Found.Acquires |= E.Kind == EventKind::Acquire;
        Found.PyOps |= E.Kind == EventKind::PyOp;
        Found.Mixed |= E.Kind == EventKind::PyOp && E.State == GilState::Mixed;
        for (FunctionIndex Callee : P.callees({F, unsigned(Index)}))
          if (Seen.insert(Callee).second)
            Work.push_back(Callee);
      }
    }
    return Found;
  }

  /// True if the callback runs during this call only, on its thread, which
  /// holds the GIL and has no reason to give it up.
  bool runsWithGil(const ApiCall &Call, const CallbackClaim &Claim) const {
    if (Claim.Retained || Claim.OnAnyThread ||
        S.plan().Releases.count(Call.Where))
      return false;
    auto [Held, Released, Mixed] = statesOf(Call.Where);
    return Held && !Released && !Mixed;
  }

  /// "late" is an acquire of the callback itself; one in a callee is over when
  /// that returns.
  bool acquiresItself(FunctionIndex F) const {
    return llvm::any_of(P.function(F).Events, [](const Event &E) {
      return E.Kind == EventKind::Acquire;
    });
  }

  void judge(FunctionIndex F, bool WithGil, CallbackRow &Row) const {
    Content C = contentOf(F);
    bool Unguarded = P.needsGil(F, /*WithReleases=*/false);
    int Closure = P.closureDestructor(F);
    bool DiesUnguarded = Closure >= 0 && P.needsGil(Closure, false) &&
                         S.reached(Closure, Context::Callback);
    std::string Name = nameOf(P, F);
    Row.Acquires = (Unguarded || DiesUnguarded)
                       ? (acquiresItself(F) ? "late" : "no")
                   : C.Mixed    ? "mixed"
                   : C.Acquires ? "yes"
                                : "no";
    if (Unguarded && WithGil)
      Row.Verdict =
          "safe: " + Name + " runs on the caller's thread, which holds the GIL";
    else if (Unguarded)
      Row.Verdict = unguardedVerdict(F, Name);
    else if (DiesUnguarded)
      Row.Verdict = "crash: what " + Name + " captured dies without the GIL";
    else if (C.Mixed)
      Row.Verdict = "not proven: " + Name + " acquires on some paths only";
    else if (C.Acquires)
      Row.Verdict =
          "safe: " + Name + " acquires before its first Python operation";
    else if (C.PyOps || P.closureTouchesPython(F))
      Row.Verdict = "safe: " + Name + " needs no acquire of its own";
    else
      Row.Verdict = "native: " + Name + " touches no Python";
  }

  std::string unguardedVerdict(FunctionIndex F, const std::string &Name) const {
    if (S.reached(F, Context::Callback)) {
      bool Planned = llvm::any_of(S.chain(F, Context::Callback),
                                  [](const Hop &H) { return H.Planned; });
      return (Planned ? "crash, once its callers release the GIL as they must: "
                      : "crash: ") +
             Name + " touches Python without the GIL";
    }
    if (S.reached(F, Context::AfterExit))
      return "crash: " + Name + " touches Python after the interpreter is gone";
    if (S.reached(F, Context::Mixed))
      return "not proven: " + Name + " is run in a state that is not known";
    if (S.reached(F, Context::Held))
      return "safe: " + Name +
             " runs on the caller's thread, which holds the GIL";
    return "not judged: no call that runs " + Name + " was seen";
  }

  //===--- Calls ----------------------------------------------------------===//

  /// The states in which a call is made: held, released, mixed.
  std::tuple<bool, bool, bool> statesOf(EventRef E) const {
    bool Held = false, Released = false, Mixed = false;
    for (unsigned C = 0; C != NumContexts; ++C) {
      if (!S.reached(E.Function, Context(C)))
        continue;
      Context Here = S.at(E, Context(C));
      Held |= Here == Context::Held;
      Released |= isReleased(Here) || Here == Context::AfterExit;
      Mixed |= Here == Context::Mixed;
    }
    return {Held, Released, Mixed};
  }

  std::string verdictOf(const ApiCall &Call, bool Held, bool Released,
                        bool Mixed) const {
    Hazard H = S.hazard(Call);
    if (!H)
      return "safe: nothing that needs the GIL can run or wait there";
    std::string What =
        H.waits()
            ? "waits for " + quoted(P.Kinds[H.WaitsFor].Name) + " callbacks"
            : "takes the lock " + quoted(H.Lock->Name) +
                  (H.LockOnErrorOnly ? " when it fails," : "");
    if (Held)
      return "deadlock: " + What + " with the GIL held";
    if (Mixed)
      return "not proven: " + What + ", the state of the GIL is not known";
    if (Released)
      return "safe: " + What + " with the GIL released";
    return "not judged: " + What + ", no caller was seen";
  }

  void takeCall(const ApiCall &Call) {
    auto [Held, Released, Mixed] = statesOf(Call.Where);
    CallRow Row;
    Row.Where = placeOf(P, P.event(Call.Where).Where);
    Row.Api = Call.Model->Name;
    Row.State = Mixed              ? "mixed"
                : Held && Released ? "both"
                : Held             ? "held"
                : Released         ? "released"
                                   : "unreached";
    Row.Verdict = verdictOf(Call, Held, Released, Mixed);
    Context Entry;
    if (Hazard H = S.hazard(Call);
        Held && H.Lock && !H.waits() && !S.findLockTaken(Call.Where, H, Entry))
      Row.Verdict = "safe: it runs under " + quoted(H.Lock->Name) + " already";
    Result.Calls.push_back(Row);
  }

  //===--- Bindings -------------------------------------------------------===//

  /// Which functions reach an interesting call at all.
  void markReaching() {
    Reaching.assign(P.Functions.size(), false);
    std::vector<std::vector<FunctionIndex>> Callers(P.Functions.size());
    std::vector<FunctionIndex> Work;
    for (FunctionIndex F = 0; F != P.Functions.size(); ++F)
      for (unsigned I = 0; I != P.function(F).Events.size(); ++I)
        for (FunctionIndex Callee : P.callees({F, I}))
          Callers[Callee].push_back(F);
    auto Mark = [&](FunctionIndex F) {
      if (!Reaching[F]) {
        Reaching[F] = true;
        Work.push_back(F);
      }
    };
    for (const ApiCall &Call : P.ApiCalls)
      if (Call.isInteresting())
        Mark(Call.Where.Function);
    while (!Work.empty()) {
      FunctionIndex F = Work.back();
      Work.pop_back();
      llvm::for_each(Callers[F], Mark);
    }
  }

  struct Reached {
    std::set<std::string> Apis;
    std::string Deadlock, Unproven, Released;
  };

  void note(Reached &R, const ApiCall &Call, Context Here) const {
    R.Apis.insert(Call.Model->Name);
    if (!S.hazard(Call))
      return;
    std::string &Which = Here == Context::Held ? R.Deadlock
                         : isReleased(Here)    ? R.Released
                                               : R.Unproven;
    if (Which.empty())
      Which = verdictOf(Call, Here == Context::Held, isReleased(Here),
                        Here == Context::Mixed);
  }

  void follow(Reached &R, FunctionIndex Root, Context Entry) const {
    std::set<std::pair<FunctionIndex, Context>> Seen = {{Root, Entry}};
    std::vector<std::pair<FunctionIndex, Context>> Queue = {{Root, Entry}};
    for (size_t Next = 0; Next != Queue.size(); ++Next) {
      auto [F, In] = Queue[Next];
      if (!Reaching[F])
        continue;
      for (unsigned I = 0; I != P.function(F).Events.size(); ++I) {
        EventRef E{F, I};
        Context Here = S.at(E, In);
        const ApiCall *Call = P.apiCall(E);
        if (Call && Call->isInteresting())
          note(R, *Call, Here);
        for (FunctionIndex Callee : P.callees(E))
          if (Seen.insert({Callee, Here}).second)
            Queue.push_back({Callee, Here});
      }
    }
  }

  void takeBinding(const Binding &B) {
    bool Held = B.Fact.Entry == GilState::Held;
    Context Entry = Held                                 ? Context::Held
                    : B.Fact.Entry == GilState::Released ? Context::Region
                                                         : Context::AfterExit;
    Reached R;
    for (FunctionIndex F : B.Targets)
      follow(R, F, Entry);
    if (B.Api.Model && B.Api.isInteresting())
      note(R, B.Api, Entry);
    if (R.Apis.empty())
      return;
    BindingRow Row;
    Row.Where = placeOf(P, B.Fact.Where);
    Row.Name = B.Fact.Name.str();
    Row.Form = B.Fact.Form.str();
    Row.Reaches.assign(R.Apis.begin(), R.Apis.end());
    Row.Verdict =
        !R.Deadlock.empty()   ? R.Deadlock
        : !R.Unproven.empty() ? R.Unproven
        : !R.Released.empty()
            ? R.Released
            : "safe: nothing that needs the GIL can run or wait there";
    Result.Bindings.push_back(std::move(Row));
  }

  const Solution &S;
  const Program &P;
  std::vector<char> Reaching;
  Inventory Result;
};

} // namespace

Inventory gilaudit::takeInventory(const Solution &S) {
  return InventoryTaker(S).take();
}
