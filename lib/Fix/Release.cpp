//===- Release.cpp - Where a call gives the GIL up ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms, the plainest first (Forms.h has their texts):
//
//   call_guard                     CallGuard.cpp
//   guard; call();                 nothing behind it in the block is busy
//   { guard; call(); }             a statement, or several adjacent ones
//   T v; { guard; v = call(); }    a declaration of an assignable type
//   T v; { guard; v = call(); } if (v)   the condition of an if or switch
//   guard; member = call();        a member initialiser, moved into the body
//   [&] { guard; return call(); }()   everywhere else
//
//===----------------------------------------------------------------------===//
#include "Forms.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class ReleasePlacer {
public:
  ReleasePlacer(const PlacementContext &C, FunctionIndex Function, int Region,
                const std::string &OldName)
      : C(C), Function(Function), F(C.P.function(Function)),
        B(C.P, Function, Region), Replaces(Region >= 0), OldName(OldName) {}

  std::vector<Placement> run(llvm::ArrayRef<unsigned> Calls,
                             llvm::ArrayRef<std::string> Why) {
    std::vector<size_t> Order;
    for (size_t I = 0; I != Calls.size(); ++I)
      Order.push_back(I);
    llvm::stable_sort(Order, [&](size_t X, size_t Y) {
      return isBefore(F.Events[Calls[X]].Where, F.Events[Calls[Y]].Where);
    });
    Results.resize(Calls.size());
    for (size_t I : Order)
      place(I, Calls[I], Why[I]);
    return std::move(Results);
  }

private:
  /// Text in which a guard of this run is in force.
  struct Covered {
    unsigned File, Begin, End;
    size_t Owner;
    unsigned Block = 0, LastIndex = 0; ///< For a block that may grow.
    bool Grows = false;
  };

  void place(size_t Number, unsigned Event, const std::string &Why) {
    Placement &Out = Results[Number];
    Out.Refused = whyNot(Event);
    if (!Out.Refused.empty())
      return;
    const FixSite &Site = C.P.FixSites[F.Events[Event].Site];
    for (const Covered &Range : Ranges)
      if (Site.Call.File == Range.File && Site.Call.Begin >= Range.Begin &&
          Site.Call.End <= Range.End) {
        Out.Anchor = Results[Range.Owner].Anchor;
        return;
      }
    ReleaseForm Form(C, F, B, Event, Why, OldName);
    Out.Refused = Form.problem();
    if (!Out.Refused.empty())
      return;
    if (Form.isBlock() && !Form.hasHoists() && growBlock(Form, Out))
      return;
    Out.Change.File = C.P.Files[Site.Call.File];
    Form.write(Out);
    Out.Releases = 1;
    remember(Form, Number);
  }

  std::string whyNot(unsigned Event) const {
    if (F.Events[Event].Site < 0)
      return "its place in the text is not known";
    const FixSite &Site = C.P.FixSites[F.Events[Event].Site];
    if (Site.InMacro)
      return "the call is in a macro expansion";
    if (std::string Reason = whyNoEdit(C.P, Site.Call); !Reason.empty())
      return Reason;
    if (F.IsConstexpr)
      return "it is constexpr, which a guard cannot be";
    if (F.GuardNamespace.empty())
      return "no guard class of a binding library is declared here";
    Context Entry;
    if (Replaces)
      return ""; // Where that one may stand, these may.
    for (Context In : {Context::Callback, Context::Region, Context::AfterExit})
      if (C.S.find({Function, Event}, In, Entry))
        return "the call is also reached without the GIL, where a release "
               "guard may not stand";
    return "";
  }

  /// Lets the block of the statement right before take this one in.
  bool growBlock(const ReleaseForm &Form, Placement &Out) {
    const StatementFact &S = Form.statement();
    for (Covered &Range : Ranges) {
      if (!Range.Grows || Range.File != S.Range.File ||
          Range.Block != S.Block.Begin || Range.LastIndex + 1 != S.Index)
        continue;
      Placement &Owner = Results[Range.Owner];
      for (SourceEdit &E : Owner.Change.Edits)
        if (E.Offset == Range.End && E.Length == 0)
          E.Offset = S.Range.End;
      Owner.Change.Reformat.push_back({S.Range.Begin, S.Range.End});
      Range.End = S.Range.End;
      Range.LastIndex = S.Index;
      Out.Anchor = Owner.Anchor;
      return true;
    }
    return false;
  }

  void remember(const ReleaseForm &Form, size_t Number) {
    ByteRange Range = Form.covers();
    Covered New{Range.File, Range.Begin, Range.End, Number};
    if (Form.isBlock()) {
      New.Grows = true;
      New.Block = Form.statement().Block.Begin;
      New.LastIndex = Form.statement().Index;
    }
    Ranges.push_back(New);
  }

  const PlacementContext &C;
  FunctionIndex Function;
  const FunctionFacts &F;
  Body B;
  bool Replaces;
  std::string OldName;
  std::vector<Placement> Results;
  std::vector<Covered> Ranges;
};

} // namespace

std::vector<Placement> gilaudit::placeReleases(
    const PlacementContext &C, FunctionIndex F, llvm::ArrayRef<unsigned> Calls,
    llvm::ArrayRef<std::string> Why, int Region, const std::string &OldName) {
  return ReleasePlacer(C, F, Region, OldName).run(Calls, Why);
}
