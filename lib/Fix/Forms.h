//===- Forms.h - The text of one released call ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_FIX_FORMS_H
#define GIL_AUDIT_LIB_FIX_FORMS_H

#include "Placement.h"

namespace gilaudit {

/// Decides on the form of the release around one call (Release.cpp lists them)
/// and writes it.
class ReleaseForm {
public:
  ReleaseForm(const PlacementContext &C, const FunctionFacts &F, const Body &B,
              unsigned Event, const std::string &Why,
              const std::string &GuardName);

  /// Why no form is right; empty: one is.
  const std::string &problem() const { return Problem; }
  /// It is a block around whole statements, which may take in more of them.
  bool isBlock() const { return Shape == Block && Direct; }
  /// What the form declares has to stand before the block.
  bool hasHoists() const { return !Hoisted.empty(); }
  /// The statement that the call is in. Not for member initialisers.
  const StatementFact &statement() const { return B.statement(At); }
  /// The text in which the guard is in force.
  ByteRange covers() const;

  void write(Placement &Out) const;

private:
  enum ShapeTy { Line, Block, Split, Hoist, Member, Lambda };

  void decide();
  bool isLastInBlock() const;
  void inspectArguments();
  void keepTemporaries();
  bool statementTouchesPython() const;
  void chooseStatement();
  void chooseWhole();
  void chooseMember();
  void chooseNames();
  ByteRange declaredIn() const;
  bool declaresPlainly() const;
  std::string guard() const;
  std::string hoists() const;
  std::string callText() const;
  void writeArguments(Placement &Out) const;
  void writeLambda(Placement &Out) const;
  void writeMember(Placement &Out) const;
  void writeHoist(Placement &Out) const;
  void writeStatement(Placement &Out) const;
  void fail(std::string Reason) { Problem = std::move(Reason); }

  const PlacementContext &C;
  const FunctionFacts &F;
  const Body &B;
  unsigned Event;
  const FixSite &Site;
  std::string Why;
  std::string GuardName, ResultName; ///< GuardName empty: as the file does.
  int At = -1;         ///< Index of the statement; -1: none.
  bool Direct = false; ///< The call's statement is one of a block itself.
  ShapeTy Shape = Lambda;
  bool MemberInBlock = false;
  /// Arguments that touch Python, or make what has to outlive the call: index
  /// into Site.Args, name of the local.
  std::vector<std::pair<unsigned, std::string>> Hoisted;
  std::string Problem;
};

} // namespace gilaudit

#endif
