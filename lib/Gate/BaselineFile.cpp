//===- BaselineFile.cpp - Baselines as text -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gil-audit/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <tuple>

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr llvm::StringLiteral Schema = "gil-audit-baseline/";
constexpr llvm::StringLiteral Version = "1";

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// A name in a line: what would end the line or the field is written "%0A",
/// as in a URI.
std::string escaped(StringRef Name) {
  std::string Out;
  for (size_t I = 0; I != Name.size(); ++I) {
    unsigned char C = Name[I];
    // A leading '#' would be a comment.
    bool Plain = C >= ' ' && C != '%' && !(C == '#' && I == 0) &&
                 !Name.drop_front(I).starts_with(": ");
    if (Plain && !(C == ':' && I + 1 == Name.size()))
      Out += char(C);
    else
      Out += "%" + llvm::utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  }
  return Out;
}

std::string unescaped(StringRef Text) {
  std::string Out;
  for (; !Text.empty(); Text = Text.drop_front()) {
    bool Escape = Text.size() > 2 && Text[0] == '%' &&
                  llvm::isHexDigit(Text[1]) && llvm::isHexDigit(Text[2]);
    if (!Escape) {
      Out += Text[0];
      continue;
    }
    Out += char(llvm::hexFromNibbles(Text[1], Text[2]));
    Text = Text.drop_front(2);
  }
  return Out;
}

/// For people only: need not come back as it was.
std::string onOneLine(StringRef Text) {
  std::string Out = Text.str();
  for (char &C : Out)
    if (static_cast<unsigned char>(C) < ' ')
      C = ' ';
  return Out;
}

bool isHash(StringRef Text) {
  return Text.size() == 16 && llvm::all_of(Text, llvm::isHexDigit);
}

/// "1:0123456789abcdef"
bool isFingerprint(StringRef Text) {
  auto [Number, Hash] = Text.split(':');
  return !Number.empty() && llvm::all_of(Number, llvm::isDigit) && isHash(Hash);
}

bool isRule(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, [](char C) {
    return C == '-' || llvm::isAlnum(C);
  });
}

auto order(const BaselineEntry &E) {
  return std::tie(E.File, E.Function, E.Rule, E.Message, E.Fingerprint,
                  E.Content);
}

void sortEntries(std::vector<BaselineEntry> &Entries) {
  llvm::sort(Entries, [](const BaselineEntry &A, const BaselineEntry &B) {
    return order(A) < order(B);
  });
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

class Reader {
public:
  explicit Reader(StringRef Name) : Name(Name) {}

  llvm::Expected<Baseline> read(StringRef Text) {
    while (!Text.empty()) {
      StringRef Row;
      std::tie(Row, Text) = Text.split('\n');
      ++Line;
      if (llvm::Error E = take(Row.rtrim('\r')))
        return std::move(E);
    }
    if (!SeenVersion)
      return error("not a baseline: want '" + Schema + Version +
                   "' in its first line");
    finish();
    return std::move(Result);
  }

private:
  llvm::Error error(const Twine &Message) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Name + ":" + Twine(std::max(Line, 1u)) +
                                       ": " + Message);
  }

  llvm::Error take(StringRef Row) {
    if (!SeenVersion)
      return takeVersion(Row);
    if (Row.trim().empty() || Row.starts_with("#"))
      return llvm::Error::success();
    for (StringRef Mark : {"<<<<<<<", "=======", ">>>>>>>", "|||||||"})
      if (Row.starts_with(Mark))
        return error("a merge conflict that is not resolved: keep the lines of "
                     "both sides");
    if (Row.consume_front("scope ")) {
      Result.Scope.push_back(unescaped(Row));
      return llvm::Error::success();
    }
    return takeEntry(Row);
  }

  llvm::Error takeVersion(StringRef Row) {
    SeenVersion = true;
    if (!Row.consume_front(Schema))
      return error("not a baseline: want '" + Schema + Version +
                   "' in its first line");
    if (Row != Version)
      return error("baseline version: want " + Version + ", got '" + Row +
                   "'; remove the file, then --write-baseline makes a new one");
    return llvm::Error::success();
  }

  llvm::Error takeEntry(StringRef Row) {
    BaselineEntry E;
    StringRef Rest, File, Word;
    std::tie(File, Rest) = Row.split(": ");
    E.File = unescaped(File);
    std::tie(Word, Rest) = Rest.split(' ');
    E.Rule = Word.str();
    std::tie(Word, Rest) = Rest.split(' ');
    E.Fingerprint = Word.str();
    std::tie(Word, Rest) = Rest.split(' ');
    E.Content = Word.str();
    if (E.File.empty() || !isRule(E.Rule) || !isFingerprint(E.Fingerprint) ||
        !isHash(E.Content))
      return error("want 'FILE: RULE FINGERPRINT CONTENT FUNCTION: MESSAGE'");
    auto [Function, Message] = Rest.split(": ");
    E.Function = unescaped(Function);
    E.Message = Message.str();
    Result.Entries.push_back(std::move(E));
    return llvm::Error::success();
  }

  void finish() {
    llvm::sort(Result.Scope);
    sortEntries(Result.Entries);
    std::set<std::string> Seen;
    llvm::erase_if(Result.Entries, [&](const BaselineEntry &E) {
      return !Seen.insert(E.Fingerprint).second;
    });
  }

  StringRef Name;
  unsigned Line = 0;
  bool SeenVersion = false;
  Baseline Result;
};

} // namespace

llvm::Expected<Baseline> gilaudit::readBaseline(StringRef Text,
                                                StringRef Name) {
  return Reader(Name).read(Text);
}

std::string gilaudit::writeBaseline(Baseline B) {
  for (BaselineEntry &E : B.Entries)
    E.Message = onOneLine(E.Message); // The order is that of what is written.
  sortEntries(B.Entries);
  llvm::sort(B.Scope);
  std::string Text = (Schema + Version + "\n").str();
  Text += "# Findings that are known and do not count. A line may go when its "
          "finding is fixed:\n"
          "# gil-audit --baseline=FILE --prune-baseline\n";
  for (const std::string &Path : B.Scope)
    Text += "scope " + escaped(Path) + "\n";
  for (const BaselineEntry &E : B.Entries)
    Text += escaped(E.File) + ": " + E.Rule + " " + E.Fingerprint + " " +
            E.Content + " " + escaped(E.Function) + ": " + E.Message + "\n";
  return Text;
}
