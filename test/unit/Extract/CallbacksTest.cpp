//===- CallbacksTest.cpp - Where callables travel -------------------------===//
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

/// apiRun(body, data) runs body; apiSet(hooks) keeps a struct of callbacks.
std::string withApi(llvm::StringRef Code) {
  return " typedef void (*Body)(void *);"
         " extern \"C\" { void apiRun(Body, void *);"
         " struct ApiHooks { Body start; Body stop; void *data; };"
         " void apiSet(ApiHooks); void apiSetAt(const ApiHooks *); }" +
         Code.str();
}

/// What reaches argument 0 of the first apiRun in \p Code.
std::set<std::string> body(llvm::StringRef Code) {
  return reachesApi(factsOf(withApi(Code)), "apiRun", 0);
}

TEST(Callbacks, FunctionsAndClosures) {
  EXPECT_THAT(body(R"cc(
    void f(void *) {}
    void g() { apiRun(f, nullptr); })cc"),
              UnorderedElementsAre("f"));
  EXPECT_THAT(body(R"cc(
    void f(void *) {}
    void g() { apiRun(&f, nullptr); })cc"),
              UnorderedElementsAre("f"));
  EXPECT_THAT(body(R"cc(
    void g() { apiRun([](void *) {}, nullptr); })cc"),
              UnorderedElementsAre("lambda in 'g'"));
  EXPECT_THAT(body(R"cc(
    void g() { apiRun(+[](void *) {}, nullptr); })cc"),
              UnorderedElementsAre("lambda in 'g'"));
}

TEST(Callbacks, Variables) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void b(void *) {}
    void g() {
      Body p = a;
      if (ask())
        p = b;
      apiRun(p, nullptr);
    })cc"),
              UnorderedElementsAre("a", "b"));
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    static Body global = a;
    void g() {
      auto closure = [](void *) {};
      static Body local = closure;
      apiRun(ask() ? global : local, nullptr);
    })cc"),
              UnorderedElementsAre("a", "lambda in 'g'"));
}

TEST(Callbacks, Fields) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void b(void *) {}
    struct S {
      Body p = nullptr;
      Body q = b;
      S() : p(a) {}
      void set(Body x) { q = x; }
      void run() { apiRun(p, this); }
    };)cc"),
              UnorderedElementsAre("a"));
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    struct S { Body p; };
    void run(S *s) { apiRun(s->p, s); }
    void g() {
      S *s = new S;
      s->p = a;
      run(s);
    })cc"),
              UnorderedElementsAre("a"));
  EXPECT_THAT(body(R"cc(
    void b(void *) {}
    struct S {
      Body q = b;
      S() {}
      void run() { apiRun(q, this); }
    };)cc"),
              UnorderedElementsAre("b"));
}

TEST(Callbacks, ParametersAndReturnValues) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void b(void *) {}
    Body choose() { return a; }
    void run(Body p) { apiRun(p, nullptr); }
    void g() {
      run(choose());
      run(b);
    })cc"),
              UnorderedElementsAre("a", "b"));
  EXPECT_THAT(body(R"cc(
    struct Accum {
      Body getCallback() { return [](void *) {}; }
    };
    void g() {
      Accum a;
      apiRun(a.getCallback(), &a);
    })cc"),
              UnorderedElementsAre("lambda in 'Accum::getCallback'"));
}

TEST(Callbacks, DefaultArguments) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void run(Body p = a) { apiRun(p, nullptr); }
    void g() { run(); })cc"),
              UnorderedElementsAre("a"));
}

TEST(Callbacks, Conditionals) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void b(void *) {}
    void g() { apiRun(ask() ? a : ask() ? nullptr : &b, nullptr); })cc"),
              UnorderedElementsAre("a", "b"));
}

TEST(Callbacks, Aggregates) {
  const char *Code = R"cc(
    void a(void *) {}
    void b(void *) {}
    void g() {
      ApiHooks h = {a, b, nullptr};
      apiSet(h);
    })cc";
  TUFacts Facts = factsOf(withApi(Code));
  EXPECT_THAT(reachesApi(Facts, "apiSet", 0, "start"),
              UnorderedElementsAre("a"));
  EXPECT_THAT(reachesApi(Facts, "apiSet", 0, "stop"),
              UnorderedElementsAre("b"));
}

