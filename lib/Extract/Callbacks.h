//===- Callbacks.h - Where callables travel ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CALLBACKS_H
#define GIL_AUDIT_LIB_EXTRACT_CALLBACKS_H

#include "TuContext.h"
#include <map>
#include <set>

namespace gilaudit {

/// Turns expressions into flow nodes (Facts.h) and collects the edges.
class Callbacks {
public:
  explicit Callbacks(TuContext &Tu) : Tu(Tu) {}

  /// The flow nodes that a callable-carrying expression can stand for. Empty:
  /// null, or not known.
  std::vector<std::string> sources(const clang::Expr *E);

  /// True if values of \p T can carry a function: function pointers, closures,
  /// functors of the project, std::function and its like, threads and futures,
  /// and C structs that have function pointers.
  bool carriesCallable(clang::QualType T);
  /// True for function pointers and structs with function pointer fields.
  bool isCallbackParam(clang::QualType T);

  /// Records that \p Init flows into the node \p To.
  void assign(const std::string &To, const clang::Expr *Init);
  void addEdge(const std::string &To, const std::string &From) {
    Edges[To].insert(From);
  }
  /// The node that an lvalue names; empty if it cannot be named.
  std::string nodeOf(const clang::Expr *LValue);

  /// Records all flows of one function body, or of one variable.
  void visitFunction(const clang::FunctionDecl *F);
  void visitVariable(const clang::VarDecl *V);

  /// A node that stands for argument \p E of a call, for arguments that have
  /// to be taken apart by field (braced structs).
  std::vector<std::string> argumentNodes(const clang::Expr *E);

  /// All edges, sorted.
  std::vector<FlowEdge> edges() const;

private:
  friend class FlowVisitor;
  void collect(const clang::Expr *E, std::vector<std::string> &Out,
               unsigned Depth);
  void collectCall(const clang::CallExpr *Call, std::vector<std::string> &Out,
                   unsigned Depth);
  void collectConstruct(const clang::CXXConstructExpr *Construct,
                        std::vector<std::string> &Out, unsigned Depth);

  std::vector<int> droppedArguments(const clang::CallExpr *Call,
                                    const clang::FunctionDecl *F);

  TuContext &Tu;
  std::map<std::string, std::set<std::string>> Edges;
  llvm::DenseMap<const clang::Type *, bool> Carries;
};

} // namespace gilaudit

#endif
