// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: which copies, moves and destructions of what holds a Python object change a reference count.
// flags: pybind11
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace {

struct Named {
  std::string name;
  py::object object;
};

// Moves of owners and pointers to them count nothing; what is moved from is
// null when it dies.
void moves(py::object object, std::vector<py::object> list,
           std::shared_ptr<py::object> shared, py::object &target,
           std::vector<py::object> &targets,
           std::shared_ptr<py::object> &sharedTarget) {
  {
    py::gil_scoped_release release;
    auto *other = new std::shared_ptr<py::object>(shared);
    (void)other;
    py::object *pointer = &object;
    py::handle handle = object;
    (void)pointer;
    (void)handle.ptr();
  }
  target = std::move(object);
  targets = std::move(list);
  sharedTarget = std::move(shared);
}

void copies(const py::object &object) {
  py::gil_scoped_release release;
  auto *copy = new py::object(object); // expect: python-without-gil
  (void)copy;
}

void copiesInClass(const Named &named) {
  py::gil_scoped_release release;
  auto *copy = new Named(named); // expect: python-without-gil
  (void)copy;
}

void copiesVector(const std::vector<py::object> &list) {
  py::gil_scoped_release release;
  auto *copy = new std::vector<py::object>(list); // expect: python-without-gil
  (void)copy;
}

void copiesOptional(const std::optional<py::object> &maybe) {
  py::gil_scoped_release release;
  auto *copy = new std::optional<py::object>(maybe); // expect: python-without-gil
  (void)copy;
}

void copiesPair(const std::pair<int, py::str> &pair) {
  py::gil_scoped_release release;
  auto *copy = new std::pair<int, py::str>(pair); // expect: python-without-gil
  (void)copy;
}

void copiesCapture(const py::object &object) {
  py::gil_scoped_release release;
  auto f = [object] {}; // expect: python-without-gil
  (void)f;
}

void copiesLambda(const py::object &object) {
  auto f = [object] {};
  py::gil_scoped_release release;
  auto *copy = new auto(f); // expect: python-without-gil
  (void)copy;
}

void destroysMap(std::map<std::string, py::object> *map) {
  py::gil_scoped_release release;
  delete map; // expect: python-without-gil
}

void destroysUnique(std::unique_ptr<Named> named) {
  py::gil_scoped_release release;
  named.reset(); // expect: python-without-gil
}

void destroysVectorOfPointers(std::vector<py::object *> *list) {
  py::gil_scoped_release release;
  delete list;
}

void assigns(py::object &target, const py::object &source) {
  py::gil_scoped_release release;
  target = source; // expect: python-without-gil
}

void movesIntoFull(py::object &target, py::object &source) {
  py::gil_scoped_release release;
  target = std::move(source); // expect: python-without-gil
}

void movesIntoNew(py::object &source) {
  py::gil_scoped_release release;
  auto *target = new py::object(std::move(source));
  (void)target;
}

// The guard dies before what was declared before it.
void declaredBefore(py::handle source) {
  py::object copy = py::reinterpret_borrow<py::object>(source);
  py::gil_scoped_release release;
}

} // namespace

PYBIND11_MODULE(reference_counts, m) {
  m.def("all", [](py::object o) {
    py::object target;
    std::vector<py::object> targets;
    std::shared_ptr<py::object> shared;
    moves(o, {o}, std::make_shared<py::object>(o), target, targets, shared);
    copies(o);
    copiesInClass({"o", o});
    copiesVector({o});
    copiesOptional(o);
    copiesPair({1, py::str(o)});
    copiesCapture(o);
    copiesLambda(o);
    destroysMap(new std::map<std::string, py::object>{{"o", o}});
    destroysUnique(std::make_unique<Named>(Named{"o", o}));
    destroysVectorOfPointers(new std::vector<py::object *>{&o});
    assigns(target, o);
    movesIntoFull(target, o);
    movesIntoNew(o);
    declaredBefore(o);
  });
}
