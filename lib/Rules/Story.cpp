//===- Story.cpp - Witnesses in words -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Story.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

Place gilaudit::placeOf(const Program &P, const Loc &L) {
  if (!L.isValid())
    return {};
  return {P.path(L).str(), L.Line, L.Column};
}

/// An inline namespace that a macro names tells a reader nothing.
static StringRef withoutMacroNamespace(StringRef Name) {
  auto [First, Rest] = Name.split("::");
  bool Macro = First.contains('_') && First == StringRef(First.upper());
  return Macro && !Rest.empty() ? Rest : Name;
}

/// The last two parts of a qualified name: enough to find it, short enough to
/// read. Template arguments have "::" of their own.
static StringRef shortened(StringRef Name) {
  unsigned Depth = 0, Parts = 0;
  for (size_t I = Name.size(); I-- > 1;) {
    if (Name[I] == '>' || Name[I] == ')')
      ++Depth;
    else if ((Name[I] == '<' || Name[I] == '(') && Depth)
      --Depth;
    else if (!Depth && Name.substr(I - 1, 2) == "::" && ++Parts == 2)
      return withoutMacroNamespace(Name.drop_front(I + 1));
  }
  return Name;
}

std::string gilaudit::nameOf(const Program &P, FunctionIndex F) {
  StringRef Name = P.function(F).Name;
  size_t Quote = Name.find('\'');
  if (Quote == StringRef::npos && !Name.contains(' '))
    return quoted(shortened(Name));
  if (Quote == StringRef::npos || !Name.ends_with("'"))
    return Name.starts_with("a ") ? Name.str() : quoted(shortened(Name));
  StringRef Inner = Name.slice(Quote + 1, Name.size() - 1);
  return "the " + Name.take_front(Quote).str() + quoted(shortened(Inner));
}

std::string gilaudit::evidenceOf(const FunctionModel &Model) {
  constexpr size_t MaxShown = 2; // The rest is in the model file.
  auto Shown = llvm::ArrayRef(Model.Evidence).take_front(MaxShown);
  return Shown.empty() ? "" : " (model: " + llvm::join(Shown, "; ") + ")";
}

std::string gilaudit::costOf(StringRef Kind) {
  auto Has = [&](std::initializer_list<StringRef> Words) {
    return llvm::any_of(Words, [&](StringRef W) { return Kind.contains(W); });
  };
  if (Has({"destruct", "delete", "destroy", "free"}))
    return "once per object that is destroyed";
  if (Has({"string", "print", "file", "bytecode", "accumul"}))
    return "once per printed chunk";
  if (Has({"verif", "trait", "pattern", "rewrite", "walk", "effect", "legal"}))
    return "once per operation";
  if (Has({"diagnostic", "log", "line"}))
    return "once per message";
  return "once per call of it";
}

bool gilaudit::isAssumed(const Program &P, const Hazard &H) {
  bool Wait = H.waits() && (H.WaitsForFunction >= 0 ||
                            P.Kinds[H.WaitsFor].Python == Backing::Registered);
  bool Lock = H.Lock && P.Kinds[H.Holder.Kind].Python == Backing::Registered;
  return !Wait && !Lock;
}

void Story::step(StringRef Role, const Loc &Where, std::string Message) {
  Steps.push_back({Role.str(), placeOf(P, Where), std::move(Message),
                   OtherThread, OtherThread ? WitnessStep::Released : Gil});
}

void Story::fact(StringRef Role, std::string Message) {
  Steps.push_back({Role.str(),
                   {},
                   std::move(Message),
                   OtherThread,
                   OtherThread ? WitnessStep::Released : Gil});
}

/// What a context says of the GIL.
static WitnessStep::GilTy gilIn(Context C) {
  if (C == Context::Held)
    return WitnessStep::Held;
  return isReleased(C) || C == Context::AfterExit ? WitnessStep::Released
                                                  : WitnessStep::Unsaid;
}

void Story::entry(FunctionIndex F, Context In) {
  for (const Hop &H : S.chain(F, In))
    hop(H);
}

void Story::hop(const Hop &H) {
  switch (H.By) {
  case Hop::How::Binding:
  case Hop::How::BoundApi:
    return rootBinding(H);
  case Hop::How::Worker:
  case Hop::How::Destroyed:
    return worker(H);
  case Hop::How::Unreached:
    return;
  case Hop::How::Call:
    nowGil(gilIn(H.In));
    return step("call", P.event(H.From).Where,
                nameOf(P, H.From.Function) + " calls " + nameOf(P, H.Function));
  case Hop::How::Callback:
    return callback(H);
  }
}

