//===- ForcedBodies.h - What skipped code would have needed -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_FORCEDBODIES_H
#define GIL_AUDIT_LIB_EXTRACT_FORCEDBODIES_H

#include "gil-audit/Model.h"

namespace clang {
class Sema;
} // namespace clang

namespace gilaudit {

/// A template of the project gets a body where it is used. Where only the body
/// of a library function uses it, and that was skipped, it has none:
///
///   std::set<T, Order<T>> S;  S.insert(X);   // Order<T>::operator()
///   std::unique_ptr<T, Deleter<T>> P;        // Deleter<T>::operator()
///   std::vector<Owner<T>> V;                 // copies and destroys
///
/// So, at the end of the unit, the destructors of all instances of project
/// classes, and what else a library may do with one that is an argument of a
/// library template (copies, moves, operators), are instantiated after all. Which
/// of these a full parse would have used is not known: now and then this is one too
/// many, never a wrong one. What does not compile for these arguments is left out
/// without a word.
void forceBodies(clang::Sema &S, const ModelSet &Models,
                 const std::string &Root);

} // namespace gilaudit

#endif
