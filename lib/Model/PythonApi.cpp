//===- PythonApi.cpp - CPython, nanobind, pybind11 as data ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gil-audit/PythonApi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gilaudit;
using llvm::StringRef;

namespace {

struct SafeRow {
  const char *Name;
  const char *Why;
};

// CPython: functions that may be called without an attached thread state.
// A trailing '*' matches any continuation.
constexpr SafeRow SafeCPython[] = {
    {"PyGILState_*", "manages thread states itself"},
    {"PyEval_SaveThread", "a guard; judged as such"},
    {"PyEval_RestoreThread", "a guard; judged as such"},
    {"PyEval_AcquireThread", "a guard; judged as such"},
    {"PyEval_ReleaseThread", "a guard; judged as such"},
    {"PyThreadState_Swap", "a guard; judged as such"},
    {"PyMem_Raw*", "malloc; documented to need no GIL"},
    {"PyThread_*", "native locks and thread-specific storage"},
    {"PyThreadState_New", "documented to need no GIL"},
    {"PyInterpreterState_Main", "reads a pointer"},
    {"Py_IsInitialized", "reads a flag"},
    {"Py_IsFinalizing", "reads a flag"},
    {"_Py_IsFinalizing", "reads a flag"},
    {"Py_AddPendingCall", "documented to need no GIL"},
    {"Py_AtExit", "stores a pointer"},
    {"Py_Initialize", "brings the GIL along"},
    {"Py_InitializeEx", "brings the GIL along"},
    {"Py_InitializeFromConfig", "brings the GIL along"},
    {"Py_GetVersion", "a constant string"},
    {"PyMutex_*", "detaches by itself while it blocks"},
    {"_PyObject_CAST", "a cast"},
    {"_PyCFunction_CAST", "a cast"},
    {"_Py_STATIC_CAST", "a cast"},
    {"Py_FatalError", "ends the process"},
    {"_Py_FatalErrorFunc", "ends the process"},
    {"Py_TYPE", "reads a field of an object that is only used as a value"},
    {"_PyThreadState_UncheckedGet", "reads thread-local storage"},
    {"PyThreadState_GetUnchecked", "reads thread-local storage"},
    {"Py_Is", "compares pointers"},
    {"Py_IsNone", "compares pointers"},
    {"Py_IsTrue", "compares pointers"},
    {"Py_IsFalse", "compares pointers"},
};

// Methods of the non-owning handle and pointer-only operations of owners.
// Written without the library's namespace.
constexpr SafeRow SafeBinding[] = {
    {"handle::handle", "a pointer is copied"},
    {"handle::operator=", "a pointer is copied"},
    {"handle::ptr", "returns the pointer"},
    {"handle::is_valid", "compares with null"},
    {"handle::operator bool", "compares with null"},
    {"handle::is", "compares pointers"},
    {"handle::is_none", "compares pointers"},
    {"handle::handle_type_name", "a constant"},
    {"detail::api::is", "compares pointers"},
    {"detail::api::is_none", "compares pointers"},
    {"detail::api::is_valid", "compares with null"},
    {"detail::api::derived", "a cast"},
    {"detail::object_api::is", "compares pointers"},
    {"detail::object_api::is_none", "compares pointers"},
    {"detail::object_api::derived", "a cast"},
    {"object::release", "gives the reference away, counts nothing"},
    {"steal", "takes a reference over, counts nothing"},
    {"reinterpret_steal", "takes a reference over, counts nothing"},
    {"detail::unchecked_reference::*", "reads memory that is checked already"},
    {"detail::unchecked_mutable_reference::*", "likewise"},
    {"ndarray::operator()", "reads memory"},
    {"ndarray::data", "returns the pointer"},
    {"ndarray::shape", "reads a field"},
    {"ndarray::stride", "reads a field"},
    {"ndarray::size", "reads a field"},
    {"ndarray::ndim", "reads a field"},
    {"ndarray::nbytes", "reads a field"},
    {"ndarray::itemsize", "reads a field"},
    {"ndarray::is_valid", "compares with null"},
    {"ndarray::view", "makes a plain C++ view"},
    {"detail::ndarray_view::*", "reads memory"},
    {"ndarray_view::*", "reads memory"},
    {"arg", "a name for a parameter"},
    {"operator\"\"_a", "a name for a parameter"},
    {"is_alive", "reads a flag"},
    {"detail::is_alive", "reads a flag"},
    {"type_error", "plain C++ exception"},
    {"value_error", "plain C++ exception"},
    {"index_error", "plain C++ exception"},
    {"key_error", "plain C++ exception"},
    {"attribute_error", "plain C++ exception"},
    {"buffer_error", "plain C++ exception"},
    {"import_error", "plain C++ exception"},
    {"stop_iteration", "plain C++ exception"},
    {"next_overload", "plain C++ exception"},
    {"cast_error", "plain C++ exception"},
    {"python_error::what", "takes the GIL itself"},
    {"error_already_set::what", "takes the GIL itself"},
    {"builtin_exception::what", "plain C++ exception"},
    {"detail::raise", "throws a plain C++ exception"},
    {"pybind11_fail", "throws a plain C++ exception"},
};

constexpr SafeRow SafeClasses[] = {
    {"handle", "non-owning"},
    {"python_error", "takes the GIL itself"},
    {"error_already_set", "takes the GIL itself"},
    {"builtin_exception", "plain C++ exception"},
    {"cast_error", "plain C++ exception"},
    {"next_overload", "plain C++ exception"},
    {"type_error", "plain C++ exception"},
    {"value_error", "plain C++ exception"},
    {"index_error", "plain C++ exception"},
    {"key_error", "plain C++ exception"},
    {"attribute_error", "plain C++ exception"},
    {"buffer_error", "plain C++ exception"},
    {"import_error", "plain C++ exception"},
    {"stop_iteration", "plain C++ exception"},
    {"reference_cast_error", "plain C++ exception"},
    {"call_guard", "a tag"},
    {"arg", "a name for a parameter"},
    {"sig", "a tag"},
    {"init", "a tag; what it binds is called later"},
    {"new_", "a tag; what it binds is called later"},
    {"is_method", "a tag"},
    {"is_operator", "a tag"},
    {"is_static", "a tag"},
    {"scope", "a tag"},
    {"name", "a tag"},
    {"doc", "a tag"},
    {"keep_alive", "a tag"},
    {"dynamic_attr", "a tag"},
    {"module_local", "a tag"},
    {"prepend", "a tag"},
    {"kw_only", "a tag"},
    {"pos_only", "a tag"},
    {"rv_policy", "a tag"},
    {"return_value_policy", "a tag"},
    {"lock_self", "a tag"},
    {"type_slots", "a tag"},
    {"unchecked_reference", "a view of memory"},
    {"unchecked_mutable_reference", "a view of memory"},
    {"ndarray_view", "a view of memory"},
    {"ft_mutex", "empty on a build with a GIL"},
    {"ft_lock_guard", "empty on a build with a GIL"},
    {"ft_object_guard", "empty on a build with a GIL"},
    {"ft_object2_guard", "empty on a build with a GIL"},
    {"gil_scoped_acquire", "a guard; judged as such"},
    {"gil_scoped_release", "a guard; judged as such"},
};

bool matches(StringRef Pattern, StringRef Name) {
  if (Pattern.consume_back("*"))
    return Name.starts_with(Pattern);
  return Pattern == Name;
}

/// Strips the namespace of a binding library; empty if there is none.
StringRef inBinding(StringRef Name) {
  auto [Outer, Rest] = Name.split("::");
  return isBindingNamespace(Outer) ? Rest : StringRef();
}

} // namespace

