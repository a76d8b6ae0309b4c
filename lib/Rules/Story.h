//===- Story.h - Witnesses in words -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rules share: a witness is told in the order in which it happens, one
// step a line (semantics, section 5).
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_RULES_STORY_H
#define GIL_AUDIT_LIB_RULES_STORY_H

#include "gil-audit/Rule.h"

namespace gilaudit {

Place placeOf(const Program &P, const Loc &L);

/// "'name'", or "the lambda in 'f'".
std::string nameOf(const Program &P, FunctionIndex F);
inline std::string quoted(llvm::StringRef Text) {
  return "'" + Text.str() + "'";
}
/// " (model: file: function; ...)", or nothing.
std::string evidenceOf(const FunctionModel &Model);
/// "once per printed chunk", "once per operation", "once per call".
std::string costOf(llvm::StringRef Kind);

class Story {
public:
  explicit Story(const Solution &S) : S(S), P(S.program()) {}

  void step(llvm::StringRef Role, const Loc &Where, std::string Message);
  void fact(llvm::StringRef Role, std::string Message);

  /// From a root down to function \p F entered in \p In. Nothing where no root
  /// is seen to reach it.
  void entry(FunctionIndex F, Context In);
  /// ... down to the call \p E, made with the GIL held.
  void heldCall(EventRef E, Context Entry);
  /// Why a call with the GIL held may block: who is waited for or what lock is
  /// taken, who registers the callback, where it needs the GIL.
  void hazard(const ApiCall &Call, const Hazard &H);
  /// From here on it is the thread that is waited for that acts, or again the
  /// one that the story began with.
  void onOtherThread(bool Other) { OtherThread = Other; }
  /// What WitnessStep::Gil says from here on.
  void nowGil(WitnessStep::GilTy G) { Gil = G; }
  /// Calls from the second step on; the last step is the operation.
  void path(llvm::ArrayRef<EventRef> Path);

  /// Some hop rests on a proposed release that rests on an assumption.
  bool assumed() const { return Assumed; }
  /// Some hop rests on a proposed release that only a failing path asks for.
  bool onErrorOnly() const { return OnErrorOnly; }
  /// "'f', which has to be called without the GIL", or nothing: the API
  /// function that runs the callback on the calling thread.
  const std::string &runner() const { return Runner; }
  /// The kind of callback that the story starts with or passes last, or "".
  llvm::StringRef kind() const { return Kind; }
  std::vector<WitnessStep> take() { return std::move(Steps); }

private:
  void hop(const Hop &H);
  void rootBinding(const Hop &H);
  void worker(const Hop &H);
  void callback(const Hop &H);
  void registration(KindIndex Kind, const ApiCall &Call, const Hazard &H);
  void needs(FunctionIndex Callback);

  const Solution &S;
  const Program &P;
  std::vector<WitnessStep> Steps;
  void planned(const ApiCall &Call);

  bool Assumed = false, OnErrorOnly = false;
  bool OtherThread = false;
  WitnessStep::GilTy Gil = WitnessStep::Unsaid;
  llvm::StringRef Kind;
  std::string Runner;
};

/// "'kind' callbacks", with a word on other kinds that run there.
std::string waitedFor(const Program &P, const Hazard &H);

/// True if the hazard rests on no audited registration.
bool isAssumed(const Program &P, const Hazard &H);

} // namespace gilaudit

#endif
