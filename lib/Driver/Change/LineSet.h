//===- LineSet.h - Lines that were changed ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_CHANGE_LINESET_H
#define GIL_AUDIT_LIB_DRIVER_CHANGE_LINESET_H

#include <map>
#include <set>

namespace gilaudit {

/// The lines of a file (1-based) that a change has made, and the places from
/// which it has taken some away without putting others there.
class LineSet {
public:
  /// Lines [First, Last] are new. EXPECTS: 1 <= First <= Last.
  void add(unsigned First, unsigned Last);
  /// Lines are gone between line \p Before and the one behind it; 0: from the
  /// top of the file.
  void addGap(unsigned Before) { Gaps.insert(Before); }

  bool empty() const { return Spans.empty() && Gaps.empty(); }
  /// \p Line is new, or lines before or behind it are gone.
  bool touches(unsigned Line) const;

  /// First -> last line of each run of new lines; runs neither overlap nor
  /// meet.
  const std::map<unsigned, unsigned> &spans() const { return Spans; }
  const std::set<unsigned> &gaps() const { return Gaps; }

private:
  std::map<unsigned, unsigned> Spans;
  std::set<unsigned> Gaps;
};

} // namespace gilaudit

#endif
