//===- Includes.cpp - Headers that a fix needs ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Formatting.h"
#include "Placement.h"
#include "clang/Tooling/Inclusions/HeaderIncludes.h"

using namespace gilaudit;
using clang::tooling::HeaderIncludes;
using clang::tooling::Replacement;
using clang::tooling::Replacements;
using llvm::StringRef;

namespace {

std::string applied(StringRef Code, const Replacements &R) {
  return llvm::cantFail(clang::tooling::applyAllReplacements(Code, R));
}

/// \p Code without the first line that is \p Line.
std::string without(StringRef Code, StringRef Line) {
  auto [Before, After] = Code.split(Line);
  return (Before + After).str();
}

} // namespace

std::string gilaudit::withInclude(StringRef File, StringRef Code,
                                  StringRef Header,
                                  const clang::format::FormatStyle &Style) {
  HeaderIncludes Includes(File, Code, Style.IncludeStyle);
  std::optional<Replacement> Insertion =
      Includes.insert(Header.trim("<>\""), Header.starts_with("<"),
                      clang::tooling::IncludeDirective::Include);
  if (!Insertion)
    return Code.str();
  std::string Text =
      withLineEndings(Insertion->getReplacementText(), lineEndingOf(Code));
  std::string Inserted =
      applied(Code, Replacements(Replacement(File, Insertion->getOffset(),
                                             Insertion->getLength(), Text)));
  // The place is right for includes that are sorted by bytes. clang-format may
  // know a better one, but must not sort what was not sorted before.
  std::string Line = StringRef(Text).trim().str();
  clang::tooling::Range AtLine(Insertion->getOffset() + Text.find(Line),
                               Line.size());
  std::string Sorted = applied(
      Inserted, clang::format::sortIncludes(Style, Inserted, AtLine, File));
  Line += lineEndingOf(Code);
  return without(Sorted, Line) == without(Inserted, Line) ? Sorted : Inserted;
}
