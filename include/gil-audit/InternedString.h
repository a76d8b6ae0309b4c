//===- InternedString.h - A text that is stored once ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of a large tree name the same functions, guards and phrases
// millions of times. An InternedString is a value like llvm::StringRef, in one
// pointer; equal texts share their bytes, which live as long as the process.
// Thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef GIL_AUDIT_INTERNEDSTRING_H
#define GIL_AUDIT_INTERNEDSTRING_H

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>

namespace gilaudit {

class InternedString {
public:
  /// The empty text.
  InternedString() = default;
  InternedString(llvm::StringRef Text);
  InternedString(const char *Text) : InternedString(llvm::StringRef(Text)) {}
  InternedString(const std::string &Text)
      : InternedString(llvm::StringRef(Text)) {}

  /// \p Text if something has interned it, else nothing.
  static std::optional<InternedString> find(llvm::StringRef Text);

  llvm::StringRef ref() const {
    return Entry ? Entry->getKey() : llvm::StringRef("");
  }
  operator llvm::StringRef() const { return ref(); }
  std::string str() const { return ref().str(); }
  bool empty() const { return !Entry; }

  /// By address, which is by content.
  friend bool operator==(InternedString A, InternedString B) {
    return A.Entry == B.Entry;
  }
  friend bool operator!=(InternedString A, InternedString B) {
    return A.Entry != B.Entry;
  }
  /// With a text that need not be interned for it.
  friend bool operator==(InternedString A, llvm::StringRef B) {
    return A.ref() == B;
  }
  friend bool operator!=(InternedString A, llvm::StringRef B) {
    return A.ref() != B;
  }
  friend bool operator==(InternedString A, const char *B) {
    return A.ref() == B;
  }
  friend bool operator!=(InternedString A, const char *B) {
    return A.ref() != B;
  }
  friend bool operator==(InternedString A, const std::string &B) {
    return A.ref() == B;
  }
  friend bool operator!=(InternedString A, const std::string &B) {
    return A.ref() != B;
  }
  /// By content: addresses differ from run to run.
  friend bool operator<(InternedString A, InternedString B) {
    return A.Entry != B.Entry && A.ref() < B.ref();
  }

private:
  using EntryType = llvm::StringSet<>::MapEntryTy;
  friend struct llvm::DenseMapInfo<InternedString>;
  /// Of the process-wide table; null: the empty text.
  const EntryType *Entry = nullptr;
};

} // namespace gilaudit

namespace llvm {
/// For tables that are never walked: their order is that of addresses.
template <> struct DenseMapInfo<gilaudit::InternedString> {
  using Pointer = DenseMapInfo<const gilaudit::InternedString::EntryType *>;
  static gilaudit::InternedString getEmptyKey() {
    return make(Pointer::getEmptyKey());
  }
  static gilaudit::InternedString getTombstoneKey() {
    return make(Pointer::getTombstoneKey());
  }
  static unsigned getHashValue(gilaudit::InternedString S) {
    return Pointer::getHashValue(S.Entry);
  }
  static bool isEqual(gilaudit::InternedString A, gilaudit::InternedString B) {
    return A == B;
  }

private:
  static gilaudit::InternedString
  make(const gilaudit::InternedString::EntryType *Entry) {
    gilaudit::InternedString S;
    S.Entry = Entry;
    return S;
  }
};
} // namespace llvm

#endif