void Story::rootBinding(const Hop &H) {
  const BindingFact &B = P.Bindings[H.Index].Fact;
  std::string Text;
  if (B.Form == "destructor")
    Text = "Python destroys an object of " + quoted(B.Name);
  else if (B.Entry == GilState::Mixed)
    Text = quoted(B.Name) + " runs after the interpreter is gone";
  else if (B.Entry == GilState::Released && !B.GuardWhere.isValid())
    Text = quoted(B.Name) + " is entered without the GIL";
  else
    Text = "Python calls " + quoted(B.Name) + ", bound here";
  if (B.Entry == GilState::Held || B.Entry == GilState::Inherited)
    Text += ", with the GIL held";
  else if (B.GuardWhere.isValid())
    Text += "; its call guard releases the GIL";
  nowGil(B.Entry == GilState::Held || B.Entry == GilState::Inherited
             ? WitnessStep::Held
             : WitnessStep::Released);
  step("entry", B.Where, Text);
  if (H.By != Hop::How::BoundApi)
    return;
  const ApiCall &Api = P.Bindings[H.Index].Api;
  Kind = P.Kinds[H.Kind].Name;
  Runner = quoted(Api.Model->Name);
  if (H.Planned)
    planned(Api);
  nowGil(gilIn(H.In));
  fact("model",
       quoted(Api.Model->Name) + " runs " + quoted(Kind) +
           " callbacks on the calling thread" +
           (H.Planned ? ", and has to be called without the GIL" : "") +
           evidenceOf(*Api.Model));
  step("registration", P.event(H.Handed).Where,
       nameOf(P, H.Function) + " is registered here");
}

void Story::worker(const Hop &H) {
  const CallbackKind &K = P.Kinds[H.Kind];
  const ApiCall &Handed = *P.apiCall(H.Handed);
  Kind = K.Name;
  bool Dies = H.By == Hop::How::Destroyed;
  step("registration", P.event(H.Handed).Where,
       (Dies ? std::string("a closure") : nameOf(P, H.Function)) +
           " is handed to " + quoted(Handed.Model->Name) + " here as a " +
           quoted(Kind) + " callback");
  nowGil(WitnessStep::Released);
  const FunctionModel &Runs =
      K.WorkerInvokers.empty() ? *Handed.Model : *K.WorkerInvokers.front();
  fact("model", quoted(Runs.Name) + " may " + (Dies ? "drop" : "run") + " " +
                    quoted(Kind) +
                    " callbacks on a thread that does not hold the GIL" +
                    evidenceOf(Runs));
}

void Story::callback(const Hop &H) {
  const ApiCall &Call = *P.apiCall(H.From);
  Kind = P.Kinds[H.Kind].Name;
  Context Here = S.at(H.From, H.FromContext);
  std::string State = H.Planned               ? ", which has to release the GIL"
                      : isReleased(Here)      ? " with the GIL released"
                      : Here == Context::Held ? " with the GIL held"
                                              : "";
  nowGil(gilIn(H.In));
  Runner = quoted(Call.Model->Name);
  if (isReleased(Here))
    Runner += ", which is called without the GIL";
  if (H.Planned)
    planned(Call);
  if (Here == Context::Region && P.event(H.From).Region >= 0) {
    const Region &R =
        P.function(H.From.Function).Regions[P.event(H.From).Region];
    step("guard", R.Where, "the GIL is released here by " + quoted(R.Guard));
  }
  step("call", P.event(H.From).Where,
       nameOf(P, H.From.Function) + " calls " + quoted(Call.Model->Name) +
           State);
  fact("model", quoted(Call.Model->Name) + " runs " + quoted(Kind) +
                    " callbacks on the calling thread" +
                    evidenceOf(*Call.Model));
  if (!(H.Handed == H.From))
    step("registration", P.event(H.Handed).Where,
         nameOf(P, H.Function) + " is registered here");
}

/// The callback runs without the GIL only once another finding is repaired.
void Story::planned(const ApiCall &Call) {
  Hazard Reason = S.hazard(Call);
  Assumed |= isAssumed(P, Reason);
  OnErrorOnly |= !Reason.waits() && Reason.LockOnErrorOnly;
  Runner += ", which has to be called without the GIL";
}

