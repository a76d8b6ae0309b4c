//===- Fixes.cpp - Fixes in a SARIF log -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Log.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <tuple>

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

static auto keyOf(const FixEdit &E) {
  return std::tie(E.File, E.Offset, E.Length, E.Text);
}

sarif::Fixes::Fixes(const Report &R) {
  collect(R);
  for (const FixClosure &C : R.Closures) {
    auto It = Offers.find(C.Id);
    if (It == Offers.end())
      continue;
    Offer &O = It->second;
    llvm::sort(O.Edits, [](const FixEdit *A, const FixEdit *B) {
      return keyOf(*A) < keyOf(*B);
    });
    O.Edits.erase(std::unique(O.Edits.begin(), O.Edits.end(),
                              [](const FixEdit *A, const FixEdit *B) {
                                return keyOf(*A) == keyOf(*B);
                              }),
                  O.Edits.end());
    // A part alone would leave the other side of a deadlock as it is.
    if (O.Findings != C.Fingerprints.size())
      O.Obstacle = "some of the findings that it mends together are not in "
                   "this log";
    else if (!llvm::all_of(O.Edits, [](const FixEdit *E) {
               return llvm::json::isUTF8(E->Text);
             }))
      O.Obstacle = "the source is not UTF-8";
  }
  checkShared();
}

void sarif::Fixes::collect(const Report &R) {
  for (const Finding &F : R.Findings) {
    if (F.Closure.empty())
      continue;
    Offer &O = Offers[F.Closure];
    ++O.Findings;
    for (const FixEdit &E : F.Fixes)
      O.Edits.push_back(&E);
  }
}

/// Neither of two closures that change the same lines can be applied alone.
void sarif::Fixes::checkShared() {
  std::map<std::tuple<StringRef, unsigned, unsigned>, std::vector<Offer *>>
      Owners;
  for (auto &[Id, O] : Offers)
    for (const FixEdit *E : O.Edits)
      Owners[{E->File, E->Offset, E->Length}].push_back(&O);
  for (auto &[Where, All] : Owners)
    if (All.size() > 1)
      for (Offer *O : All)
        O->Obstacle = "other fixes change the same lines";
}

std::string sarif::Fixes::obstacle(const Finding &F) const {
  auto It = Offers.find(F.Closure);
  return It == Offers.end() ? "" : It->second.Obstacle;
}

/// The text to insert: a byte order mark is no part of a text.
static std::string insertedText(const FixEdit &E) {
  StringRef Text = E.Text;
  if (E.Offset == 0)
    Text.consume_front("\xEF\xBB\xBF");
  return Text.str();
}

Json sarif::Fixes::offer(const Finding &F, Places &Where) {
  auto It = Offers.find(F.Closure);
  if (It == Offers.end() || It->second.Made || !It->second.Obstacle.empty())
    return nullptr;
  Offer &O = It->second;
  Json Changes = Json::array();
  StringRef File;
  for (const FixEdit *E : O.Edits) {
    std::optional<Json> Region = Where.region(E->File, E->Offset, E->Length);
    if (!Region) {
      O.Obstacle = E->File + " cannot be read";
      return nullptr;
    }
    if (Changes.empty() || E->File != File)
      Changes.push_back(Json{{"artifactLocation", Where.artifact(E->File)},
                             {"replacements", Json::array()}});
    File = E->File;
    Changes.back()["replacements"].push_back(
        Json{{"deletedRegion", *Region},
             {"insertedContent", message(insertedText(*E))}});
  }
  if (Changes.empty())
    return nullptr;
  O.Made = true;
  std::string About = O.Findings == 1 ? "Mends this finding."
                                      : "Mends " + std::to_string(O.Findings) +
                                            " findings together.";
  Json All = Json::array();
  All.push_back(
      Json{{"description", message(About)}, {"artifactChanges", Changes}});
  return All;
}
