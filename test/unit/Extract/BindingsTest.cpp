//===- BindingsTest.cpp - What Python can call ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTU.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using namespace gilaudit::test;
using ::testing::Contains;
using ::testing::UnorderedElementsAre;

namespace {

std::vector<std::string> bindings(llvm::StringRef Code) {
  return bindingsOf(factsOf(Code));
}

TEST(Bindings, NanobindMethods) {
  EXPECT_THAT(bindings(R"cc(
    struct S { void m() {} static void s() {} };
    void free(S &) {}
    void bind(nb::handle h) {
      nb::class_<S>(h, "S")
          .def("m", &S::m)
          .def("free", free)
          .def("closure", [](S &) {})
          .def_static("s", &S::s)
          .def_static("lambda", [] {});
    })cc"),
              UnorderedElementsAre("def m -> S::m", "def free -> free",
                                   "def closure -> lambda in 'bind'",
                                   "def_static s -> S::s",
                                   "def_static lambda -> lambda in 'bind'"));
}

TEST(Bindings, NanobindProperties) {
  EXPECT_THAT(bindings(R"cc(
    struct S { int get() { return 0; } void set(int) {} };
    int getStatic(nb::handle) { return 0; }
    void setStatic(nb::handle, int) {}
    void bind(nb::handle h) {
      nb::class_<S> c(h, "S");
      c.def_prop_ro("ro", &S::get);
      c.def_prop_rw("rw", &S::get, &S::set);
      c.def_prop_ro_static("ros", getStatic);
      c.def_prop_rw_static("rws", getStatic, setStatic);
    })cc"),
              UnorderedElementsAre("def_prop_ro ro -> S::get",
                                   "def_prop_rw rw -> S::get",
                                   "def_prop_rw rw -> S::set",
                                   "def_prop_ro_static ros -> getStatic",
                                   "def_prop_rw_static rws -> getStatic",
                                   "def_prop_rw_static rws -> setStatic"));
}

TEST(Bindings, NanobindConstructors) {
  EXPECT_THAT(bindings(R"cc(
    struct S { S(int) { probe(); } S(const char *) {} };
    void bind(nb::handle h) {
      nb::class_<S>(h, "S")
          .def(nb::init<int>())
          .def(nb::new_([](int i) { return new S(i); }));
    })cc"),
              UnorderedElementsAre("init S.__init__ -> S::S",
                                   "new_ new_ -> lambda in 'bind'"));
}

TEST(Bindings, NanobindModules) {
  EXPECT_THAT(bindings(R"cc(
    void f() {}
    void bind(nb::module_ &m) {
      m.def("f", &f);
      m.def("g", [](int) {}, nb::arg("i"));
    })cc"),
              UnorderedElementsAre("def f -> f", "def g -> lambda in 'bind'"));
}

TEST(Bindings, CallGuard) {
  EXPECT_THAT(bindings(R"cc(
    void f() {}
    using Unlock = nb::gil_scoped_release;
    using Guard = nb::call_guard<Unlock>;
    void bind(nb::module_ &m) {
      m.def("a", &f, nb::call_guard<nb::gil_scoped_release>());
      m.def("b", &f, Guard());
      m.def("c", &f, nb::call_guard<nb::gil_scoped_acquire>());
      m.def("d", &f, nb::call_guard<int, Unlock>(), nb::arg("x"));
    }
    void bind(py::module_ &m) {
      m.def("e", &f, py::call_guard<py::gil_scoped_release>());
    })cc"),
              UnorderedElementsAre("def a -> f [released]",
                                   "def b -> f [released]", "def c -> f",
                                   "def d -> f [released]",
                                   "def e -> f [released]"));
}

TEST(Bindings, Pybind11Forms) {
  EXPECT_THAT(bindings(R"cc(
    struct S { void m() {} int get() { return 0; } void set(int) {} static void s() {} };
    void bind(py::handle h) {
      py::class_<S>(h, "S")
          .def("m", &S::m)
          .def_static("s", &S::s)
          .def_property_readonly("ro", &S::get)
          .def_property("rw", &S::get, &S::set)
          .def_property_readonly_static("ros", [](py::handle) { return 1; });
    })cc"),
              UnorderedElementsAre("def m -> S::m", "def_static s -> S::s",
                                   "def_property_readonly ro -> S::get",
                                   "def_property rw -> S::get",
                                   "def_property rw -> S::set",
                                   "def_property_readonly_static ros -> "
                                   "lambda in 'bind'"));
}

TEST(Bindings, Pybind11Constructors) {
  EXPECT_THAT(bindings(R"cc(
    struct S { explicit S(int) { probe(); } };
    S *create(int) { return nullptr; }
    void bind(py::handle h) {
      py::class_<S>(h, "S")
          .def(py::init<int>())
          .def(py::init([](int i, int j) { return new S(i + j); }))
          .def(py::init(&create));
    })cc"),
              UnorderedElementsAre("init S.__init__ -> S::S",
                                   "init init -> lambda in 'bind'",
                                   "init init -> create"));
}

TEST(Bindings, Pybind11CppFunction) {
  EXPECT_THAT(
      bindings(R"cc(
    void f(py::object o) {}
    void bind() { py::cpp_function g([](int) {}); py::cpp_function h(&f); })cc"),
      UnorderedElementsAre("cpp_function cpp_function -> lambda in 'bind'",
                           "cpp_function cpp_function -> f"));
}

TEST(Bindings, MethodTables) {
  EXPECT_THAT(bindings(R"cc(
    static PyObject *f(PyObject *, PyObject *) { return nullptr; }
    static PyObject *g(PyObject *, PyObject *) { return nullptr; }
    static PyMethodDef methods[] = {
        {"f", f, 1, nullptr},
        {"g", (PyCFunction)(void (*)(void))g, 1, nullptr},
        {nullptr, nullptr, 0, nullptr}};)cc"),
              UnorderedElementsAre("PyMethodDef f -> f", "PyMethodDef g -> g"));
}

TEST(Bindings, TypeSlots) {
  EXPECT_THAT(
      bindings(R"cc(
    static int traverse(PyObject *, void *) { return 0; }
    static PyType_Slot slots[] = {{71, (void *)traverse}, {0, nullptr}};
    void local(PyObject *) {}
    void bind() {
      PyType_Slot s[] = {{1, (void *)local}, {0, nullptr}};
    })cc"),
      UnorderedElementsAre("slot traverse -> traverse", "slot local -> local"));
}

TEST(Bindings, ModuleInit) {
  EXPECT_THAT(bindings(R"cc(
    extern "C" PyObject *PyInit_mod() { probe(); return nullptr; })cc"),
              UnorderedElementsAre("module-init mod -> PyInit_mod"));
}

TEST(Bindings, DestructorsOfBoundClasses) {
  EXPECT_THAT(bindings(R"cc(
    struct S { nb::object o; };
    struct T { ~T() { probe(); } };
    struct Plain { int i; };
    void bind(nb::handle h) {
      nb::class_<S>(h, "S");
      nb::class_<T>(h, "T");
      nb::class_<Plain>(h, "Plain");
    })cc"),
              UnorderedElementsAre("destructor ~S -> destruction of 'S'",
                                   "destructor ~T -> destruction of 'T'"));
}

TEST(Bindings, DestructorThroughAHolder) {
  TUFacts Facts = factsOf(R"cc(
    #include <memory>
    struct S {};
    struct Deleter { void operator()(S *) { probe(); } };
    static_assert(sizeof(std::unique_ptr<S, Deleter>) > 0);
    void bind(py::handle h) {
      py::class_<S, std::unique_ptr<S, Deleter>>(h, "S");
    })cc");
  std::vector<std::string> Called;
  for (const FunctionFacts &F : Facts.Functions)
    for (const Event &E : F.Events)
      if (F.IsDestructor && E.Kind == EventKind::Call)
        Called.push_back(E.What.str());
  EXPECT_THAT(Called, UnorderedElementsAre("Deleter::operator()"));
}

TEST(Bindings, TypeCasters) {
  EXPECT_THAT(bindings(R"cc(
    struct S {};
    template <> struct nb::detail::type_caster<S> {
      bool from_python(nb::handle h) { probe(); return true; }
      static nb::handle from_cpp(S) { return {}; }
    };)cc"),
              UnorderedElementsAre(
                  "type-caster nanobind::detail::type_caster::from_cpp -> "
                  "nanobind::detail::type_caster::from_cpp",
                  "type-caster nanobind::detail::type_caster::from_python -> "
                  "nanobind::detail::type_caster::from_python"));
}

TEST(Bindings, Capsules) {
  EXPECT_THAT(bindings(R"cc(
    void drop(void *) noexcept {}
    static void dropped(PyObject *) {}
    void f(void *p) {
      nb::capsule c(p, drop);
      nb::capsule d(p, [](void *) noexcept {});
      PyCapsule_New(p, "x", dropped);
    })cc"),
              UnorderedElementsAre("capsule capsule -> drop",
                                   "capsule capsule -> lambda in 'f'",
                                   "PyCapsule_New PyCapsule_New -> dropped"));
}

TEST(Bindings, WrappersOfTheProject) {
  std::vector<std::string> Found = bindings(R"cc(
    struct Binder {
      nb::class_<int> &c;
      template <class F> void add(const char *name, F f) { c.def(name, f); }
    };
    void bind(Binder &b) { b.add("one", [](int) {}); })cc");
  EXPECT_THAT(Found, Contains("def one -> lambda in 'bind'"));
}

TEST(Bindings, ApiFunctionsThemselves) {
  EXPECT_THAT(bindings(R"cc(
    extern "C" int apiWait(int);
    void bind(nb::module_ &m) { m.def("wait", &apiWait); })cc"),
              UnorderedElementsAre(::testing::EndsWith("api apiWait")));
}

TEST(Bindings, PlacesAreThoseOfTheDefs) {
  TUFacts Facts = factsOf(R"cc(
    struct S { void a() {} void b() {} };
    void bind(nb::handle h) {
      nb::class_<S>(h, "S")
          .def("a", &S::a)
          .def("b", &S::b);
    })cc");
  std::vector<unsigned> Lines;
  for (const BindingFact &B : Facts.Bindings)
    Lines.push_back(B.Where.Line);
  EXPECT_THAT(Lines, UnorderedElementsAre(5u, 6u));
}

} // namespace
