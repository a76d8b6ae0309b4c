//===- PythonApi.h - CPython, nanobind, pybind11 as data --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the auditor knows of the Python side: which functions and classes move
// the GIL, which functions of the binding libraries and of CPython's API do
// NOT need it (all others do), and which library functions keep a callable
// instead of calling it. Tables only; each safe row has its reason.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_PYTHONAPI_H
#define GIL_AUDIT_PYTHONAPI_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace gilaudit {

enum class GilEffect : uint8_t { Acquire, Release };

/// What a CPython function does to the state of its caller.
struct GilFunction {
  enum KindTy : uint8_t {
    Begin,     ///< Changes the state; its result is the token that undoes it.
    End,       ///< Undoes what the token in argument 0 stands for.
    Set        ///< Changes the state; nothing to undo.
  } Kind;
  GilEffect Effect; ///< Begin, Set: to what. End: of the Begin that it undoes.
};

/// PyGILState_Ensure, PyEval_SaveThread, ...; nullopt: no such function.
std::optional<GilFunction> gilFunction(llvm::StringRef Name);

/// "nanobind::gil_scoped_release" -> Release, ...; nullopt: no guard class.
/// Names are qualified, without template arguments and inline namespaces.
std::optional<GilEffect> gilGuardClass(llvm::StringRef QualifiedName);

/// True for a namespace (outermost name) of a binding library.
bool isBindingNamespace(llvm::StringRef Outermost);

/// True for a file that belongs to a binding library or to CPython itself,
/// wherever it is installed: judged by the folder it lies in.
bool isPythonLibraryFile(llvm::StringRef Path);

/// True for an include, as spelled, of a binding library's header: it brings
/// the guards with it.
bool isBindingHeader(llvm::StringRef Include);
/// True for that of its main header.
bool isBindingMainHeader(llvm::StringRef Include);

/// True for a function that asks whether the interpreter is alive.
bool isLivenessTest(llvm::StringRef QualifiedName);

/// True if the name of an extern "C" function says that it is CPython's.
bool isCPythonName(llvm::StringRef Name);

/// True for a function of CPython that needs no GIL.
bool isSafeCPython(llvm::StringRef Name);

/// True for a function or method of a binding library that needs no GIL.
/// \p QualifiedName without template arguments: "nanobind::handle::ptr".
bool isSafeBinding(llvm::StringRef QualifiedName);

/// True for classes of binding libraries whose construction, copy and
/// destruction need no GIL (exceptions that take it themselves, tags, ...).
bool isSafeBindingClass(llvm::StringRef QualifiedName);

/// True for the binding libraries' exception that carries a Python error:
/// its copy, destruction and what() take the GIL themselves, constructing it
/// from the current error does not.
bool isPythonErrorClass(llvm::StringRef QualifiedName);

/// True for library functions (unqualified name) that store, wrap or forward a
/// callable; any other library function is taken to call what it is handed.
bool keepsCallable(llvm::StringRef Name);

/// How a library class template holds its type arguments.
enum class Holder : uint8_t {
  None,     ///< Does not own (reference_wrapper, weak_ptr, span, iterators).
  Value,    ///< Holds them in itself: pair, tuple, optional, array, variant.
  Container,///< On the heap: vector, map, unique_ptr, ...
  Shared,   ///< shared_ptr: copy and move count nothing of Python's.
  Erased    ///< std::function, any: what it holds is not in its type.
};
/// \p Name is the unqualified name of a class template outside the project;
/// unknown names count as Container.
Holder holderOf(llvm::StringRef Name);

} // namespace gilaudit

#endif
