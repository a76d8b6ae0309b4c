//===- DiffReader.cpp - Unified diffs -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Diff.h"
#include "DiffNames.h"
#include "llvm/ADT/Twine.h"

using namespace gilaudit;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// More lines than a file has; keeps sums of two in an unsigned.
constexpr unsigned MostLines = 1000000000;

/// "@@ -Old,OldCount +New,NewCount @@"
struct HunkHead {
  unsigned Old = 0, OldCount = 1, New = 0, NewCount = 1;
};

/// "12" or "12,3"
bool consumeRange(StringRef &Text, unsigned &First, unsigned &Count) {
  if (Text.consumeInteger(10, First))
    return false;
  if (Text.consume_front(",") && Text.consumeInteger(10, Count))
    return false;
  return First <= MostLines && Count <= MostLines;
}

bool parseHead(StringRef Text, HunkHead &H) {
  return Text.consume_front("@@ -") && consumeRange(Text, H.Old, H.OldCount) &&
         Text.consume_front(" +") && consumeRange(Text, H.New, H.NewCount) &&
         Text.starts_with(" @@") && (H.New || !H.NewCount);
}

class DiffReader {
public:
  DiffReader(StringRef Text, StringRef Name) : Rest(Text), Name(Name) {}

  llvm::Expected<std::vector<DiffFile>> read() {
    bool Blank = Rest.trim().empty();
    while (next())
      if (Error E = take())
        return std::move(E);
    if (Files.empty() && !Blank) {
      Line = 1;
      return error("no unified diff: want lines such as '--- a/FILE', '+++ "
                   "b/FILE' and '@@ -1 +1 @@'");
    }
    return std::move(Files);
  }

private:
  Error error(const Twine &Message) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Name + ":" + Twine(Line) + ": " + Message);
  }

  bool next() {
    if (Rest.empty())
      return false;
    std::tie(Row, Rest) = Rest.split('\n');
    Row.consume_back("\r");
    ++Line;
    return true;
  }

  /// A line that is in no hunk.
  Error take() {
    if (Row.starts_with("@@@ ") || Row.starts_with("diff --cc ") ||
        Row.starts_with("diff --combined "))
      return error("a combined diff, of a merge, has more than one old file; "
                   "'git diff REV' makes one that has one");
    if (Row.consume_front("diff --git "))
      return takeGitHead();
    if (Row.starts_with("--- ") && Rest.starts_with("+++ "))
      return takeNames();
    if (Row.starts_with("@@ "))
      return takeHunk();
    if (InGitHead)
      return takeGitLine();
    return takePlainLine();
  }

  Error takeGitHead() {
    Files.emplace_back();
    InGitHead = true;
    HasNames = false;
    NamePair Names;
    if (!splitGitNames(Row, Names))
      return Error::success(); // "---" and "+++" will tell, or "copy to".
    Files.back().Name = Names.New;
    Files.back().Prefixed = Names.Prefixed;
    return Error::success();
  }

  /// What git says between "diff --git" and the first hunk.
  Error takeGitLine() {
    DiffFile &F = Files.back();
    StringRef Text = Row;
    if (Text.starts_with("--- "))
      return error("want '+++ FILE' behind '--- FILE'");
    if (Text.consume_front("new file mode ") || Text.consume_front("new mode "))
      F.Link = isLink(Text);
    else if (Text.starts_with("index ") && Text.contains(' '))
      F.Link |= isLink(Text.rsplit(' ').second);
    F.Whole |= Row.starts_with("new file mode ") ||
               Row.starts_with("Binary ") ||
               Row.starts_with("GIT binary patch");
    F.Deleted |= Row.starts_with("deleted file mode ");
    if (Text.consume_front("copy to ")) {
      F.Whole = true;
      F.Prefixed = false;
      return nameOf(Text, F.Name);
    }
    return Error::success();
  }

  static bool isLink(StringRef Mode) {
    return Mode == "120000" || Mode == "160000";
  }

  /// "Binary files x and y differ" of diff -r.
  Error takePlainLine() {
    if (!Row.consume_front("Binary files ") || !Row.consume_back(" differ"))
      return Error::success();
    Files.emplace_back();
    Files.back().Whole = true;
    HasNames = false;
    return nameOf(Row.rsplit(" and ").second, Files.back().Name);
  }

  Error nameOf(StringRef Text, std::string &Out) {
    if (parseDiffName(Text, Out))
      return Error::success();
    return error("want the name of a file, got '" + Text + "'");
  }

  /// "--- OLD" and, in the next line, "+++ NEW".
  Error takeNames() {
    std::string Old, New;
    if (Error E = nameOf(Row.drop_front(4), Old))
      return E;
    next();
    if (Error E = nameOf(Row.drop_front(4), New))
      return E;
    if (!InGitHead)
      Files.emplace_back();
    InGitHead = false;
    HasNames = true;
    DiffFile &F = Files.back();
    F.Whole |= Old == "/dev/null";
    F.Deleted |= New == "/dev/null";
    bool BothNamed = Old != "/dev/null" && New != "/dev/null";
    if (BothNamed || F.Name.empty())
      F.Prefixed = BothNamed && isGitPrefixed(Old, New);
    // Git's head says how the names of new and deleted files begin.
    if (BothNamed || F.Name.empty())
      F.Name = F.Deleted ? Old : New;
    return Error::success();
  }

  Error takeHunk() {
    HunkHead H;
    if (!HasNames)
      return error("a hunk without '--- FILE' and '+++ FILE' before it");
    if (!parseHead(Row, H))
      return error("want '@@ -LINE,COUNT +LINE,COUNT @@', got '" + Row + "'");
    // Without new lines the number is that of the line before.
    New = H.NewCount ? H.New : H.New + 1;
    for (OldLeft = H.OldCount, NewLeft = H.NewCount; OldLeft || NewLeft;) {
      if (!next())
        return error("the diff ends in a hunk: " + missing());
      if (Error E = takeHunkLine())
        return E;
    }
    endRun();
    return Error::success();
  }

  std::string missing() const {
    return std::to_string(OldLeft) + " old and " + std::to_string(NewLeft) +
           " new lines are missing";
  }

  Error takeHunkLine() {
    // Some programs take the one space from empty lines.
    char Mark = Row.empty() ? ' ' : Row.front();
    bool Old = Mark == ' ' || Mark == '-', Added = Mark == ' ' || Mark == '+';
    if (Mark == '\\')
      return Error::success(); // "No newline at end of file"
    if (!Old && !Added)
      return error("want a line of a hunk, with ' ', '+' or '-' in front: " +
                   missing());
    if ((Old && !OldLeft) || (Added && !NewLeft))
      return error("a line too many: the hunk's head promises " + missing());
    OldLeft -= Old;
    NewLeft -= Added;
    if (Mark == ' ')
      endRun();
    else if (Mark == '-')
      RunTakes = true;
    else
      Files.back().Lines.add(New, New);
    RunPuts |= Mark == '+';
    New += Added;
    return Error::success();
  }

  /// Behind lines that are gone, or new, or both.
  void endRun() {
    if (RunTakes && !RunPuts)
      Files.back().Lines.addGap(New - 1);
    RunTakes = RunPuts = false;
  }

  StringRef Rest, Name, Row;
  unsigned Line = 0; ///< Of Row.
  std::vector<DiffFile> Files;
  bool InGitHead = false; ///< Between "diff --git" and "---".
  bool HasNames = false;  ///< Files.back() may have hunks.
  unsigned New = 0, OldLeft = 0, NewLeft = 0; ///< In a hunk.
  bool RunTakes = false, RunPuts = false;
};

} // namespace

llvm::Expected<std::vector<DiffFile>> gilaudit::readDiff(StringRef Text,
                                                         StringRef Name) {
  return DiffReader(Text, Name).read();
}
