//===- RulePages.h - The rules as a page of documentation -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_DRIVER_OPTIONS_RULEPAGES_H
#define GIL_AUDIT_LIB_DRIVER_OPTIONS_RULEPAGES_H

#include <string>

namespace gilaudit {

/// docs/rules.md: all that RuleInfo says about every rule, as Markdown.
std::string rulesPage();

} // namespace gilaudit

#endif
