//===- Internal.h - The steps of link(), in order ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   UnitMerger       Merge.cpp       one table of functions, files, bindings
//   resolveCalls     Linker.cpp      Call events -> functions
//                                    (FlowGraph, Flow.cpp)
//   inferReleases    ApiRelease.cpp  which release of each API this is
//   resolveApiCalls  Effects.cpp     ApiCall events -> what the model says
//   summarise        Summaries.cpp   who touches Python, who needs the GIL
//   collectKinds     Callbacks.cpp   registrations, Python-backed kinds, locks
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_PROGRAM_INTERNAL_H
#define GIL_AUDIT_LIB_PROGRAM_INTERNAL_H

#include "gil-audit/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace gilaudit {

/// What reaches a flow node.
struct FlowTargets {
  std::vector<FunctionIndex> Functions; ///< Sorted.
  bool Unseen = false; ///< Functions without a body in the facts, too.
  bool empty() const { return Functions.empty() && !Unseen; }
};

/// The union of all flows, asked backwards: what can be in this node? Nodes are
/// created on demand, so only field paths that somebody asks for cost anything.
class FlowGraph {
public:
  void addEdges(llvm::ArrayRef<FlowEdge> Edges);
  /// After all edges: functions are known and get their indices.
  void setFunctions(const std::vector<FunctionFacts> &Functions);

  /// The function of this id, or -1 when it has no body in the facts.
  int function(llvm::StringRef Id) const;
  /// \p Id's transitive overriders that have a body; \p Id may have none.
  llvm::ArrayRef<FunctionIndex> overriders(llvm::StringRef Id);
  /// Valid until the next call.
  const FlowTargets &resolve(llvm::StringRef Node);

private:
  unsigned intern(InternedString Node);
  void successors(unsigned Node, llvm::SmallVectorImpl<unsigned> &Out);
  void virtualSuccessors(llvm::StringRef Node,
                         llvm::SmallVectorImpl<unsigned> &Out);

  const std::vector<FunctionFacts> *Functions = nullptr;
  llvm::DenseMap<InternedString, unsigned> FunctionIds;
  llvm::StringMap<std::vector<FunctionIndex>> DirectOverriders, AllOverriders;
  llvm::DenseMap<InternedString, unsigned> NodeIds;
  std::vector<InternedString> NodeNames; ///< Keys of NodeIds.
  std::vector<llvm::SmallVector<unsigned, 2>> From;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Known; ///< Pairs of From.
  llvm::DenseMap<unsigned, FlowTargets> Resolved;
};

/// What the units say apart from what is in the Program.
struct LinkState {
  const ModelSet &Models;
  const AnalysisOptions &Options;
  FlowGraph Flows;
  std::vector<std::string> DeclaredApi; ///< Sorted, unique.

  /// The release that \p Function 's model is read with; 0: unknown.
  unsigned releaseOf(const Program &P, llvm::StringRef Function) const;
};

void inferReleases(Program &P, const LinkState &State);
void resolveApiCalls(Program &P, LinkState &State);
void summarise(Program &P);
void collectKinds(Program &P, const LinkState &State);

/// True for a claim that runs its kind on workers under \p Options.
inline bool runsOnWorkers(const InvokeClaim &C,
                          const AnalysisOptions &Options) {
  // A thread that the project starts is not the API's to switch off.
  return C.OnAnyThread && (Options.Threading || C.OfObject);
}

} // namespace gilaudit

#endif
