//===- UnitAudit.h - One unit, judged where it is parsed --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For front ends that parse one unit after the other themselves (clang-tidy).
// What they say about a unit is what an audit of the whole program says there,
// as far as the unit and the facts of the others show it.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITAUDIT_H
#define GIL_AUDIT_LIB_DRIVER_UNITAUDIT_H

#include "Options/Options.h"
#include "gil-audit/Edit.h"
#include "gil-audit/Facts.h"
#include "gil-audit/Finding.h"
#include "gil-audit/Model.h"
#include "gil-audit/Program.h"
#include <set>

namespace gilaudit {

class UnitAudit {
public:
  /// \p Args are options of gil-audit. \p FactsFolder has facts files (*.facts,
  /// in whatever folders below it); empty: no other unit is known. Fails where
  /// an option is wrong or a facts file cannot be read.
  static llvm::Expected<UnitAudit> create(llvm::ArrayRef<std::string> Args,
                                          llvm::StringRef FactsFolder);

  const ModelSet &models() const { return Models; }

  /// The project root: that of the options, or what findRoot would say of the
  /// units whose facts are there and of this one, which includes \p Headers
  /// through non-system paths.
  std::string rootOfUnit(const std::string &MainFile,
                         const std::set<std::string> &Headers) const;

  /// The findings in files of \p Unit, whose own facts file, if there is one,
  /// is passed over. Fixes are planned, not proved, where the whole program is
  /// known (there is a folder of facts), and only those that change files of
  /// \p Unit alone and whose findings are all there. \p Read gives the text of
  /// files of the unit as they were parsed.
  Report judge(TUFacts Unit, const std::string &Root, FileReader Read) const;

private:
  std::vector<TUFacts> withOthers(TUFacts Unit) const;

  ModelSet Models;
  AnalysisOptions Options; ///< Root: as given; else empty.
  bool KnowsAll = false;
  std::vector<TUFacts> Others; ///< In the order of sortUnits.
};

} // namespace gilaudit

#endif
