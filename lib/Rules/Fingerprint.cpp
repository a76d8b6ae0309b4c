//===- Fingerprint.cpp - Names of findings that survive edits -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace gilaudit;
using llvm::StringRef;

/// Bump when the same finding gets another fingerprint than before.
constexpr const char *FingerprintVersion = "1:";

namespace {

/// Which instance of a template stands for all is chance: drop the arguments.
std::string withoutTemplateArguments(StringRef Name) {
  std::string Out;
  unsigned Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    char C = Name[I];
    bool Operator = StringRef(Out).ends_with("operator") ||
                    StringRef(Out).ends_with("operator<") ||
                    StringRef(Out).ends_with("operator-") ||
                    StringRef(Out).ends_with("operator>");
    if (C == '<' && !Operator)
      ++Depth;
    else if (C == '>' && Depth)
      --Depth;
    else if (!Depth)
      Out += C;
  }
  return Out;
}

std::string hashOf(StringRef Key) {
  return llvm::utohexstr(llvm::xxh3_64bits(Key), /*LowerCase=*/true,
                         /*Width=*/16);
}

} // namespace

void gilaudit::fillFingerprints(
    std::vector<Finding> &Findings,
    const std::vector<std::pair<std::string, std::string>> &Keys) {
  std::map<std::string, unsigned> Equals;
  for (size_t I = 0; I != Findings.size(); ++I) {
    Finding &F = Findings[I];
    std::string Subject = withoutTemplateArguments(Keys[I].first);
    std::string Sink = withoutTemplateArguments(Keys[I].second);
    std::string Key =
        F.Rule + '\n' + Subject + '\n' + F.Where.File + '\n' + Sink;
    F.Content = hashOf(F.Rule + '\n' + Subject + '\n' + Sink);
    F.Likeness = hashOf(Key);
    Key += '\n' + std::to_string(Equals[Key]++);
    F.Fingerprint = FingerprintVersion + hashOf(Key);
  }
}
