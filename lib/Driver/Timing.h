//===- Timing.h - What took how long ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_TIMING_H
#define GIL_AUDIT_LIB_DRIVER_TIMING_H

#include "Units/Extraction.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace gilaudit {

class StopWatch {
public:
  /// Seconds since the last lap, or since it was made.
  double lap() {
    auto Now = Clock::now();
    double Seconds = std::chrono::duration<double>(Now - Last).count();
    Last = Now;
    return Seconds;
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Last = Clock::now();
};

/// --timing: the line of one phase.
void printPhase(llvm::raw_ostream &OS, double Seconds, llvm::StringRef Name);

/// --timing: one line for each unit that was parsed and for each phase. For
/// people and for bench/run; not a stable format.
void printTiming(llvm::raw_ostream &OS, const ExtractionResult &Extracted,
                 double AnalysisSeconds);

} // namespace gilaudit

#endif
