//===- Timing.cpp - What took how long ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Timing.h"
#include "gil-audit/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <sys/resource.h>

using namespace gilaudit;

void gilaudit::printPhase(llvm::raw_ostream &OS, double Seconds,
                          llvm::StringRef Name) {
  OS << llvm::formatv("timing: {0,8:F3} s  {1}\n", Seconds, Name);
}

void gilaudit::printTiming(llvm::raw_ostream &OS,
                           const ExtractionResult &Extracted,
                           double AnalysisSeconds) {
  unsigned Most = 0;
  for (const ParseCost &P : Extracted.Parsed) {
    OS << llvm::formatv("timing: {0,8:F3} s {1,5} MB  parsed {2}\n", P.Seconds,
                        P.Megabytes, P.File);
    Most = std::max(Most, P.Megabytes);
  }
  printPhase(OS, Extracted.LookUpSeconds, "looking into the cache");
  printPhase(OS, Extracted.ParseSeconds,
             counted(Extracted.Parsed.size(), "unit") + " parsed");
  printPhase(OS, Extracted.ReadSeconds, "reading facts");
  printPhase(OS, AnalysisSeconds, "link and rules");
  struct rusage Usage;
  if (!getrusage(RUSAGE_SELF, &Usage))
    OS << llvm::formatv("timing: {0} MB at most in this process, {1} MB in a "
                        "worker\n",
                        Usage.ru_maxrss / 1024, Most);
}