std::optional<GilFunction> gilaudit::gilFunction(StringRef Name) {
  using F = GilFunction;
  using O = std::optional<GilFunction>;
  return llvm::StringSwitch<O>(Name)
      .Case("PyGILState_Ensure", F{F::Begin, GilEffect::Acquire})
      .Case("PyGILState_Release", F{F::End, GilEffect::Acquire})
      .Case("PyEval_SaveThread", F{F::Begin, GilEffect::Release})
      .Case("PyEval_RestoreThread", F{F::End, GilEffect::Release})
      .Case("PyEval_ReleaseThread", F{F::Set, GilEffect::Release})
      .Case("PyEval_AcquireThread", F{F::Set, GilEffect::Acquire})
      .Case("PyThreadState_DeleteCurrent", F{F::Set, GilEffect::Release})
      .Case("Py_Initialize", F{F::Set, GilEffect::Acquire})
      .Case("Py_InitializeEx", F{F::Set, GilEffect::Acquire})
      .Case("Py_InitializeFromConfig", F{F::Set, GilEffect::Acquire})
      .Default(std::nullopt);
}

std::optional<GilEffect> gilaudit::gilGuardClass(StringRef Name) {
  using O = std::optional<GilEffect>;
  return llvm::StringSwitch<O>(inBinding(Name))
      .Case("gil_scoped_acquire", GilEffect::Acquire)
      .Case("gil_scoped_acquire_simple", GilEffect::Acquire)
      .Case("gil_scoped_acquire_local", GilEffect::Acquire)
      .Case("detail::gil_scoped_acquire_local", GilEffect::Acquire)
      .Case("detail::gil_scoped_acquire_simple", GilEffect::Acquire)
      .Case("detail::ticket", GilEffect::Acquire)
      .Case("gil_scoped_release", GilEffect::Release)
      .Case("gil_scoped_release_simple", GilEffect::Release)
      .Default(std::nullopt);
}

bool gilaudit::isBindingNamespace(StringRef Outermost) {
  return Outermost == "nanobind" || Outermost == "pybind11";
}

