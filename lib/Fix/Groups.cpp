//===- Groups.cpp - Guards that only work together ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Nodes.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace gilaudit;

namespace {

class Grouping {
public:
  Grouping(const Solution &S, std::vector<GuardNode> &Nodes)
      : S(S), P(S.program()), Nodes(Nodes) {
    for (auto [Index, N] : llvm::enumerate(Nodes)) {
      Classes.insert(Index);
      if (N.Kind == GuardNode::Acquire)
        for (EventRef E : N.Where)
          AcquireOf[E.Function] = Index;
    }
  }

  void run() {
    for (auto [Index, N] : llvm::enumerate(Nodes)) {
      if (N.Kind == GuardNode::CallGuard)
        join(Index, P.Bindings[N.Binding].Api);
      for (EventRef E : N.Where) {
        joinFunction(Index, E.Function);
        if (N.Kind == GuardNode::Release)
          if (const ApiCall *Call = P.apiCall(E))
            join(Index, *Call);
      }
    }
    std::map<unsigned, unsigned> Numbers;
    for (auto [Index, N] : llvm::enumerate(Nodes))
      N.Group =
          Numbers.try_emplace(Classes.getLeaderValue(Index), Numbers.size())
              .first->second;
  }

private:
  /// Guards in one function can meet in one block.
  void joinFunction(unsigned Node, FunctionIndex F) {
    unsigned &First = FunctionNode.try_emplace(F, Node).first->second;
    Classes.unionSets(First, Node);
  }

  void join(unsigned Node, const ApiCall &Call) {
    if (Hazard H = S.hazard(Call); H.Lock) {
      unsigned &First = LockNode.try_emplace(H.Lock->Name, Node).first->second;
      Classes.unionSets(First, Node);
    }
    for (FunctionIndex F : runBy(Call))
      if (auto It = AcquireOf.find(F); It != AcquireOf.end())
        Classes.unionSets(Node, It->second);
  }

  /// Functions that the callbacks of \p Call get to, at any depth.
  std::set<FunctionIndex> runBy(const ApiCall &Call) const {
    std::set<FunctionIndex> Seen;
    std::vector<FunctionIndex> Work;
    auto Add = [&](FunctionIndex F) {
      if (Seen.insert(F).second)
        Work.push_back(F);
    };
    addCallbacks(Call, Add);
    while (!Work.empty()) {
      FunctionIndex F = Work.back();
      Work.pop_back();
      for (unsigned E = 0; E != P.function(F).Events.size(); ++E) {
        for (FunctionIndex Callee : P.callees({F, E}))
          Add(Callee);
        if (const ApiCall *Inner = P.apiCall({F, E}))
          addCallbacks(*Inner, Add);
      }
    }
    return Seen;
  }

  template <typename Fn> void addCallbacks(const ApiCall &Call, Fn Add) const {
    auto AddClosure = [&](FunctionIndex F) {
      Add(F);
      if (int Destructor = P.closureDestructor(F); Destructor >= 0)
        Add(Destructor);
    };
    for (const CallbackArg &C : Call.Callbacks)
      for (FunctionIndex F : C.Functions)
        AddClosure(F);
    for (FunctionIndex F : Call.Object)
      AddClosure(F);
    auto AddKind = [&](const CallbackKind &K) {
      for (const Registration &R : K.Registrations)
        AddClosure(R.Function);
    };
    for (const InvokeEffect &I : Call.Invokes)
      AddKind(P.Kinds[I.Kind]);
    for (const LockClaim *L : Call.Locks) {
      for (const std::string &Name : L->WhileCalling)
        if (const CallbackKind *K = P.kind(Name))
          AddKind(*K);
      if (const LockHolder *Holder = P.dangerousLock(L->Name))
        AddKind(P.Kinds[Holder->Kind]);
    }
  }

  const Solution &S;
  const Program &P;
  std::vector<GuardNode> &Nodes;
  llvm::EquivalenceClasses<unsigned> Classes;
  std::map<FunctionIndex, unsigned> AcquireOf, FunctionNode;
  std::map<std::string, unsigned> LockNode;
};

} // namespace

void gilaudit::groupGuards(const Solution &S, std::vector<GuardNode> &Nodes) {
  Grouping(S, Nodes).run();
}
