//===- CallablesTest.cpp - What indirect calls can call -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using namespace gilaudit::test;
using ::testing::UnorderedElementsAre;

namespace {

/// What the indirect call in function \p Name can call.
std::set<std::string> called(llvm::StringRef Code, llvm::StringRef Name) {
  TUFacts Facts = factsOf(Code);
  std::set<std::string> Out;
  for (const Event &E : functionNamed(Facts, Name).Events)
    if (E.Kind == EventKind::Call &&
        (E.Via == CallVia::Indirect || E.Via == CallVia::Assumed))
      for (InternedString Node : E.Callees)
        for (const std::string &Target : reaches(Facts, Node.str()))
          Out.insert(Target);
  return Out;
}

TEST(Callables, StdFunction) {
  EXPECT_THAT(called(R"cc(
    #include <functional>
    void run(std::function<void()> f) { f(); }
    void a() {}
    void g() { run(a); run([] {}); })cc",
                     "run"),
              UnorderedElementsAre("a", "lambda in 'g'"));
  EXPECT_THAT(called(R"cc(
    #include <functional>
    struct S {
      std::function<void()> f;
      void set(std::function<void()> x) { f = std::move(x); }
      void run() { f(); }
    };
    void g(S &s) { s.set([] {}); })cc",
                     "S::run"),
              UnorderedElementsAre("lambda in 'g'"));
}

TEST(Callables, StdBind) {
  EXPECT_THAT(called(R"cc(
    #include <functional>
    struct S { void m(int) {} };
    void run(const std::function<void()> &f) { f(); }
    void g(S *s) { run(std::bind(&S::m, s, 1)); })cc",
                     "run"),
              UnorderedElementsAre("S::m"));
}

TEST(Callables, LibraryFunctionsCallWhatTheyAreHanded) {
  EXPECT_THAT(called(R"cc(
    #include <algorithm>
    #include <mutex>
    static std::once_flag once;
    void g(int *b, int *e) {
      std::for_each(b, e, [](int) {});
      std::call_once(once, [] {});
    })cc",
                     "g"),
              UnorderedElementsAre("lambda in 'g'"));
}

TEST(Callables, Containers) {
  EXPECT_THAT(called(R"cc(
    #include <functional>
    #include <vector>
    struct Queue {
      std::vector<std::function<void()>> jobs;
      void add(std::function<void()> f) { jobs.push_back(std::move(f)); }
      void drain() { for (auto &j : jobs) j(); }
    };
    void g(Queue &q) { q.add([] {}); })cc",
                     "Queue::drain"),
              UnorderedElementsAre("lambda in 'g'"));
}

TEST(Callables, Functors) {
  EXPECT_THAT(called(R"cc(
    #include <functional>
    struct Op { void operator()() const {} };
    void run(const std::function<void()> &f) { f(); }
    void g() { run(Op()); })cc",
                     "run"),
              UnorderedElementsAre("Op::operator()"));
}

TEST(Callables, PointersToMembers) {
  EXPECT_THAT(called(R"cc(
    struct S { void m() {} };
    void run(S &s, void (S::*p)()) { (s.*p)(); }
    void g(S &s) { run(s, &S::m); })cc",
                     "run"),
              UnorderedElementsAre("S::m"));
}

} // namespace
