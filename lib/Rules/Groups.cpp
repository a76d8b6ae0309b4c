//===- Groups.cpp - Five stories instead of ninety warnings ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gilaudit;
using llvm::StringRef;

namespace {

/// How many findings of each rule a group has.
using Counts = std::map<StringRef, unsigned>;

std::string count(unsigned N, StringRef One, StringRef Many) {
  return std::to_string(N) + " " + (N == 1 ? One : Many).str();
}

std::string tellRunners(const CallbackKind &K) {
  if (K.WorkerInvokers.empty())
    return "These callbacks run on the thread that makes the call, with or "
           "without the GIL as that thread is.";
  std::string Text = quoted(K.WorkerInvokers.front()->Name);
  if (K.WorkerInvokers.size() > 1)
    Text += " and " + count(K.WorkerInvokers.size() - 1, "other function",
                            "other functions");
  return Text + " may run these callbacks on threads that do not hold the GIL.";
}

std::string tellKind(const CallbackKind &K, Counts &N) {
  std::string Text = quoted(K.Name) + " callbacks";
  if (K.Model && !K.Model->Summary.empty())
    Text += ": " + StringRef(K.Model->Summary).rtrim('.').str();
  Text += ". ";
  Text += tellRunners(K);
  unsigned Waits = N["gil-held-across-wait"],
           Crashes = N["callback-without-gil"];
  if (Crashes && K.WorkerInvokers.empty())
    Text += " Some of these calls have to be made without the GIL, so " +
            count(Crashes, "place that touches", "places that touch") +
            " Python there must acquire it: else a crash.";
  else if (Crashes)
    Text += " " + count(Crashes, "place touches", "places touch") +
            " Python there without the GIL: a crash.";
  if (Waits)
    Text += " " + count(Waits, "call waits", "calls wait") +
            " for them with the GIL held: a hang.";
  if (Waits && Crashes)
    Text += " Repair both together: a release alone crashes, an acquire alone "
            "hangs.";
  return Text;
}

std::string tellLock(const Program &P, StringRef Lock, unsigned Places) {
  const LockHolder *Holder = P.dangerousLock(Lock);
  std::string Where = count(Places, "place takes", "places take");
  if (!Holder)
    return "The lock " + quoted(Lock) +
           " is held in one place while the GIL is "
           "taken; " +
           Where +
           " it with the GIL held. Two threads suffice for "
           "a deadlock: one of the two orders has to go.";
  return "The lock " + quoted(Lock) + " is held while " +
         quoted(P.Kinds[Holder->Kind].Name) +
         " callbacks run, and those wait "
         "for the GIL" +
         evidenceOf(*Holder->Model) + ". " + Where +
         " it with the GIL held. Two threads suffice for a deadlock, no worker "
         "is needed. Releases have to cover every one of these places: a "
         "single "
         "one that is left still deadlocks.";
}

std::string tell(const Program &P, StringRef Id, Counts &N) {
  unsigned Places = 0;
  for (const auto &[Rule, Number] : N)
    Places += Number;
  StringRef Root = Id;
  if (Root.consume_front("kind:"))
    if (const CallbackKind *K = P.kind(Root))
      return tellKind(*K, N);
  if (Root.consume_front("lock:"))
    return tellLock(P, Root, Places);
  if (Id == "after-exit")
    return "Once the interpreter is gone no Python object may be touched, with "
           "or without a guard: " +
           count(Places, "place does", "places do") + " it.";
  for (const Rule *R : allRules())
    if (R->info().Name == Id)
      return count(Places, "place has ", "places have ") +
             R->info().Summary.str() + ".";
  return count(Places, "finding", "findings") + ".";
}

} // namespace

std::vector<Group> gilaudit::tellGroups(const Program &P,
                                        const std::vector<Finding> &Findings) {
  std::map<std::string, Counts> ByGroup;
  for (const Finding &F : Findings)
    ++ByGroup[F.Group][F.Rule];
  std::vector<Group> Groups;
  for (auto &[Id, N] : ByGroup)
    Groups.push_back({Id, tell(P, Id, N)});
  return Groups;
}