TEST(Callbacks, AggregatesByField) {
  TUFacts Facts = factsOf(withApi(R"cc(
    void a(void *) {}
    void g() {
      ApiHooks h{};
      h.stop = a;
      h.start = [](void *) {};
      apiSetAt(&h);
    })cc"));
  EXPECT_THAT(reachesApi(Facts, "apiSetAt", 0, "stop"),
              UnorderedElementsAre("a"));
  EXPECT_THAT(reachesApi(Facts, "apiSetAt", 0, "start"),
              UnorderedElementsAre("lambda in 'g'"));
}

TEST(Callbacks, BracedArgumentsAndReturnedAggregates) {
  TUFacts Facts = factsOf(withApi(R"cc(
    void a(void *) {}
    void g() { apiSet({a, nullptr, nullptr}); })cc"));
  EXPECT_THAT(reachesApi(Facts, "apiSet", 0, "start"),
              UnorderedElementsAre("a"));
  Facts = factsOf(withApi(R"cc(
    void a(void *) {}
    ApiHooks hooks() {
      ApiHooks h;
      h.start = a;
      return h;
    }
    void g() { apiSet(hooks()); })cc"));
  EXPECT_THAT(reachesApi(Facts, "apiSet", 0, "start"),
              UnorderedElementsAre("a"));
  Facts = factsOf(withApi(R"cc(
    void a(void *) {}
    void b(void *) {}
    ApiHooks hooks() { return {a, b, nullptr}; }
    void g() { apiSet(hooks()); })cc"));
  EXPECT_THAT(reachesApi(Facts, "apiSet", 0, "stop"),
              UnorderedElementsAre("b"));
}

TEST(Callbacks, StaticMembers) {
  EXPECT_THAT(body(R"cc(
    struct S {
      static void run(void *) {}
      static constexpr Body p = run;
    };
    void g() { apiRun(S::run, nullptr); })cc"),
              UnorderedElementsAre("S::run"));
  EXPECT_THAT(body(R"cc(
    struct S {
      static void run(void *) {}
      static constexpr Body p = run;
    };
    void g() { apiRun(S::p, nullptr); })cc"),
              UnorderedElementsAre("S::run"));
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    struct S { static Body p; };
    Body S::p = a;
    void g(S &s) { apiRun(s.p, nullptr); })cc"),
              UnorderedElementsAre("a"));
}

TEST(Callbacks, Templates) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    template <Body B> void g() { apiRun(B, nullptr); }
    void h() { g<a>(); })cc"),
              UnorderedElementsAre("a"));
  EXPECT_THAT(body(R"cc(
    template <class F> void g(F f) {
      apiRun([](void *p) { (*static_cast<F *>(p))(); }, &f);
    }
    void h() { g([] {}); })cc"),
              UnorderedElementsAre("lambda in 'g'"));
  EXPECT_THAT(body(R"cc(
    template <class F> void g(F f) { apiRun(f, nullptr); }
    void a(void *) {}
    void h() { g(a); g(+[](void *) {}); })cc"),
              UnorderedElementsAre("a", "lambda in 'h'"));
}

TEST(Callbacks, CrtpStaticConstexprPointers) {
  EXPECT_THAT(body(R"cc(
    template <class D> struct Base {
      static void bind() { apiRun(D::callback, nullptr); }
    };
    struct One : Base<One> {
      static void run(void *) {}
      static constexpr Body callback = run;
    };
    void g() { One::bind(); })cc"),
              UnorderedElementsAre("One::run"));
  EXPECT_THAT(body(R"cc(
    template <class D> struct Base {
      void bind() { apiRun(&Base::thunk, this); }
      static void thunk(void *p) { static_cast<D *>(p)->run(); }
    };
    struct One : Base<One> { void run() {} };
    void g() { One o; o.bind(); })cc"),
              UnorderedElementsAre("Base::thunk"));
}

TEST(Callbacks, Arrays) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void b(void *) {}
    static const Body table[] = {a, b};
    void g(int i) { apiRun(table[i], nullptr); })cc"),
              UnorderedElementsAre("a", "b"));
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    struct Row { const char *name; Body body; };
    static const Row rows[] = {{"a", a}, {"b", [](void *) {}}};
    void g(int i) { apiRun(rows[i].body, nullptr); })cc"),
              ::testing::Contains("a"));
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    void g() {
      Body table[2];
      table[0] = a;
      apiRun(table[1], nullptr);
    })cc"),
              UnorderedElementsAre("a"));
}

TEST(Callbacks, RangeForOverATable) {
  EXPECT_THAT(body(R"cc(
    void a(void *) {}
    static const Body table[] = {a, nullptr};
    void g() { for (Body b : table) apiRun(b, nullptr); })cc"),
              UnorderedElementsAre("a"));
}

TEST(Callbacks, ArgumentFacts) {
  TUFacts Facts = factsOf(withApi(R"cc(
    void g(void *p) {
      apiRun(nullptr, p);
      apiSetAt(0);
    })cc"));
  const FunctionFacts &G = functionNamed(Facts, "g");
  ASSERT_EQ(G.Events.size(), 2u);
  ASSERT_EQ(G.Events[0].Args.size(), 1u);
  EXPECT_EQ(G.Events[0].Args[0].Constant, "null");
  EXPECT_TRUE(G.Events[0].Args[0].FunctionPointerType);
  EXPECT_TRUE(G.Events[1].Args[0].FunctionPointerType);
}

} // namespace
