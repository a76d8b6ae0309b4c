//===- TestTU.cpp - Annotated snippets -> facts ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"
#include "Collector.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gilaudit;
using namespace gilaudit::test;
using llvm::StringRef;

static const ModelSet &toyModels() {
  static const ModelSet Set = [] {
    ModelSet S;
    llvm::Expected<ApiModel> Model = parseModel(R"json({
      "schema": "gil-audit-model/1", "name": "toy", "prefix": ["api"],
      "kinds": {"body": {"summary": "what the toy runs"}},
      "functions": {"apiRun": {"callbacks": [{"param": 0, "kind": "body",
        "when": "during-call"}], "evidence": ["toy.c: apiRun"]}}})json",
                                                "toy.json");
    if (!Model)
      ADD_FAILURE() << llvm::toString(Model.takeError());
    else
      S.add(std::move(*Model));
    return S;
  }();
  return Set;
}

TUFacts gilaudit::test::factsOf(StringRef Code) {
  // Line 1 is the helper's, where the snippet has its first line break.
  std::string Text = "void probe(); int probe(int); bool ask(); int make();";
  Text += Code;
  std::vector<std::string> Args = {
      "-std=c++17",           "-w",       "-resource-dir",
      GIL_AUDIT_RESOURCE_DIR, "-include", GIL_AUDIT_TEST_DIR "/Inputs/mock.h"};
  TUFacts Facts;
  std::unique_ptr<clang::ASTUnit> Ast =
      clang::tooling::buildASTFromCodeWithArgs(Text, Args, "/src/test.cpp");
  if (!Ast || Ast->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "the snippet does not compile";
    return Facts;
  }
  ExtractOptions Options;
  Options.Root = "/src";
  collectFacts(Ast->getASTContext(), toyModels(), Options,
               /*Includes=*/nullptr, Facts);
  return Facts;
}

namespace {

/// One part of an annotation.
struct Marker {
  unsigned Line;
  std::string Kind; ///< "probe", "op", "call", "acquire", "release", ...
  std::string Verb; ///< "op VERB: ...": how the phrase must begin.
  std::vector<std::string> Values;
  std::set<std::string> Seen;
};

/// One thing that the extractor found.
struct Found {
  unsigned Line;
  std::string Kind;
  std::string What;
  std::string Value;
  bool Required; ///< Fails where no marker is.
};

class Matcher {
public:
  explicit Matcher(StringRef Code) : Facts(factsOf(Code)) { parse(Code); }

  ::testing::AssertionResult run() {
    for (const FunctionFacts &F : Facts.Functions)
      add(F);
    for (const Found &F : All)
      match(F);
    for (const Marker &M : Markers)
      for (const std::string &Value : M.Values)
        if (!M.Seen.count(Value))
          problem(M.Line, "missing: " + M.Kind +
                              (M.Verb.empty() ? "" : " " + M.Verb) + " " +
                              Value);
    if (Problems.empty())
      return ::testing::AssertionSuccess();
    llvm::sort(Problems);
    return ::testing::AssertionFailure() << "\n" << llvm::join(Problems, "\n");
  }

private:
  void problem(unsigned Line, std::string Text) {
    StringRef Source = Line <= Lines.size() ? StringRef(Lines[Line - 1]) : "";
    Problems.push_back(
        llvm::formatv("{0,4}: {1} | {2}", Line, Text, Source.trim()).str());
  }

  void parse(StringRef Code) {
    llvm::SmallVector<StringRef, 64> Split;
    Code.split(Split, '\n');
    for (StringRef Line : Split) {
      Lines.push_back(Line.str());
      size_t At = Line.find("//");
      if (At == StringRef::npos)
        continue;
      llvm::SmallVector<StringRef, 4> Parts;
      Line.drop_front(At + 2).split(Parts, ';');
      for (StringRef Part : Parts)
        parseMarker(Part.trim());
    }
  }

  void parseMarker(StringRef Text) {
    Marker M;
    M.Line = static_cast<unsigned>(Lines.size());
    auto [Head, Tail] = Text.split(": ");
    if (parseGilState(Text)) {
      M.Kind = "probe";
      M.Values = {Text.str()};
    } else if (Head.split(' ').first == "leak") {
      M.Kind = "leak";
      M.Values = {Head == "leak throw" ? "throw" : "exit"};
    } else {
      M.Kind = Head.split(' ').first.str();
      M.Verb = Head.split(' ').second.str();
      llvm::SmallVector<StringRef, 4> Values;
      Tail.split(Values, ',');
      for (StringRef Value : Values)
        M.Values.push_back(Value.trim().str());
      static constexpr const char *Kinds[] = {"op",      "call",  "acquire",
                                              "release", "locks", "probe"};
      if (!llvm::is_contained(Kinds, M.Kind))
        problem(M.Line, "not a marker: " + Text.str());
    }
    Markers.push_back(std::move(M));
  }

