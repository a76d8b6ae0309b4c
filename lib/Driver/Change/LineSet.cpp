//===- LineSet.cpp - Lines that were changed ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LineSet.h"
#include <algorithm>
#include <iterator>

using namespace gilaudit;

void LineSet::add(unsigned First, unsigned Last) {
  auto It = Spans.upper_bound(First);
  if (It != Spans.begin() && std::prev(It)->second + 1 >= First) {
    It = std::prev(It);
    First = It->first;
  }
  while (It != Spans.end() && It->first <= Last + 1) {
    Last = std::max(Last, It->second);
    It = Spans.erase(It);
  }
  Spans.emplace_hint(It, First, Last);
}

bool LineSet::touches(unsigned Line) const {
  auto It = Spans.upper_bound(Line);
  if (It != Spans.begin() && std::prev(It)->second >= Line)
    return true;
  return Gaps.count(Line) || (Line && Gaps.count(Line - 1));
}
