//===- TestTU.h - Annotated snippets -> facts -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A snippet says in comments what the extractor must find on their lines:
//
//   probe();             // held          the call of probe() runs with the GIL
//   probe();             // held; locks: m     ... and with the lock m
//   probe();             // probe: held, inherited    (of two instances)
//   nb::str s("x");      // op: held, released   Python operations, in any of
//                        //               these states, each of which must occur
//   nb::str s("x");      // op constructs: held; op destroys: released
//   f();                 // call: held    calls of other project functions
//   nb::gil_scoped_acquire g;  // acquire: released
//   nb::gil_scoped_release g;  // release: held
//   s = PyEval_SaveThread();   // leak    or "leak throw"
//
// A marker that nothing matches fails, and so do a Python operation, a call of
// probe(), a leak and a lock around probe() without a marker. Calls, acquires
// and releases need a marker only where a line has one. Any other comment
// behind "//" is an error.
//
// Declared for every snippet: Inputs/mock.h (CPython, nanobind, pybind11) and
//   void probe();  int probe(int);  bool ask();  int make();
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_TEST_UNIT_EXTRACT_TESTTU_H
#define GIL_AUDIT_TEST_UNIT_EXTRACT_TESTTU_H

#include "gil-audit/Facts.h"
#include "gtest/gtest.h"
#include <set>
#include <string>
#include <vector>

namespace gilaudit::test {

/// The facts of \p Code. Errors in it fail the test.
TUFacts factsOf(llvm::StringRef Code);

/// Success if the annotations in \p Code are what the extractor finds.
::testing::AssertionResult statesMatch(llvm::StringRef Code);

/// The function of this name ("f", "S::f", "lambda in 'f'"); fails without it.
const FunctionFacts &functionNamed(const TUFacts &Facts, llvm::StringRef Name);

/// Names of the functions that \p Node can stand for, through all flow edges.
std::set<std::string> reaches(const TUFacts &Facts, const std::string &Node);
/// Likewise for argument \p Param of the call of \p Api that comes first;
/// \p Field: of that field of the argument.
std::set<std::string> reachesApi(const TUFacts &Facts, llvm::StringRef Api,
                                 int Param, llvm::StringRef Field = "");

/// "form name -> target target [state]" of every binding, sorted.
std::vector<std::string> bindingsOf(const TUFacts &Facts);

} // namespace gilaudit::test

#define EXPECT_STATES(...) EXPECT_TRUE(::gilaudit::test::statesMatch(__VA_ARGS__))

#endif