bool gilaudit::isPythonLibraryFile(StringRef Path) {
  // As they are laid out in a source tree and once installed. A project's own
  // folder "pybind11/" is not meant.
  return Path.contains("/include/nanobind/") ||
         Path.contains("/include/pybind11/") ||
         Path.contains("/include/python3");
}

bool gilaudit::isBindingHeader(StringRef Include) {
  return Include.starts_with("nanobind/") || Include.starts_with("pybind11/");
}

bool gilaudit::isBindingMainHeader(StringRef Include) {
  return Include == "nanobind/nanobind.h" || Include == "pybind11/pybind11.h";
}

bool gilaudit::isLivenessTest(StringRef QualifiedName) {
  return QualifiedName == "Py_IsFinalizing" ||
         QualifiedName == "_Py_IsFinalizing" ||
         QualifiedName == "Py_IsInitialized" ||
         QualifiedName == "nanobind::is_alive";
}

bool gilaudit::isCPythonName(StringRef Name) {
  Name.consume_front("_");
  if (!Name.consume_front("Py") || Name.empty())
    return false;
  return Name.front() == '_' || (Name.front() >= 'A' && Name.front() <= 'Z');
}

bool gilaudit::isSafeCPython(StringRef Name) {
  return llvm::any_of(SafeCPython,
                      [&](const SafeRow &R) { return matches(R.Name, Name); });
}

bool gilaudit::isSafeBinding(StringRef QualifiedName) {
  StringRef Name = inBinding(QualifiedName);
  return !Name.empty() && llvm::any_of(SafeBinding, [&](const SafeRow &R) {
    return matches(R.Name, Name);
  });
}

bool gilaudit::isSafeBindingClass(StringRef QualifiedName) {
  StringRef Name = inBinding(QualifiedName);
  Name.consume_front("detail::");
  return !Name.empty() && llvm::any_of(SafeClasses, [&](const SafeRow &R) {
    return matches(R.Name, Name);
  });
}

bool gilaudit::isPythonErrorClass(StringRef QualifiedName) {
  StringRef Name = inBinding(QualifiedName);
  return Name == "python_error" || Name == "error_already_set";
}

bool gilaudit::keepsCallable(StringRef Name) {
  static constexpr const char *Keeps[] = {"move",
                                          "forward",
                                          "ref",
                                          "cref",
                                          "bind",
                                          "bind_front",
                                          "make_unique",
                                          "make_shared",
                                          "make_pair",
                                          "make_tuple",
                                          "make_optional",
                                          "tie",
                                          "addressof",
                                          "swap",
                                          "exchange",
                                          "emplace",
                                          "emplace_back",
                                          "emplace_front",
                                          "push_back",
                                          "push_front",
                                          "push",
                                          "insert",
                                          "insert_or_assign",
                                          "try_emplace",
                                          "assign",
                                          "operator=",
                                          "operator==",
                                          "operator!=",
                                          "get",
                                          "as_const",
                                          "mem_fn",
                                          "not_fn",
                                          "append",
                                          "make_any",
                                          "unique_function",
                                          "forward_like",
                                          "to_address",
                                          "declval"};
  return llvm::is_contained(Keeps, Name);
}

Holder gilaudit::holderOf(StringRef Name) {
  struct Row {
    const char *Name;
    Holder As;
  };
  static constexpr Row Rows[] = {
      {"reference_wrapper", Holder::None},
      {"weak_ptr", Holder::None},
      {"span", Holder::None},
      {"ArrayRef", Holder::None},
      {"MutableArrayRef", Holder::None},
      {"function_ref", Holder::None},
      {"initializer_list", Holder::None},
      {"basic_string_view", Holder::None},
      {"StringRef", Holder::None},
      {"char_traits", Holder::None},
      {"hash", Holder::None},
      {"equal_to", Holder::None},
      {"less", Holder::None},
      {"default_delete", Holder::None},
      {"allocator", Holder::None},
      {"integral_constant", Holder::None},
      {"numeric_limits", Holder::None},
      {"in_place_type_t", Holder::None},
      {"atomic", Holder::None},
      {"future", Holder::None},
      {"shared_future", Holder::None},
      {"promise", Holder::None},
      {"pair", Holder::Value},
      {"tuple", Holder::Value},
      {"optional", Holder::Value},
      {"variant", Holder::Value},
      {"array", Holder::Value},
      {"Expected", Holder::Value},
      {"FailureOr", Holder::Value},
      {"shared_ptr", Holder::Shared},
      {"__shared_ptr", Holder::Shared},
      {"function", Holder::Erased},
      {"any", Holder::Erased},
      {"move_only_function", Holder::Erased},
      {"unique_function", Holder::Erased},
      {"packaged_task", Holder::Erased},
  };
  for (const Row &R : Rows)
    if (Name == R.Name)
      return R.As;
  if (Name.contains("iterator")) // __normal_iterator, _Rb_tree_iterator, ...
    return Holder::None;
  return Holder::Container;
}
