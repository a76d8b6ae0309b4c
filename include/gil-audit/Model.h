//===- Model.h - What APIs do with callbacks, threads and locks -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The API models (models/*.json, docs/models.md) in memory. Immutable once
// built. Releases are plain integers (LLVM 23 is 23); 0 means "no bound".
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_MODEL_H
#define GIL_AUDIT_MODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gilaudit {

/// First and last release (both inclusive) for which something holds.
struct Releases {
  unsigned Since = 0;
  unsigned Until = 0;
  /// \p Release 0 (unknown) is taken as the newest.
  bool contains(unsigned Release) const {
    unsigned R = Release ? Release : ~0u;
    return R >= Since && (Until == 0 || R <= Until);
  }
};

/// A claim holds unless the call shows this to be false.
struct ArgCondition {
  int Param = 0;
  std::string Is; ///< "null", "nonnull", "true", "false" or a decimal number.
};

struct CallbackClaim {
  int Param = 0;
  std::string Field; ///< Struct parameter: the field; else empty.
  std::string Kind;
  bool Retained = false;    ///< Else it only runs during the call.
  bool OnAnyThread = false; ///< During-call: on workers too.
  Releases In;
  std::optional<ArgCondition> If;
};

struct InvokeClaim {
  std::string Kind;
  bool OnAnyThread = false; ///< Else on the caller's thread only.
  /// Only callbacks that the object of this member call carries may run
  /// (std::thread::join); "of":"this" in the file.
  bool OfObject = false;
  /// Only what a callback of this kind returned is handed to it: the claim is
  /// void where every audited callback of that kind throws. "after" in the file.
  std::string After;
  Releases In;
  std::optional<ArgCondition> If;
};

struct LockClaim {
  std::string Name;
  std::vector<std::string> WhileCalling; ///< Kinds that run under it here.
  bool OnError = false;                  ///< Only on a failing path.
  Releases In;
  std::optional<ArgCondition> If;
};

struct FunctionModel {
  std::string Name;
  std::vector<CallbackClaim> Callbacks;
  std::vector<InvokeClaim> Invokes;
  bool Waits = false;
  Releases WaitsIn;
  std::optional<ArgCondition> WaitsIf;
  std::vector<LockClaim> Locks;
  std::optional<ArgCondition> If; ///< Holds for waits, invokes and locks alike.
  std::vector<std::string> Evidence;
  Releases In;
};

struct KindModel {
  std::string Name;
  std::string Summary;
  bool RegisteredByApiBindings = false; ///< "registered-by-mlir-python"
  Releases RegisteredIn;                ///< "since"
  /// It destroys or frees: it may run when nobody expects Python any more.
  bool Teardown = false; ///< "teardown"
};

/// One model file.
struct ApiModel {
  std::string Name;
  std::vector<std::string> Prefixes;
  /// Include path fragments that mean "built on the API's own bindings".
  std::vector<std::string> BindingHeaders;
  std::map<std::string, KindModel> Kinds;
  std::map<std::string, FunctionModel> Functions;
};

class ModelSet;

/// Parses one model. \p FileName is for messages: "FILE:LINE:COLUMN: what".
/// Unknown fields, kinds and wrong types are errors. Kinds that the file does
/// not define itself may come from \p Known.
llvm::Expected<ApiModel> parseModel(llvm::StringRef Text,
                                    llvm::StringRef FileName,
                                    const ModelSet *Known = nullptr);

/// All models of one run. A later model adds to and overrides earlier ones,
/// function by function and kind by kind.
class ModelSet {
public:
  /// The models that are built into the program. Never fails (tested).
  static ModelSet builtin();

  void add(ApiModel Model);

  /// The model of the function of this qualified name (template arguments
  /// left out), or null: inert, or unknown.
  const FunctionModel *lookup(llvm::StringRef QualifiedName) const;
  /// True if \p QualifiedName starts with a prefix of some model. A prefix
  /// without "::" means names of the global namespace ("mlir" has mlirFoo, but
  /// not mlir::Foo), unless its model describes functions of a namespace of
  /// that very name.
  bool inPrefix(llvm::StringRef QualifiedName) const;
  /// The name of the model that \p QualifiedName belongs to, or "".
  llvm::StringRef modelOf(llvm::StringRef QualifiedName) const;
  const KindModel *kind(llvm::StringRef Name) const;
  llvm::ArrayRef<ApiModel> models() const { return Models; }

private:
  std::vector<ApiModel> Models;
};

} // namespace gilaudit

#endif
