//===- Log.h - What the parts of a SARIF log share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Report ─► rules        (Rules.cpp)
//          ├► results      (Results.cpp) ─► codeFlows (Flows.cpp), fixes
//          (Fixes.cpp) └► notifications, limits, the frame of it all
//          (Sarif.cpp)
//
// All texts may have bytes that are no UTF-8; they are mended when the log is
// printed. Columns are of UTF-16 code units, as editors count.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_SARIF_LOG_H
#define GIL_AUDIT_LIB_REPORT_SARIF_LOG_H

#include "../Paths.h"
#include "../Sources.h"
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace gilaudit::sarif {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

inline Json message(llvm::StringRef Text) { return {{"text", Text.str()}}; }

/// Locations of a report's places.
class Places {
public:
  Places(const Report &R, const ReportContext &C)
      : Names(R.Root, C.Repository), Texts(C.Source) {}

  Json artifact(llvm::StringRef File) const;
  /// A region of one line: the name or letter at \p P, or the line where no
  /// column is known.
  Json physical(const Place &P);
  /// Likewise, with the text of the line.
  Json physicalWithText(const Place &P);
  /// The bytes [Offset, Offset + Length) of a file; nullopt: they are not to be
  /// had.
  std::optional<Json> region(llvm::StringRef File, unsigned Offset,
                             unsigned Length);
  const Paths &names() const { return Names; }

private:
  unsigned column(llvm::StringRef LineText, unsigned Line,
                  unsigned Bytes) const;
  Json lineRegion(const Place &P);

  Paths Names;
  Sources Texts;
};

/// The descriptors of all rules, those of other findings' rules behind them.
Json ruleDescriptors(const Report &R, const ReportContext &C);

/// More steps than these GitHub does not keep.
constexpr size_t MaxSteps = 1000;

/// The witness of \p F: one flow, of two threads if it is a deadlock. Null if
/// it has no step.
Json codeFlows(const Finding &F, Places &Where);

/// Which fix goes with which finding. A fix changes all that its closure does
/// and is offered once, so that a program that applies every fix of the log
/// makes each edit once.
class Fixes {
public:
  explicit Fixes(const Report &R);

  /// What to offer with \p F, as SARIF has it; null: nothing. Findings have to
  /// be asked for in the order of the log, each once.
  Json offer(const Finding &F, Places &Where);
  /// Why the fix of \p F cannot be offered; empty: it can, or there is none.
  std::string obstacle(const Finding &F) const;

private:
  struct Offer {
    std::vector<const FixEdit *> Edits; ///< Sorted by file and offset.
    size_t Findings = 0;
    std::string Obstacle;
    bool Made = false;
  };
  void collect(const Report &R);
  void checkShared();

  std::map<std::string, Offer> Offers; ///< By id of the closure.
};

/// One result after the other.
class Results {
public:
  /// \p Rules are those of ruleDescriptors().
  Results(const Report &R, Places &Where, const Json &Rules);

  Json result(const Finding &F);

private:
  /// The message, and the related locations that it links to.
  void tell(const Finding &F, Json &J);
  Json properties(const Finding &F) const;

  Places &Where;
  Fixes Offered;
  std::map<std::string, size_t> RuleIndex;
};

} // namespace gilaudit::sarif

#endif
