//===- Machine.cpp - What this machine has --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompileUnits.h"
#include "Options/Setup.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include <algorithm>

using namespace gilaudit;
using llvm::StringRef;

llvm::Expected<std::string> gilaudit::findResourceDir(StringRef Given) {
  std::string Folder = Given.empty() ? GIL_AUDIT_RESOURCE_DIR : Given.str();
  llvm::SmallString<256> Header(Folder);
  llvm::sys::path::append(Header, "include", "stddef.h");
  if (llvm::sys::fs::exists(Header))
    return realPath(Folder);
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "Clang's builtin headers are missing: no " + Header +
          "; install clang-" LLVM_VERSION_TEXT
          ", or give --resource-dir (clang -print-resource-dir)");
}

/// Megabytes that can be had without swapping; 0: not known.
static unsigned availableMemory() {
  auto Buffer = llvm::MemoryBuffer::getFileAsStream("/proc/meminfo");
  if (!Buffer)
    return 0;
  for (llvm::line_iterator Line(**Buffer); !Line.is_at_end(); ++Line) {
    StringRef Text = *Line;
    unsigned Kilobytes;
    if (Text.consume_front("MemAvailable:") &&
        !Text.ltrim().consumeInteger(10, Kilobytes))
      return Kilobytes / 1024;
  }
  return 0;
}

unsigned gilaudit::jobsFor(unsigned Given) {
  if (Given)
    return Given;
  unsigned Cores = llvm::hardware_concurrency().compute_thread_count();
  // A parse of everything, the worst case, takes a little over half of this.
  unsigned MegabytesEach = 1024, Memory = availableMemory();
  return Memory ? std::clamp(Memory / MegabytesEach, 1u, Cores) : Cores;
}
