//===- IncludeGraph.cpp - Which project file includes what ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IncludeGraph.h"
#include "gil-audit/PythonApi.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

namespace gilaudit {

class IncludeRecorder : public PPCallbacks {
public:
  IncludeRecorder(const SourceManager &SM, IncludeGraph &Graph)
      : SM(SM), Graph(Graph) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool IsAngled, CharSourceRange,
                          OptionalFileEntryRef File, StringRef, StringRef,
                          const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!File || SM.isInSystemHeader(Hash))
      return;
    auto From = SM.getFileEntryRefForID(SM.getFileID(Hash));
    if (!From)
      return;
    IncludeGraph::Edge E;
    E.To = &File->getFileEntry();
    E.Spelled = IsAngled ? "<" + Name.str() + ">" : "\"" + Name.str() + "\"";
    E.ToLibrary = isBindingHeader(Name);
    E.ToMain = isBindingMainHeader(Name);
    Graph.Edges[&From->getFileEntry()].push_back(std::move(E));
  }

private:
  const SourceManager &SM;
  IncludeGraph &Graph;
};

} // namespace gilaudit

void IncludeGraph::attach(Preprocessor &PP) {
  PP.addPPCallbacks(
      std::make_unique<IncludeRecorder>(PP.getSourceManager(), *this));
}

template <typename Fn>
bool IncludeGraph::search(const FileEntry *From, Fn Found) const {
  llvm::DenseSet<const FileEntry *> Seen = {From};
  std::vector<const FileEntry *> Work = {From};
  while (!Work.empty()) {
    auto It = Edges.find(Work.back());
    Work.pop_back();
    if (It == Edges.end())
      continue;
    for (const Edge &E : It->second) {
      if (Found(E))
        return true;
      if (Seen.insert(E.To).second)
        Work.push_back(E.To);
    }
  }
  return false;
}

bool IncludeGraph::reaches(const FileEntry *From, const FileEntry *To) const {
  return From == To || search(From, [&](const Edge &E) { return E.To == To; });
}

bool IncludeGraph::seesGuards(const FileEntry *File) const {
  return search(File, [](const Edge &E) { return E.ToLibrary; });
}

std::string IncludeGraph::guardInclude(const FileEntry *File) const {
  auto It = Edges.find(File);
  if (It == Edges.end())
    return "";
  for (const Edge &E : It->second) {
    if (E.ToMain)
      return E.Spelled;
    auto Next = Edges.find(E.To);
    if (Next != Edges.end() &&
        llvm::any_of(Next->second,
                     [](const Edge &Inner) { return Inner.ToMain; }))
      return E.Spelled;
  }
  return "";
}
