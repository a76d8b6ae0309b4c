//===- Findings.cpp - Groups and their findings ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Parts.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using namespace gilaudit::html;

StringRef html::stateOf(const Finding &F) {
  bool Keeps = !F.Witness.empty() && F.Witness[0].Gil == WitnessStep::Held;
  return llvm::StringSwitch<StringRef>(F.Rule)
      .Case("gil-held-across-wait", "deadlock")
      .Case("gil-lock-order", "deadlock")
      .Case("callback-without-gil", "crash")
      .Case("python-without-gil", "crash")
      .Case("unbalanced-gil", Keeps ? "deadlock" : "crash")
      .Case("unmodelled-callback", "unproven")
      .Default("safe");
}

/// How to read the bars of Witness.cpp.
static const char Legend[] =
    "<p>Open a finding to see two threads over time, from top to bottom.</p>\n"
    "<ul class=legend><li class=ph>holds the GIL<li class=pr>runs without "
    "it<li "
    "class=pb>waits, and holds the GIL<li class=pw>waits for the GIL<li "
    "class=px>touches Python without it</ul>\n";

/// Words that say why a finding does not count, or on what it rests.
static std::string tagsOf(const Finding &F) {
  std::string Tags;
  auto Add = [&](StringRef Text) {
    Tags += " <span class=tag>" + Text.str() + "</span>";
  };
  if (F.Assumed)
    Add("assumed");
  if (F.BaselineState == BaselineState::New)
    Add("new");
  if (F.BaselineState == BaselineState::Unchanged)
    Add("in the baseline");
  if (F.Suppression)
    Add("suppressed");
  if (F.OutsideChange)
    Add("outside of the change");
  return Tags;
}

/// Where there are scripts, what is in <noscript> is one text to the browser;
/// the script unpacks it when the finding is opened. Thousands of findings
/// would else be half a million elements.
void Page::printFinding(const Finding &F) {
  const std::string &Id = Ids[&F];
  OS << "<details class=f id=" << Id << " data-r='" << escape(F.Rule)
     << "' data-s='" << escape(F.Severity)
     << "' data-f=" << fileNumber(F.Where.File) << " data-t=" << stateOf(F)
     << (F.counts() ? "" : " data-q") << ">\n<summary><span class='sev "
     << escape(F.Severity) << "'>" << escape(F.Severity)
     << "</span> <span class=m>" << prose(withoutRoot(F.Message))
     << "</span><span class=at>" << placeText(F.Where) << " <span class=rule>"
     << escape(F.Rule) << "</span>" << tagsOf(F)
     << "</span></summary>\n<div class=body>\n"
     << (isLarge() ? "<noscript>" : "");
  OS << "<p class=in>In <code>" << escape(F.Function) << "</code></p>\n";
  if (F.Suppression)
    OS << "<p>Suppressed by " << escape(F.Suppression->Kind) << " in "
       << placeText(F.Suppression->Where) << ": "
       << (F.Suppression->Justification.empty()
               ? "no reason is given"
               : escape(F.Suppression->Justification))
       << "</p>\n";
  // Else the witness shows it.
  bool Shown = llvm::any_of(F.Witness, [&](const WitnessStep &S) {
    return S.Where.File == F.Where.File && S.Where.Line == F.Where.Line;
  });
  if (!Shown)
    printExcerpt(F.Where, 3);
  printWitness(F);
  printFix(F);
  OS << "<p class=foot><a href='#" << Id << "'>#</a> fingerprint <code>"
     << escape(F.Fingerprint) << "</code> · <a href='#rule-" << idOf(F.Rule)
     << "'>about the rule</a></p>\n"
     << (isLarge() ? "</noscript>" : "") << "</div></details>\n";
}

/// A heading for the group; its story says the rest.
static std::string titleOf(const Group &G) {
  StringRef Name = G.Id;
  if (Name.consume_front("kind:"))
    return "<code>" + escape(Name) + "</code> callbacks";
  if (Name.consume_front("lock:"))
    return "The lock <code>" + escape(Name) + "</code>";
  return "<code>" + escape(Name) + "</code>";
}

void Page::printGroup(const Group &G,
                      const std::vector<const Finding *> &Members) {
  StringRef Story = G.Story;
  if (StringRef(G.Id).starts_with("kind:"))
    Story = Story.substr(Story.find(": ") + 1).ltrim();
  OS << "<section class=group>\n<h3>" << titleOf(G) << " <small>"
     << counted(Members.size(), "finding") << "</small></h3>\n<p>"
     << prose(withoutRoot(Story.str())) << "</p>\n";
  for (const Finding *F : Members)
    printFinding(*F);
  OS << "</section>\n";
}

void Page::printFindings() {
  OS << "<section id=findings aria-labelledby=findings-h>\n<h2 id=findings-h>"
     << "Findings</h2>\n";
  if (R.Findings.empty())
    OS << "<p class=empty>Nothing was found.</p>\n";
  else
    OS << Legend;
  std::map<StringRef, std::vector<const Finding *>> ByGroup;
  std::set<StringRef> Known;
  for (const Group &G : R.Groups)
    Known.insert(G.Id);
  for (const Finding &F : R.Findings)
    ByGroup[Known.count(F.Group) ? StringRef(F.Group) : StringRef()].push_back(
        &F);
  // The largest trouble first.
  std::vector<const Group *> Order;
  for (const Group &G : R.Groups)
    if (ByGroup.count(G.Id))
      Order.push_back(&G);
  llvm::stable_sort(Order, [&](const Group *A, const Group *B) {
    return ByGroup[A->Id].size() > ByGroup[B->Id].size();
  });
  for (const Group *G : Order)
    printGroup(*G, ByGroup[G->Id]);
  if (ByGroup.count(""))
    printGroup({"others", ""}, ByGroup[""]);
  OS << "<p class=empty id=none hidden>No finding passes the filters.</p>\n"
     << "</section>\n";
}
