//===- Witness.cpp - One finding, in pictures -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps are a list, so that the page can be read without its style sheet;
// the style sheet draws the lanes beside it. The two letters in the class of a
// step are what the two threads do meanwhile.
//
//===----------------------------------------------------------------------===//
#include "Parts.h"
#include "Timeline.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;
using namespace gilaudit::html;

namespace {

/// The classes of report.css.
char letterOf(LaneState S) {
  switch (S) {
  case LaneState::Absent:
    return 'a';
  case LaneState::Running:
    return 'r';
  case LaneState::Holds:
    return 'h';
  case LaneState::Blocked:
    return 'b';
  case LaneState::WantsGil:
    return 'w';
  case LaneState::Faulty:
    return 'x';
  }
  return 'a';
}

/// The same for those who hear the page.
const char *wordsFor(LaneState S) {
  switch (S) {
  case LaneState::Absent:
    return "";
  case LaneState::Running:
    return ", without the GIL";
  case LaneState::Holds:
    return ", holds the GIL";
  case LaneState::Blocked:
    return ", waits and holds the GIL";
  case LaneState::WantsGil:
    return ", waits for the GIL";
  case LaneState::Faulty:
    return ", touches Python without the GIL";
  }
  return "";
}

std::string classesOf(const TimelineRow &Row) {
  std::string Classes = std::string("s") + (Row.Second ? "2" : "1") + " p" +
                        letterOf(Row.Lanes[0]) + " q" + letterOf(Row.Lanes[1]);
  return Row.Earlier ? Classes + " early" : Classes;
}

/// The lines of a unified diff, those that go and those that come set apart.
void printDiff(StringRef Diff, llvm::raw_ostream &OS) {
  OS << "<pre class=diff tabindex=0>";
  while (!Diff.empty()) {
    auto [Line, Rest] = Diff.split('\n');
    bool Head = Line.starts_with("---") || Line.starts_with("+++");
    const char *Tag = Head                     ? "b"
                      : Line.starts_with("@@") ? "i"
                      : Line.starts_with("+")  ? "ins"
                      : Line.starts_with("-")  ? "del"
                                               : "span";
    OS << '<' << Tag << '>' << escape(Line) << "\n</" << Tag << '>';
    Diff = Rest;
  }
  OS << "</pre>\n";
}

} // namespace

/// The lines around a place, its own marked; empty if they are not to be had.
std::string Page::excerptOf(const Place &P, unsigned Around) {
  if (!Text.line(P.File, P.Line))
    return "";
  std::string Numbers, Lines;
  unsigned Number = P.Line > Around ? P.Line - Around : 1;
  for (; Number <= P.Line + Around; ++Number) {
    std::optional<StringRef> Line = Text.line(P.File, Number);
    if (!Line)
      break;
    bool Marked = Number == P.Line;
    Numbers += (Marked ? "<b>" : "") + std::to_string(Number) + "\n" +
               (Marked ? "</b>" : "");
    Lines += (Marked ? "<mark>" : "") + escape(*Line) + "\n" +
             (Marked ? "</mark>" : "");
  }
  // A line break right behind <pre> is dropped: the first line may be empty.
  return "tabindex=0><pre aria-hidden=true>" + Numbers + "</pre><pre>\n" +
         Lines + "</pre></div>";
}

/// Findings of one root share most of their steps. So in a large page excerpts
/// stand once, at its end, and the script puts them where the links are.
void Page::printExcerpt(const Place &P, unsigned Around) {
  std::string Excerpt = excerptOf(P, Around);
  if (Excerpt.empty())
    return;
  if (!isLarge()) {
    OS << "<div class=src " << Excerpt;
    return;
  }
  auto [It, New] = ExcerptNumbers.try_emplace(Excerpt, Excerpts.size());
  if (New)
    Excerpts.push_back({P, Excerpt});
  OS << "<a class=x href='#x" << It->second << "'>its lines</a>";
}

void Page::printSharedExcerpts() {
  if (Excerpts.empty())
    return;
  OS << "<section id=lines aria-labelledby=lines-h>\n<h2 id=lines-h>Lines of "
        "the steps</h2>\n";
  for (auto [Number, E] : llvm::enumerate(Excerpts))
    OS << "<p class=at>" << placeText(E.first) << "</p><div class=src id=x"
       << Number << ' ' << E.second << '\n';
  OS << "</section>\n";
}

void Page::printWitness(const Finding &F) {
  Timeline T = timelineOf(F);
  const char *Wide = T.Second.empty() ? " one" : "";
  OS << "<div class='lanes" << Wide << "' aria-hidden=true><span>" << T.First
     << "</span><span>" << T.Second << "</span></div>\n<ol class='tl" << Wide
     << "'>\n";
  for (const TimelineRow &Row : T.Rows) {
    LaneState Own = Row.Lanes[Row.Second];
    if (!Row.Step) {
      OS << "<li class='end " << classesOf(Row) << "'>"
         << "<svg class=cycle aria-hidden=true><use href='#"
         << (T.End == Timeline::Deadlock ? "cycle" : "bolt")
         << "'/></svg><div><p><strong>"
         << (T.End == Timeline::Deadlock ? "Deadlock." : "Crash.")
         << "</strong> " << prose(T.Outcome) << "</p></div>\n";
      continue;
    }
    OS << "<li class='" << classesOf(Row) << "'><span class=e aria-hidden=true>"
       << Row.Label << "</span><div><span class=vh>"
       << (Row.Second ? T.Second : T.First) << wordsFor(Own) << ": </span>"
       << prose(withoutRoot(Row.Step->Message));
    if (!Row.Step->Where.File.empty()) {
      OS << "<p class=at>" << placeText(Row.Step->Where) << "</p>";
      printExcerpt(Row.Step->Where, 2);
    }
    OS << "</div>\n";
  }
  OS << "</ol>\n";
  if (!T.Remarks.empty())
    OS << "<ul class=remarks>\n";
  for (const WitnessStep *S : T.Remarks) {
    OS << "<li>" << prose(S->Message);
    if (!S->Where.File.empty())
      OS << " <span class=at>" << placeText(S->Where) << "</span>";
    OS << '\n';
  }
  if (!T.Remarks.empty())
    OS << "</ul>\n";
}

void Page::printFix(const Finding &F) {
  if (!F.NoFixReason.empty())
    OS << "<h5>No fix</h5><p>" << prose(withoutRoot(F.NoFixReason)) << "</p>\n";
  if (F.FixDiff.empty())
    return;
  OS << "<h5>Proposed fix</h5>";
  auto It = Closures.find(F.Closure);
  size_t Others =
      It == Closures.end() ? 0 : It->second->Fingerprints.size() - 1;
  if (Others)
    OS << "<p>It is right only together with the fixes of "
       << counted(Others, "other finding")
       << ": <code>--fix</code> applies all "
       << "of them or none.</p>";
  printDiff(F.FixDiff, OS);
}
