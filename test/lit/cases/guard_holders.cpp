// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: guards in other shapes: as a base, a member, in a pair, on the heap, as a scope exit, restored by hand.
// flags: pybind11
// model: pool.model.json
#include "pool.h"
#include <pybind11/pybind11.h>
#include <utility>

namespace py = pybind11;

namespace {

void runTask(void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))();
}

struct Derived : py::gil_scoped_release {};
struct Member {
  int depth = 0;
  py::gil_scoped_release release;
};
struct Conditional {
  PyThreadState *saved;
  explicit Conditional(bool release) : saved(release ? PyEval_SaveThread() : nullptr) {}
  ~Conditional() {
    if (saved)
      PyEval_RestoreThread(saved);
  }
};
template <typename F> struct Finally {
  F f;
  ~Finally() { f(); }
};
template <typename F> Finally<F> finally(F f) { return {std::move(f)}; }

void byBase() {
  Derived guard;
  poolWait();
}
void byMember() {
  Member guard;
  poolWait();
}
void byHeap() {
  auto *guard = new py::gil_scoped_release;
  poolWait();
  delete guard;
}
py::object byHeapLate() {
  auto *guard = new py::gil_scoped_release;
  py::object size = py::int_(poolSize()); // expect: python-without-gil
  delete guard;
  return size;
}
void afterHeap() {
  auto *guard = new py::gil_scoped_release;
  poolSize();
  delete guard;
  poolWait(); // expect: gil-held-across-wait
}
py::object byScopeExit() {
  {
    PyThreadState *saved = PyEval_SaveThread();
    auto restore = finally([&] { PyEval_RestoreThread(saved); });
    poolWait();
  }
  return py::int_(poolSize());
}
void byAuto() {
  auto guard = py::gil_scoped_release();
  poolWait();
}
void byConditional(bool release) {
  Conditional guard(release);
  poolWait();
}
void afterMember() {
  { Member guard; }
  poolWait(); // expect: gil-held-across-wait
}

} // namespace

PYBIND11_MODULE(guard_holders, m) {
  m.def("submit", [](py::object f) { poolSubmit(runTask, f.release().ptr()); });
  m.def("by_base", &byBase);
  m.def("by_member", &byMember);
  m.def("by_heap", &byHeap);
  m.def("by_heap_late", &byHeapLate);
  m.def("after_heap", &afterHeap);
  m.def("by_scope_exit", &byScopeExit);
  m.def("by_auto", &byAuto);
  m.def("by_conditional", &byConditional);
  m.def("after_member", &afterMember);
}
