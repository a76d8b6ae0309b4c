//===- Config.h - One way in which guards can stand -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_LIB_EXTRACT_CFG_CONFIG_H
#define GIL_AUDIT_LIB_EXTRACT_CFG_CONFIG_H

#include "gil-audit/GilState.h"
#include "gil-audit/PythonApi.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gilaudit {

/// A guard or token that is live.
struct SavedState {
  std::string Key;
  GilState Saved = GilState::Inherited; ///< What its end brings back.
  int SavedBy = -1;                     ///< Config::By at that time.
  GilEffect Effect = GilEffect::Acquire;
  bool Raii = false; ///< Unwinding ends it.
  int Try = -1;      ///< The try block that it was begun in.
  int Origin = -1;   ///< Number of the action that began it.
  bool Excused = false; ///< A call that only might throw leads past its end.
};
bool operator==(const SavedState &A, const SavedState &B);

/// A mutex that is held.
struct HeldLock {
  std::string Key; ///< The lock object; the mutex itself for lock()/unlock().
  std::string Id;
  bool Raii = false;
  int Try = -1;
  int Origin = -1;
  std::string Name; ///< For messages.
};
bool operator==(const HeldLock &A, const HeldLock &B);

/// The state of the GIL and of all that can change it.
struct Config {
  GilState Cur = GilState::Inherited;
  int By = -1; ///< Number of the action that made Cur; -1: the entry.
  std::vector<SavedState> Stack; ///< Oldest first.
  std::vector<HeldLock> Locks;
  /// What PyGILState_Check() told on this path about the entry of the analysed
  /// function; Inherited: nothing.
  GilState Entry = GilState::Inherited;
  /// Decisions of this path on conditions that are asked more than once.
  std::map<std::string, bool> Truths;
  std::set<std::string> Nulls; ///< Objects known to be null; prefix-closed:
                               ///< "x" says that "x.f" is null too.

  /// Equal but for Nulls.
  bool sameAs(const Config &Other) const;
  /// Cur, or what is known of the entry where Cur is as at the entry.
  GilState known() const { return Cur == GilState::Inherited ? Entry : Cur; }
  bool isNull(llvm::StringRef Key) const;
  void setNull(const std::string &Key);
  void setNotNull(llvm::StringRef Key);
  /// What \p From holds, and its being null, moves to \p To.
  void move(llvm::StringRef From, const std::string &To);
  /// Somebody else may undo the tokens at \p Key from now on.
  void handOut(llvm::StringRef Key);
  /// Ends the newest guard or token at \p Key; false if there is none.
  bool end(llvm::StringRef Key);
  /// Ends the newest token of \p Effect of which nobody knows the name.
  bool endAnonymous(GilEffect Effect);
  /// Undoes RAII guards and locks that were begun inside a try for which
  /// \p Inside holds, newest first.
  void unwind(llvm::function_ref<bool(int Try)> Inside);
  /// Renames all keys; those for which \p Rename gives nullopt are dropped.
  void rename(
      llvm::function_ref<std::optional<std::string>(const std::string &)> Rename);
};

using ConfigSet = std::vector<Config>;

/// Adds \p C to \p Set; where an equal one is there, what is known to be null
/// becomes what both know. True if \p Set changed. Beyond \p Max elements all
/// are joined into one whose state may be mixed.
bool insert(ConfigSet &Set, Config C, unsigned Max);

/// True if \p Key is \p Root or one of its parts.
bool isPartOf(llvm::StringRef Key, llvm::StringRef Root);

} // namespace gilaudit

#endif
