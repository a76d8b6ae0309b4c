//===- Sarif.cpp - The frame of a SARIF log -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Order.h"
#include "Log.h"
#include "gil-audit/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gilaudit;
using namespace gilaudit::sarif;
using llvm::StringRef;

namespace {

/// GitHub rejects a file with more results in a run, and shows no more than the
/// latter.
constexpr size_t MaxResults = 25000, MaxShown = 5000;
/// ... and one that is larger, compressed.
constexpr size_t MaxCompressed = 10 << 20;

std::string dump(const Json &J, int Indent) {
  return J.dump(Indent, ' ', false, Json::error_handler_t::replace);
}

class Log {
public:
  Log(const Report &R, const ReportContext &C)
      : R(R), C(C), Where(R, C), Rules(ruleDescriptors(R, C)) {}

  Notices print(llvm::raw_ostream &OS) {
    std::vector<const Finding *> Shown = chooseResults();
    checkSteps(Shown);
    // A line a result: half of the memory, and what changes is easy to see.
    std::string Text = dump(frame(), 2);
    size_t At = Text.rfind("[]") + 1;
    std::string End = Text.substr(At);
    Text.resize(At);
    Results All(R, Where, Rules);
    for (const Finding *F : Shown)
      Text += (F == Shown.front() ? "\n" : ",\n") + dump(All.result(*F), -1);
    Text += End + "\n";
    OS << Text;
    checkSize(Text);
    return std::move(Left);
  }

private:
  /// All that is not outside of the change that was asked about (SARIF has no
  /// mark for it), in the order of the report, unless that is too many.
  std::vector<const Finding *> chooseResults() {
    std::vector<const Finding *> All =
        mostSevereFirst(R, [](const Finding &F) { return !F.OutsideChange; });
    if (size_t Outside = R.Findings.size() - All.size())
      leftOut("note",
              counted(Outside, "result") +
                  " outside of the change that was asked about: left out");
    if (All.size() > MaxResults) {
      leave(llvm::formatv("{0} of {1} results are left out, the least severe "
                          "ones: GitHub rejects a file with more than {2}",
                          All.size() - MaxResults, All.size(), MaxResults)
                .str());
      All.resize(MaxResults);
    } else if (All.size() > MaxShown) {
      Left.push_back(llvm::formatv("GitHub shows the {0} most severe of {1} "
                                   "results",
                                   MaxShown, All.size())
                         .str());
    }
    llvm::sort(All); // They are in one vector: by address is by place.
    return All;
  }

  void checkSteps(llvm::ArrayRef<const Finding *> Shown) {
    size_t Long = llvm::count_if(
        Shown, [](const Finding *F) { return F->Witness.size() > MaxSteps; });
    if (Long)
      leave(llvm::formatv("the witness of {0} ends after {1} steps: GitHub "
                          "keeps no more",
                          counted(Long, "result"), MaxSteps)
                .str());
  }

  /// Said in the log, too.
  void leave(std::string Text) {
    leftOut("warning", Text);
    Left.push_back(std::move(Text));
  }

  void leftOut(StringRef Level, const std::string &Text) {
    Notifications.push_back(Json{{"level", Level.str()},
                                 {"descriptor", Json{{"id", "left-out"}}},
                                 {"message", message(Text + ".")}});
  }

  /// The size of \p Text as it is uploaded, or at most MaxCompressed.
  static size_t compressedSize(StringRef Text) {
    namespace zlib = llvm::compression::zlib;
    if (Text.size() <= MaxCompressed || !zlib::isAvailable())
      return 0;
    llvm::SmallVector<uint8_t, 0> Small;
    // The fast way is mostly good enough to tell.
    for (int Level : {zlib::BestSpeedCompression, zlib::DefaultCompression}) {
      zlib::compress(llvm::arrayRefFromStringRef(Text), Small, Level);
      if (Small.size() <= MaxCompressed)
        break;
    }
    return Small.size();
  }

  void checkSize(StringRef Text) {
    size_t Size = compressedSize(Text);
    if (Size > MaxCompressed)
      Left.push_back(llvm::formatv("{0} MB, compressed: GitHub rejects a file "
                                   "of more than {1}; choose rules or folders",
                                   Size >> 20, MaxCompressed >> 20)
                         .str());
  }

  static Json notification(StringRef Id, StringRef Name, StringRef Text) {
    return {{"id", Id.str()},
            {"name", Name.str()},
            {"shortDescription", message(Text)},
            {"fullDescription", message(Text)},
            {"help", message(Text)}};
  }

  static Json notificationDescriptors() {
    Json All = Json::array();
    All.push_back(notification("not-audited", "NotAudited",
                               "A translation unit was not audited."));
    All.push_back(notification("left-out", "LeftOut",
                               "Something is left out: by a limit of those who "
                               "read this, or because it "
                               "was not asked about."));
    return All;
  }

  Json invocation() {
    Json All = Json::array();
    for (const NotAudited &N : R.Coverage.Missing) {
      Json Location = {
          {"physicalLocation", {{"artifactLocation", Where.artifact(N.File)}}}};
      All.push_back(Json{{"level", "error"},
                         {"descriptor", Json{{"id", "not-audited"}}},
                         {"message", message("Not audited: " + N.Error)},
                         {"locations", Json::array({Location})}});
    }
    for (const Json &N : Notifications)
      All.push_back(N);
    return {{"executionSuccessful", R.Coverage.Missing.empty()},
            {"toolExecutionNotifications", All}};
  }

  Json driver() {
    Json J = {{"name", "gil-audit"}};
    if (!C.Version.empty()) {
      J["version"] = C.Version;
      J["semanticVersion"] = C.Version;
    }
    J["rules"] = Rules;
    J["notifications"] = notificationDescriptors();
    return J;
  }

  Json runProperties() {
    Json Groups = Json::array();
    for (const Group &G : R.Groups)
      Groups.push_back(Json{{"id", G.Id}, {"story", G.Story}});
    return {{"translationUnits", R.Coverage.TranslationUnits},
            {"notAudited", R.Coverage.Missing.size()},
            {"unresolved", R.Coverage.Unresolved.size()},
            {"apiReleases", Json(R.ApiReleases)},
            {"groups", Groups}};
  }

  /// All but the results, which are last and empty.
  Json frame() {
    Json Run;
    Run["tool"] = {{"driver", driver()}};
    Run["automationDetails"] = {{"id", "gil-audit/"}};
    Run["invocations"] = Json::array();
    Run["invocations"].push_back(invocation());
    Run["originalUriBaseIds"] = {
        {"SRCROOT",
         {{"uri", "file://" + encodePath(Where.names().repository()) + "/"}}}};
    Run["columnKind"] = "utf16CodeUnits";
    Run["properties"] = runProperties();
    Run["results"] = Json::array();
    Json J;
    J["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    J["version"] = "2.1.0";
    J["runs"] = Json::array();
    J["runs"].push_back(Run);
    return J;
  }

  const Report &R;
  const ReportContext &C;
  Places Where;
  Json Rules;
  std::vector<Json> Notifications;
  Notices Left;
};

} // namespace

Notices gilaudit::printSarif(const Report &R, const ReportContext &C,
                             llvm::raw_ostream &OS) {
  return Log(R, C).print(OS);
}
