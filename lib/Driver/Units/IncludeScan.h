//===- IncludeScan.h - Which headers a unit includes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_INCLUDESCAN_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_INCLUDESCAN_H

#include "gil-audit/CompileCommand.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gilaudit {

/// Finds the files that units include through -I, -iquote, -include or by
/// neighbourhood. Reads #include lines as text: whether a condition holds does
/// not matter here, and a parse would cost what the whole audit costs. Each
/// file is read once for all units with the same search paths.
class IncludeScan {
public:
  /// Adds the real paths of all files that \p U reaches. What is in \p Seen is
  /// not followed again.
  void addHeaders(const CompileUnit &U, std::set<std::string> &Seen);

private:
  using Paths = std::vector<std::string>;
  using FileMap = std::map<std::string, std::vector<std::string>>;

  static const std::vector<std::string> &
  headersOf(const std::string &File, const Paths &Search, FileMap &Known);

  std::map<Paths, FileMap> KnownFor;
};

} // namespace gilaudit

#endif
