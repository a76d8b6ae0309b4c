//===- Flow.cpp - Where function pointers come from -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gilaudit;
using llvm::StringRef;

/// Field paths may grow without end in cycles (x = x->next); nobody registers a
/// callback deeper than this.
constexpr unsigned MaxFieldDepth = 6;

unsigned FlowGraph::intern(InternedString Node) {
  auto [It, New] = NodeIds.try_emplace(Node, NodeNames.size());
  if (New) {
    NodeNames.push_back(Node);
    From.emplace_back();
  }
  return It->second;
}

void FlowGraph::addEdges(llvm::ArrayRef<FlowEdge> Edges) {
  for (const FlowEdge &E : Edges) {
    unsigned To = intern(E.To);
    for (InternedString Source : E.From) {
      unsigned S = intern(Source);
      if (S != To && Known.insert({To, S}).second)
        From[To].push_back(S);
    }
  }
}

void FlowGraph::setFunctions(const std::vector<FunctionFacts> &Fns) {
  Functions = &Fns;
  Known = {};
  FunctionIds.reserve(Fns.size());
  for (auto [Index, F] : llvm::enumerate(Fns)) {
    FunctionIds[F.Id] = Index;
    for (InternedString Base : F.Overrides)
      DirectOverriders[Base].push_back(Index);
  }
}

int FlowGraph::function(StringRef Id) const {
  std::optional<InternedString> Known = InternedString::find(Id);
  auto It = Known ? FunctionIds.find(*Known) : FunctionIds.end();
  return It == FunctionIds.end() ? -1 : int(It->second);
}

llvm::ArrayRef<FunctionIndex> FlowGraph::overriders(StringRef Id) {
  auto [Memo, New] = AllOverriders.try_emplace(Id);
  if (!New)
    return Memo->second;
  std::vector<FunctionIndex> Found;
  llvm::DenseSet<FunctionIndex> Seen;
  llvm::SmallVector<StringRef> Work = {Memo->getKey()};
  while (!Work.empty()) {
    auto It = DirectOverriders.find(Work.pop_back_val());
    if (It == DirectOverriders.end())
      continue;
    for (FunctionIndex F : It->second)
      if (Seen.insert(F).second) {
        Found.push_back(F);
        Work.push_back((*Functions)[F].Id);
      }
  }
  llvm::sort(Found);
  return AllOverriders[Id] = std::move(Found);
}

/// An argument of a virtual call reaches the overriders' parameters, and what
/// they return is what the call returns.
void FlowGraph::virtualSuccessors(StringRef Node,
                                  llvm::SmallVectorImpl<unsigned> &Out) {
  StringRef Rest = Node;
  if (Rest.consume_front("param:")) {
    size_t Hash = Rest.rfind('#');
    if (Hash == StringRef::npos)
      return;
    int F = function(Rest.take_front(Hash));
    if (F >= 0)
      for (InternedString Base : (*Functions)[F].Overrides)
        Out.push_back(
            intern("param:" + Base.str() + Rest.drop_front(Hash).str()));
    return;
  }
  if (!Rest.consume_front("ret:"))
    return;
  for (size_t Dot = Rest.size(); Dot != StringRef::npos && Dot != 0;
       Dot = Rest.rfind('.', Dot))
    if (DirectOverriders.count(Rest.take_front(Dot)))
      for (FunctionIndex F : overriders(Rest.take_front(Dot)))
        Out.push_back(intern("ret:" + (*Functions)[F].Id.str() +
                             Rest.drop_front(Dot).str()));
}

void FlowGraph::successors(unsigned Node,
                           llvm::SmallVectorImpl<unsigned> &Out) {
  Out.append(From[Node].begin(), From[Node].end());
  // X.f <- Y.f for every X <- Y. Ids contain dots of their own, so each prefix
  // that is a node with edges counts.
  StringRef Name = NodeNames[Node];
  for (size_t Dot = Name.rfind('.'); Dot != StringRef::npos && Dot != 0;
       Dot = Name.rfind('.', Dot)) {
    std::optional<InternedString> Prefix =
        InternedString::find(Name.take_front(Dot));
    auto It = Prefix ? NodeIds.find(*Prefix) : NodeIds.end();
    if (It == NodeIds.end() || From[It->second].empty())
      continue;
    StringRef Path = Name.drop_front(Dot);
    if (Path.count('.') > MaxFieldDepth)
      continue;
    llvm::SmallVector<unsigned, 2> Bases = From[It->second];
    for (unsigned Base : Bases)
      Out.push_back(intern(NodeNames[Base].str() + Path.str()));
  }
  virtualSuccessors(Name, Out);
}

const FlowTargets &FlowGraph::resolve(StringRef NodeName) {
  unsigned Start = intern(NodeName);
  auto [Memo, New] = Resolved.try_emplace(Start);
  if (!New)
    return Memo->second;
  FlowTargets Found;
  llvm::DenseSet<unsigned> Seen = {Start};
  llvm::SmallVector<unsigned, 16> Work = {Start};
  while (!Work.empty()) {
    unsigned Node = Work.pop_back_val();
    StringRef Id = NodeNames[Node];
    if (Id.consume_front("fn:")) {
      if (int F = function(Id); F >= 0)
        Found.Functions.push_back(F);
      else
        Found.Unseen = true;
      continue;
    }
    llvm::SmallVector<unsigned, 8> Next;
    successors(Node, Next);
    for (unsigned N : Next)
      if (Seen.insert(N).second)
        Work.push_back(N);
  }
  llvm::sort(Found.Functions);
  return Resolved[Start] = std::move(Found);
}