  void add(const FunctionFacts &F) {
    for (const Event &E : F.Events) {
      std::string State = toString(E.State).str();
      bool Probe = E.What == "probe";
      switch (E.Kind) {
      case EventKind::PyOp:
        All.push_back({E.Where.Line, "op", E.What.str(), State, true});
        break;
      case EventKind::Call:
      case EventKind::ApiCall:
        All.push_back({E.Where.Line, Probe ? "probe" : "call", E.What.str(),
                       State, Probe});
        break;
      case EventKind::Acquire:
        All.push_back({E.Where.Line, "acquire", E.What.str(), State, false});
        break;
      case EventKind::Release:
        All.push_back({E.Where.Line, "release", E.What.str(), State, false});
        break;
      case EventKind::Lock:
        break;
      }
      if (Probe)
        for (int Lock : E.Locks)
          All.push_back(
              {E.Where.Line, "locks", "", F.Locks[Lock].Name.str(), true});
    }
    for (const Unbalanced &U : F.Leaks)
      All.push_back({U.Where.Line, "leak", U.What.str(),
                     U.ByThrow ? "throw" : "exit", true});
  }

  void match(const Found &F) {
    Marker *Best = nullptr;
    bool Any = false;
    for (Marker &M : Markers) {
      if (M.Line != F.Line || M.Kind != F.Kind ||
          !StringRef(F.What).starts_with(M.Verb))
        continue;
      Any = true;
      if (llvm::is_contained(M.Values, F.Value) &&
          (!Best || M.Verb.size() > Best->Verb.size()))
        Best = &M;
    }
    if (Best)
      Best->Seen.insert(F.Value);
    else if (Any || F.Required)
      problem(F.Line,
              "surplus: " + F.Kind + " " + F.Value + " (" + F.What + ")");
  }

  TUFacts Facts;
  std::vector<std::string> Lines;
  std::vector<Marker> Markers;
  std::vector<Found> All;
  std::vector<std::string> Problems;
};

} // namespace

::testing::AssertionResult gilaudit::test::statesMatch(StringRef Code) {
  return Matcher(Code).run();
}

const FunctionFacts &gilaudit::test::functionNamed(const TUFacts &Facts,
                                                   StringRef Name) {
  for (const FunctionFacts &F : Facts.Functions)
    if (F.Name == Name)
      return F;
  ADD_FAILURE() << "no function " << Name.str();
  static const FunctionFacts None;
  return None;
}

/// Names of what \p Node is, directly or through edges; see Facts.h.
static void follow(const TUFacts &Facts, const std::string &Node,
                   std::set<std::string> &Seen, std::set<std::string> &Out) {
  if (!Seen.insert(Node).second)
    return;
  StringRef Id = Node;
  if (Id.consume_front("fn:")) {
    std::string Name = "unseen";
    for (const FunctionFacts &F : Facts.Functions)
      if (F.Id == Id)
        Name = F.Name.str();
    Out.insert(Name);
    return;
  }
  for (const FlowEdge &E : Facts.Flows) {
    StringRef Rest = Node;
    if (!Rest.consume_front(E.To) || !(Rest.empty() || Rest.front() == '.'))
      continue;
    for (InternedString From : E.From)
      follow(Facts, From.str() + Rest.str(), Seen, Out);
  }
}

std::set<std::string> gilaudit::test::reaches(const TUFacts &Facts,
                                              const std::string &Node) {
  std::set<std::string> Seen, Out;
  follow(Facts, Node, Seen, Out);
  return Out;
}

std::set<std::string> gilaudit::test::reachesApi(const TUFacts &Facts,
                                                 StringRef Api, int Param,
                                                 StringRef Field) {
  for (const FunctionFacts &F : Facts.Functions)
    for (const Event &E : F.Events) {
      if (E.Kind != EventKind::ApiCall || E.What != Api)
        continue;
      std::set<std::string> Out;
      for (const ArgFact &A : E.Args)
        if (A.Param == Param)
          for (InternedString Source : A.Sources)
            for (const std::string &Name : reaches(
                     Facts, Field.empty() ? Source.str()
                                          : Source.str() + "." + Field.str()))
              Out.insert(Name);
      return Out;
    }
  ADD_FAILURE() << "no call of " << Api.str();
  return {};
}

std::vector<std::string> gilaudit::test::bindingsOf(const TUFacts &Facts) {
  std::vector<std::string> Out;
  for (const BindingFact &B : Facts.Bindings) {
    std::set<std::string> Names;
    for (InternedString Target : B.Targets)
      for (const std::string &Name : reaches(Facts, Target.str()))
        Names.insert(Name);
    std::string Text = B.Form.str() + " " + B.Name.str() + " ->";
    for (const std::string &Name : Names)
      Text += " " + Name;
    if (!B.Api.empty())
      Text += " api " + B.Api.str();
    if (B.Entry != GilState::Held)
      Text += " [" + toString(B.Entry).str() + "]";
    Out.push_back(std::move(Text));
  }
  llvm::sort(Out);
  return Out;
}
