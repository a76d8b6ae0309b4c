//===- Timeline.h - A witness as two threads over time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the picture of a finding shows, without how it looks: two lanes, one for
// each thread, and what each of them does while the steps of the witness
// happen.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_REPORT_HTML_TIMELINE_H
#define GIL_AUDIT_LIB_REPORT_HTML_TIMELINE_H

#include "gil-audit/Finding.h"

namespace gilaudit::html {

/// What a thread is doing.
enum class LaneState : unsigned char {
  Absent,   ///< It is not there yet, or nothing is said of it.
  Running,  ///< Runs without the GIL.
  Holds,    ///< Runs with the GIL.
  Blocked,  ///< Waits for the other thread, with the GIL.
  WantsGil, ///< Waits for the GIL.
  Faulty    ///< Touches Python without the GIL.
};

struct TimelineRow {
  const WitnessStep *Step = nullptr; ///< Null: the outcome.
  bool Second = false;               ///< It happens on the second lane.
  bool Earlier = false;              ///< It happened some time before.
  LaneState Lanes[2] = {LaneState::Absent, LaneState::Absent};
  std::string Label; ///< Two or three words for the lane.
};

struct Timeline {
  std::string First, Second; ///< Names of the lanes; Second may be empty.
  std::vector<TimelineRow> Rows;
  enum EndTy : unsigned char { Open, Deadlock, Crash } End = Open;
  std::string Outcome; ///< A sentence or two; empty if End is Open.
  /// Steps that do not happen at run time: costs, what a fix lays open.
  std::vector<const WitnessStep *> Remarks;
};

/// Refers to \p F.
Timeline timelineOf(const Finding &F);

} // namespace gilaudit::html

#endif
