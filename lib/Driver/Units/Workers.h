//===- Workers.h - One process for each translation unit --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_UNITS_WORKERS_H
#define GIL_AUDIT_LIB_DRIVER_UNITS_WORKERS_H

#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>
#include <vector>

namespace gilaudit {

struct WorkerLimits {
  unsigned Jobs = 1;           ///< Processes at a time, at least one.
  unsigned TimeLimit = 0;      ///< Seconds for one job; 0: none.
  unsigned MemoryLimit = 0;    ///< Megabytes for one job; 0: none.
};

/// What became of one job.
struct WorkerResult {
  bool Done = false;  ///< The job returned true.
  std::string Error;  ///< Else: what the job said, or how it ended.
  double Seconds = 0; ///< From start to end.
  unsigned Megabytes = 0; ///< The most memory that it had at a time.
};

/// Runs \p Job(0) ... \p Job(Count - 1), each in a forked process, so that a
/// job that crashes, hangs or eats all memory costs nobody else anything. A job
/// leaves its result in files; if it returns false, what it wrote to Message is
/// the error. Progress is called in this process after each job. Results come
/// in the order of the jobs.
///
/// On SIGINT, SIGTERM or SIGHUP all workers are killed and waited for;
/// wasInterrupted() (Interrupt.h) is true from then on, and the results are incomplete.
///
/// EXPECTS: this process has a single thread.
std::vector<WorkerResult>
runWorkers(size_t Count, const WorkerLimits &Limits,
           std::function<bool(size_t Index, std::string &Message)> Job,
           std::function<void(size_t Index, size_t Finished)> Progress);

} // namespace gilaudit

#endif
