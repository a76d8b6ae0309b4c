//===- DiffNames.cpp - Names of files in diffs ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DiffNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

/// One character behind a backslash, or three octal digits.
static bool unescape(StringRef &Text, std::string &Out) {
  constexpr StringRef Letters = "abtnvfr\"\\", Meanings = "\a\b\t\n\v\f\r\"\\";
  if (Text.empty())
    return false;
  if (size_t I = Letters.find(Text.front()); I != StringRef::npos) {
    Out += Meanings[I];
    Text = Text.drop_front();
    return true;
  }
  unsigned Code;
  if (Text.size() < 3 || Text.take_front(3).getAsInteger(8, Code) || Code > 255)
    return false;
  Out += char(Code);
  Text = Text.drop_front(3);
  return true;
}

/// Takes the quoted name that \p Text begins with.
static bool consumeQuoted(StringRef &Text, std::string &Out) {
  if (!Text.consume_front("\""))
    return false;
  while (!Text.empty()) {
    char C = Text.front();
    Text = Text.drop_front();
    if (C == '"')
      return !Out.empty();
    if (C != '\\')
      Out += C;
    else if (!unescape(Text, Out))
      return false;
  }
  return false;
}

bool gilaudit::parseDiffName(StringRef Text, std::string &Out) {
  Out.clear();
  if (Text.starts_with("\""))
    return consumeQuoted(Text, Out);
  Out = Text.split('\t').first.str();
  return !Out.empty();
}

/// The one letter before the first '/'; 0: it is none.
static char prefixOf(StringRef Name) {
  return Name.size() > 2 && Name[1] == '/' ? Name[0] : 0;
}

bool gilaudit::isGitPrefixed(StringRef Old, StringRef New) {
  // Old and new file, index, work tree, commit, object, --no-index.
  constexpr StringRef Known = "abiwco12";
  char A = prefixOf(Old), B = prefixOf(New);
  return A && B && A != B && Known.contains(A) && Known.contains(B);
}

/// Two names of one length with a space between.
static bool splitInHalf(StringRef Text, NamePair &Out) {
  size_t Half = Text.size() / 2;
  if (Text.size() % 2 == 0 || Half == 0 || Text[Half] != ' ')
    return false;
  Out.Old = Text.take_front(Half).str();
  Out.New = Text.drop_front(Half + 1).str();
  return true;
}

bool gilaudit::splitGitNames(StringRef Text, NamePair &Out) {
  if (Text.starts_with("\"")) {
    if (!consumeQuoted(Text, Out.Old) || !Text.consume_front(" ") ||
        !parseDiffName(Text, Out.New))
      return false;
  } else if (Text.ends_with("\"") && Text.contains(" \"")) {
    // Only the new name has quotes.
    auto [Old, New] = Text.split(" \"");
    Out.Old = Old.str();
    New = StringRef(Old.end() + 1, New.size() + 1);
    if (!consumeQuoted(New, Out.New))
      return false;
  } else if (!splitInHalf(Text, Out))
    return false;
  Out.Prefixed = isGitPrefixed(Out.Old, Out.New);
  return Out.Prefixed ? StringRef(Out.Old).drop_front(2) ==
                            StringRef(Out.New).drop_front(2)
                      : Out.Old == Out.New;
}
