//===- SourceLines.cpp - Files, line by line ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceLines.h"

using namespace gilaudit;
using namespace gilaudit::html;
using llvm::StringRef;

std::optional<StringRef> SourceLines::line(StringRef File, unsigned Line) {
  if (!Source || File.empty() || Line == 0)
    return std::nullopt;
  auto [It, New] = Files.try_emplace(File);
  Entry &E = It->second;
  if (New) {
    E.Text = Source(File).value_or("");
    for (StringRef Rest = E.Text; !Rest.empty();) {
      auto [First, Tail] = Rest.split('\n');
      E.Lines.push_back(First.rtrim('\r'));
      Rest = Tail;
    }
  }
  if (Line > E.Lines.size())
    return std::nullopt;
  return E.Lines[Line - 1];
}
