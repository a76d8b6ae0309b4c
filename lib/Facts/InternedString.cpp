//===- InternedString.cpp - The table of all texts ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/InternedString.h"
#include "llvm/Support/Allocator.h"
#include <mutex>

using namespace gilaudit;
using llvm::StringRef;

namespace {

struct Table {
  std::mutex Mutex;
  llvm::StringSet<llvm::BumpPtrAllocator> Texts;
};

/// Never destroyed: texts outlive what is destroyed at exit.
Table &all() {
  static Table &All = *new Table;
  return All;
}

} // namespace

InternedString::InternedString(StringRef Text) {
  if (Text.empty())
    return;
  std::lock_guard<std::mutex> Lock(all().Mutex);
  Entry = &*all().Texts.insert(Text).first;
}

std::optional<InternedString> InternedString::find(StringRef Text) {
  InternedString Found;
  if (Text.empty())
    return Found;
  std::lock_guard<std::mutex> Lock(all().Mutex);
  auto It = all().Texts.find(Text);
  if (It == all().Texts.end())
    return std::nullopt;
  Found.Entry = &*It;
  return Found;
}