void Story::heldCall(EventRef E, Context Entry) {
  entry(E.Function, Entry);
  const Event &Ev = P.event(E);
  const FunctionFacts &F = P.function(E.Function);
  nowGil(WitnessStep::Held);
  if (Ev.State == GilState::Held && Ev.Acquire >= 0)
    step("guard", F.Acquires[Ev.Acquire].Where,
         nameOf(P, E.Function) + " takes the GIL here by " +
             quoted(F.Acquires[Ev.Acquire].Guard));
  else if (S.guardPlanned(E) && Entry != Context::Held)
    step("guard", F.Where,
         nameOf(P, E.Function) +
             " has to take the GIL for what it does itself");
  step("call", Ev.Where,
       nameOf(P, E.Function) + " calls " + quoted(Ev.What) +
           " with the GIL held");
}

void Story::hazard(const ApiCall &Call, const Hazard &H) {
  const std::string Api = quoted(Call.Model->Name);
  if (H.waits()) {
    fact("model", Api + " may wait for threads that run " + waitedFor(P, H) +
                      evidenceOf(*Call.Model));
    onOtherThread(true);
    registration(H.WaitsFor, Call, H);
    onOtherThread(false);
  }
  if (H.Lock) {
    const LockHolder &L = H.Holder;
    const std::string Kind = quoted(P.Kinds[L.Kind].Name);
    std::string Takes = Api + " takes the lock " + quoted(H.Lock->Name) +
                        (H.LockOnErrorOnly ? " when it fails" : "");
    if (L.Claim == H.Lock) {
      fact("lock", Takes + " and runs " + Kind + " callbacks under it" +
                       evidenceOf(*Call.Model));
    } else {
      fact("lock", Takes + evidenceOf(*Call.Model));
      onOtherThread(true);
      fact("model", "under that lock, " + quoted(L.Model->Name) + " runs " +
                        Kind + " callbacks" + evidenceOf(*L.Model));
    }
    onOtherThread(true);
    if (!H.waits() || KindIndex(H.WaitsFor) != L.Kind)
      registration(L.Kind, Call, Hazard());
    onOtherThread(false);
  }
}

std::string gilaudit::waitedFor(const Program &P, const Hazard &H) {
  std::string Text = quoted(P.Kinds[H.WaitsFor].Name) + " callbacks";
  if (H.OtherKinds)
    Text += " (and " + std::to_string(H.OtherKinds) + " other " +
            (H.OtherKinds == 1 ? "kind" : "kinds") + ")";
  return Text;
}

void Story::registration(KindIndex Index, const ApiCall &Call,
                         const Hazard &H) {
  const CallbackKind &K = P.Kinds[Index];
  if (H.WaitsForFunction >= 0) {
    step("registration", P.function(H.WaitsForFunction).Where,
         nameOf(P, H.WaitsForFunction) + " runs there");
    return needs(H.WaitsForFunction);
  }
  switch (K.Python) {
  case Backing::Registered: {
    const Registration &R = K.Registrations[K.PythonRegistration];
    step("registration", P.event(R.Call).Where,
         nameOf(P, R.Function) + " is registered here as a " + quoted(K.Name) +
             " callback, through " + quoted(P.event(R.Call).What));
    return needs(R.Function);
  }
  case Backing::ByApi:
    return fact("registration", "the API's own Python bindings register " +
                                    quoted(K.Name) +
                                    " callbacks, and those need the GIL");
  case Backing::ByUser:
  case Backing::None:
    return fact("registration", quoted(K.Name) +
                                    " callbacks are taken to need the GIL "
                                    "(--assume-registered)");
  }
}

/// Where a callback needs the GIL, whether it takes it there or not.
void Story::needs(FunctionIndex Callback) {
  std::vector<EventRef> Path = pathToPython(P, Callback);
  if (int D = P.closureDestructor(Callback); Path.empty() && D >= 0)
    Path = pathToPython(P, D);
  if (Path.empty())
    return;
  const Event &E = P.event(Path.back());
  std::string What = E.Kind == EventKind::Acquire
                         ? "waits for the GIL here"
                         : E.What.str() + " here, which needs the GIL";
  step("operation", E.Where, nameOf(P, Path.back().Function) + " " + What);
}

void Story::path(llvm::ArrayRef<EventRef> Path) {
  nowGil(WitnessStep::Released);
  for (size_t I = 0; I + 1 < Path.size(); ++I)
    step("call", P.event(Path[I]).Where,
         nameOf(P, Path[I].Function) + " calls " +
             nameOf(P, Path[I + 1].Function));
  if (Path.empty())
    return;
  const Event &E = P.event(Path.back());
  if (E.Kind == EventKind::Release)
    return step("operation", E.Where,
                nameOf(P, Path.back().Function) +
                    " releases the GIL here, which it must hold for that");
  step("operation", E.Where,
       nameOf(P, Path.back().Function) + " " + E.What.str() + " here");
}
