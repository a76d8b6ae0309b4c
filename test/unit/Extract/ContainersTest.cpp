//===- ContainersTest.cpp - The table of semantics, section 2 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"

TEST(Containers, ClassesPairsAndTuples) {
  EXPECT_STATES(R"cc(
    #include <tuple>
    #include <utility>
    struct Base { nb::object o; };  // op: inherited
    struct S : Base { int i; };     // op: inherited
    using Pair = std::pair<int, nb::object>;
    using Tuple = std::tuple<int, nb::str>;
    void copies(const S &s, const Pair &p, const Tuple &t) {
      S a = s;                      // op copies: inherited; op destroys: inherited
      Pair b = p;                   // op copies: inherited; op destroys: inherited
      Tuple c = t;                  // op copies: inherited; op destroys: inherited
    }
    void moves(S &&s, Pair &&p, Tuple &&t) {
      S a = std::move(s);           // op destroys: inherited
      Pair b = std::move(p);        // op destroys: inherited
      Tuple c = std::move(t);       // op destroys: inherited
    })cc");
}

TEST(Containers, OptionalVariantArray) {
  EXPECT_STATES(R"cc(
    #include <array>
    #include <optional>
    #include <variant>
    using O = std::optional<nb::object>;
    using V = std::variant<int, nb::object>;
    using A = std::array<nb::object, 2>;
    void copies(const O &o, const V &v, const A &a) {
      O p = o;                      // op copies: inherited; op destroys: inherited
      V w = v;                      // op copies: inherited; op destroys: inherited
      A b = a;                      // op copies: inherited; op destroys: inherited
    }
    void moves(O &&o, V &&v, A &&a) {
      O p = std::move(o);           // op destroys: inherited
      V w = std::move(v);           // op destroys: inherited
      A b = std::move(a);           // op destroys: inherited
    })cc");
}

TEST(Containers, VectorAndMap) {
  EXPECT_STATES(R"cc(
    #include <map>
    #include <utility>
    #include <vector>
    using V = std::vector<nb::object>;
    using M = std::map<int, nb::object>;
    void copies(const V &v, const M &m) {
      V a = v;                      // op copies: inherited; op destroys: inherited
      M b = m;                      // op copies: inherited; op destroys: inherited
    }
    void moves(V &&v, M &&m) {
      V a = std::move(v);           // op destroys: inherited
      M b = std::move(m);           // op destroys: inherited
    })cc");
}

TEST(Containers, UniquePtrOfOwners) {
  EXPECT_STATES(R"cc(
    #include <memory>
    using U = std::unique_ptr<nb::object>;
    void moves(U &&u) {
      U a = std::move(u);           // op destroys: inherited
    }
    void empties() {
      U a;
      U b(nullptr);
      U c = nullptr;
    }
    void resets(U &u) {
      u.reset();                    // op destroys: inherited
    })cc");
}

TEST(Containers, SharedPtrCountsOnlyAtTheEnd) {
  EXPECT_STATES(R"cc(
    #include <memory>
    #include <utility>
    struct S { nb::object o; };
    using P = std::shared_ptr<S>;
    void f(const P &p) {
      P a = p;
      P b = std::move(a);           // op destroys: inherited
      P c = b;                      // op destroys: inherited
    })cc");
}

TEST(Containers, NonOwners) {
  EXPECT_STATES(R"cc(
    #include <functional>
    #include <map>
    #include <memory>
    #include <vector>
    struct S { nb::object *p; nb::object &r; nb::handle h; };
    void f(const S &s, std::reference_wrapper<nb::object> w,
           std::weak_ptr<nb::object> k, const std::vector<nb::object *> &v) {
      S t = s;
      auto w2 = w;
      auto k2 = k;
      auto v2 = v;
      std::vector<nb::handle> hs;
      auto hs2 = hs;
    }
    void iterators(std::vector<nb::object> &v, std::map<int, nb::object> &m) {
      auto i = v.begin();
      auto j = i;
      auto k = m.begin();
      auto l = k;
    })cc");
}

TEST(Containers, EmptyOnesDestroyNothing) {
  EXPECT_STATES(R"cc(
    #include <vector>
    #include <optional>
    #include <utility>
    void f() {
      std::vector<nb::object> v;
      std::optional<nb::object> o;
      std::optional<nb::object> n = std::nullopt;
      std::pair<int, nb::object> p;
    })cc");
}

TEST(Containers, ChangedOnesMayDestroy) {
  EXPECT_STATES(R"cc(
    #include <vector>
    #include <utility>
    void f(nb::object &o) {
      std::vector<nb::object> v;    /* empty again */
      v.push_back(o);               // op copies: inherited
      v.clear();                    // op destroys: inherited
    }
    void g(nb::object &&o) {
      std::vector<nb::object> v;    // op destroys: inherited
      v.push_back(std::move(o));
    }
    void h(nb::object &&o) {
      std::vector<nb::object> v;    // op destroys: inherited
      v.emplace_back(std::move(o));
    }
    void erased(std::vector<nb::object> &v) {
      v.pop_back();                 // op destroys: inherited
      v.erase(v.begin());           // op destroys: inherited
      v.resize(1);                  // op destroys: inherited
      v = {};                       // op destroys: inherited
    })cc");
}

TEST(Containers, OptionalOwners) {
  EXPECT_STATES(R"cc(
    #include <optional>
    #include <utility>
    void f(nb::object &o) {
      std::optional<nb::object> p;  // op destroys: inherited
      p = o;                        // op copies: inherited
      p.reset();                    // op destroys: inherited
      p.emplace(o);                 // op copies: inherited
    })cc");
}

TEST(Containers, FunctionsByTheStoredType) {
  EXPECT_STATES(R"cc(
    #include <functional>
    void f(const nb::object &o) {
      std::function<void()> g = [o] {};  // op copies: inherited; op destroys: inherited
    }
    void plain() {
      std::function<void()> g = [] {};
    })cc");
}

TEST(Containers, SubscriptsAndReferencesCountNothing) {
  EXPECT_STATES(R"cc(
    #include <vector>
    #include <map>
    void f(std::vector<nb::object> &v, std::map<int, nb::object> &m) {
      nb::object &r = v[0];
      nb::handle h = v[0];
      for (nb::object &o : v)
        probe();                    // inherited
      for (nb::object o : v)        // op copies: inherited; op destroys: inherited
        probe();                    // inherited
      nb::object c = v[0];          // op copies: inherited; op destroys: inherited
    })cc");
}
